"""Build the pinned programs with Go, once, into a cache."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from e2e.alone import alone
from e2e.cluster.errors import ClusterError
from e2e.cluster.gomodules import Recipe, go_wanted
from e2e.cluster.process import OWNER_ENV, run, started_at
from e2e.waiting import say, see_through, tail


def require_go(recipes: Sequence[Recipe]) -> None:
    """Check that Go is there and new enough; no other toolchain is ever downloaded."""
    if shutil.which("go") is None:
        raise ClusterError(
            "go is not on PATH; install Go, or name a cluster in CASEBOOK_E2E_KUBECONFIG, or binaries in "
            "KUBEBUILDER_ASSETS"
        )
    answer = run(["go", "env", "GOVERSION"]).stdout
    found = re.match(r"go(\d+)\.(\d+)", answer)
    have = (int(found[1]), int(found[2])) if found else (0, 0)
    want = max(go_wanted(recipe.folder) for recipe in recipes)
    if have < want:
        raise ClusterError(f"go {want[0]}.{want[1]} or newer is needed, and {answer.strip() or 'none'} is on PATH")


def bin_dir_of(recipes: Sequence[Recipe], cache: Path) -> Path:
    """Return the folder that holds all programs of these recipes, whether it exists yet or not."""
    keys = hashlib.sha256("".join(recipe.key() for recipe in recipes).encode()).hexdigest()[:16]
    return cache / keys / "bin"


def build(recipes: Sequence[Recipe], cache: Path, owner: Path | None = None) -> Path:
    """Build what the cache does not hold, and return the folder of all programs.

    ``owner`` is the state folder of the cluster that is being started, whose end is the compilers' end, too. Whoever
    builds beside a cluster names none: `down` of one in the same folder would end what is built for everybody.
    """
    target = bin_dir_of(recipes, cache)
    if target.exists():
        return target
    require_go(recipes)
    built = [_built(recipe, cache, owner) for recipe in recipes]
    with draft_of(target.parent) as draft:
        (draft / "bin").mkdir()
        for folder in built:
            for program in folder.iterdir():
                # Hard links: deleting one generation of the cache cannot break another.
                os.link(program, draft / "bin" / program.name)
    return target


def _built(recipe: Recipe, cache: Path, owner: Path | None) -> Path:
    target = cache / "modules" / f"{recipe.name}-{recipe.key()}"
    with alone(target.parent / f"{recipe.name}.lock"):
        if target.exists():
            return target
        programs = ", ".join(recipe.packages)
        say(f"building {recipe.name} {recipe.version} ({programs}): minutes, once")
        start = time.monotonic()
        with draft_of(target) as draft:
            _go_build(recipe, draft, owner)
        say(f"  built {recipe.name} in {time.monotonic() - start:.0f} s")
    return target


@contextlib.contextmanager
def draft_of(target: Path) -> Iterator[Path]:
    """Give a folder that becomes the target only when the block succeeds."""
    for stale in target.parent.glob(f"{target.name}.*.tmp"):
        if started_at(int(stale.name.split(".")[-2])) is None:
            shutil.rmtree(stale, ignore_errors=True)
    draft = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    draft.mkdir(parents=True)
    try:
        yield draft
        try:
            draft.rename(target)
        except OSError:  # not empty: another process has built the same meanwhile
            if not target.is_dir():
                raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _go_build(recipe: Recipe, out: Path, owner: Path | None) -> None:
    version = recipe.version
    major, minor, *_ = [*version.lstrip("v").split("."), "0"]
    argv = ["go", "build", "-trimpath", "-buildvcs=false", "-mod=readonly", f"-tags={recipe.tags}"]
    argv.append("-ldflags=-s -w " + recipe.ldflags.format(version=version, major=major, minor=minor))
    env = {**os.environ, "CGO_ENABLED": str(int(recipe.cgo)), "GOTOOLCHAIN": "local", "GOWORK": "off"}
    argv += [f"-o={out}/", *recipe.packages.values()]
    env |= {OWNER_ENV: str(owner)} if owner else {}
    run_go(recipe.name, argv, recipe.folder, env, out / "build.log")
    (out / "build.log").unlink()
    for program, package in recipe.packages.items():
        _rename(out, package, program)


def _rename(out: Path, package: str, program: str) -> None:
    # Go names a program by the last part of its package that is no major version.
    parts = [part for part in package.split("/") if not re.fullmatch(r"v\d+", part)]
    if parts[-1] not in {".", program}:
        (out / parts[-1]).rename(out / program)


def run_go(what: str, argv: Sequence[str], folder: Path, env: dict[str, str], log: Path) -> None:
    """Run Go in the folder of a module until it ends.

    Raises:
        ClusterError: It failed; the message has its last lines.
    """
    with log.open("wb") as sink:
        child = subprocess.Popen(
            argv, cwd=folder, env=env, stdout=sink, stderr=subprocess.STDOUT, start_new_session=True
        )
    # Ctrl-C reaches only us, because the compilers are in a session of their own.
    see_through(child, f"building {what}", stop=lambda: os.killpg(child.pid, signal.SIGKILL))
    if child.returncode:
        last = tail(log.read_text(errors="replace"))
        raise ClusterError(f"building {what} failed with code {child.returncode}; its last lines:\n{last}")
