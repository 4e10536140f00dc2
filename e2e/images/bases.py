"""The bases of the images: small Debians, made by mmdebstrap."""

from __future__ import annotations

import time
from pathlib import Path

from e2e.cluster import process
from e2e.images.errors import ImageError
from e2e.images.recipes import Debian
from e2e.images.store import Store
from e2e.waiting import say

_BOOTSTRAP_SECONDS = 600.0


def ensure_base(store: Store, debian: Debian) -> str:
    """Return its name in the store, made at the first call."""
    name = f"localhost/casebook-{debian.role}:{debian.suite}"
    if store.has(name):
        return name
    start = time.monotonic()
    say(f"making a Debian {debian.suite} with {', '.join(debian.packages)}: a minute, once")
    root = store.folder / f"{debian.role}.tar"
    try:
        _bootstrap(debian, root)
        container = store.buildah("from", "scratch").strip()
        try:
            store.buildah("add", "--quiet", container, str(root), "/", timeout=_BOOTSTRAP_SECONDS)
            store.buildah("commit", "--quiet", container, name, timeout=_BOOTSTRAP_SECONDS)
        finally:
            store.buildah("rm", container)
    finally:
        root.unlink(missing_ok=True)
    say(f"  made {debian.role} in {time.monotonic() - start:.0f} s")
    return name


def _bootstrap(debian: Debian, root: Path) -> None:
    wanted = ["--variant=minbase", f"--include={','.join(debian.packages)}", *debian.options]
    done = process.run(["mmdebstrap", "--quiet", *wanted, debian.suite, str(root)], timeout=_BOOTSTRAP_SECONDS)
    if done.returncode:
        raise ImageError(f"mmdebstrap failed: {done.stderr.strip()[-2000:]}")
