"""The bases of the images: a small Debian with Python, made by mmdebstrap, and the same with what builds need."""

from __future__ import annotations

import time
from pathlib import Path

from e2e.cluster import process
from e2e.images.errors import ImageError
from e2e.images.recipes import BASE_PACKAGES, BUILDER_PACKAGES, SUITE
from e2e.images.store import Store
from e2e.waiting import say

_BOOTSTRAP_SECONDS = 600.0


def bases(store: Store) -> tuple[str, str]:
    """Return the names of base and builder in the store, made at the first call."""
    return _base(store, "base", BASE_PACKAGES), _base(store, "builder", BUILDER_PACKAGES)


def _base(store: Store, role: str, packages: tuple[str, ...]) -> str:
    name = f"localhost/casebook-{role}:{SUITE}"
    if store.has(name):
        return name
    start = time.monotonic()
    say(f"making a Debian {SUITE} with {', '.join(packages)}: a minute, once")
    root = store.folder / f"{role}.tar"
    try:
        _bootstrap(packages, root)
        container = store.buildah("from", "scratch").strip()
        try:
            store.buildah("add", "--quiet", container, str(root), "/", timeout=_BOOTSTRAP_SECONDS)
            store.buildah("commit", "--quiet", container, name, timeout=_BOOTSTRAP_SECONDS)
        finally:
            store.buildah("rm", container)
    finally:
        root.unlink(missing_ok=True)
    say(f"  made {role} in {time.monotonic() - start:.0f} s")
    return name


def _bootstrap(packages: tuple[str, ...], root: Path) -> None:
    done = process.run(
        ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(packages)}", SUITE, str(root)],
        timeout=_BOOTSTRAP_SECONDS,
    )
    if done.returncode:
        raise ImageError(f"mmdebstrap failed: {done.stderr.strip()[-2000:]}")
