"""Buildah with a store of its own, in the cache: nothing of the system's containers is seen or changed."""

from __future__ import annotations

import os
import ssl
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from e2e.images.errors import ImageError
from e2e.packages import PackageError, require
from e2e.waiting import see_through, tail

TOOLS = ("buildah", "mmdebstrap")
"""What images are built with: programs, and the Debian packages of the same names."""
_CA_IN_IMAGE = "/etc/ssl/certs/ca-certificates.crt"


def default_folder(env: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of built images, outside the clone so that `git clean` keeps them."""
    base = env.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "casebook" / "images"


def require_tools() -> None:
    """Say what is missing before anything is begun."""
    if os.geteuid() != 0:
        raise ImageError("images are built as root (run the same command with sudo)")
    try:
        require(TOOLS, TOOLS)
    except PackageError as error:
        raise ImageError(f"images cannot be built: {error}") from error


@dataclass(frozen=True, slots=True)
class Store:
    """A folder with images, and buildah working on it."""

    folder: Path

    def has(self, name: str) -> bool:
        """Tell whether an image of that name is there."""
        return self._run(["inspect", "--type=image", name], 60.0).returncode == 0

    def buildah(self, *args: str, timeout: float = 120.0) -> str:
        """Run buildah and return what it prints; a failure is an error with its last words."""
        done = self._run(args, timeout)
        if done.returncode:
            raise ImageError(f"buildah {args[0]} failed: {tail(done.stderr)}")
        return done.stdout

    def build(self, name: str, context: Path, arguments: Mapping[str, str], ignore: Path | None = None) -> None:
        """Build an image, and tell that it goes on."""
        options = [f"--build-arg={key}={value}" for key, value in arguments.items()]
        if ignore is not None:
            options.append(f"--ignorefile={ignore}")
        # A machine behind an intercepting proxy trusts more than Debian does; a mount is in no layer.
        if trusted := ssl.get_default_verify_paths().cafile or _existing(_CA_IN_IMAGE):
            options.append(f"--volume={Path(trusted).resolve()}:{_CA_IN_IMAGE}:ro")
        self._watched(name, ["bud", f"--tag={name}", "--file=Containerfile", *options, "."], context)

    def _watched(self, name: str, args: list[str], context: Path) -> None:
        with tempfile.TemporaryFile() as log:
            child = subprocess.Popen(
                self._command(args), cwd=context, env=self._environment(), stdout=log, stderr=subprocess.STDOUT
            )
            see_through(child, f"building {name}", stop=child.terminate)
            if child.returncode:
                log.seek(0)
                raise ImageError(
                    f"building {name} failed; its last lines:\n{tail(log.read().decode(errors='replace'))}"
                )

    def _run(self, args: tuple[str, ...] | list[str], timeout: float) -> subprocess.CompletedProcess[str]:
        self.folder.mkdir(parents=True, exist_ok=True)
        return subprocess.run(
            self._command(args),
            env=self._environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=timeout,
        )

    def _command(self, args: tuple[str, ...] | list[str]) -> list[str]:
        # vfs and chroot work in a container or a small VM, where overlays and user namespaces often do not.
        where = [f"--root={self.folder}/storage", f"--runroot={self.folder}/run", "--storage-driver=vfs"]
        return ["buildah", *where, *args]

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "BUILDAH_ISOLATION": "chroot"}


def _existing(path: str) -> str | None:
    return path if Path(path).exists() else None
