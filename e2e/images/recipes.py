"""What each image is made of, and the hash of all that."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Debian:
    """A small Debian that images start from, made by mmdebstrap."""

    role: str
    suite: str
    packages: tuple[str, ...]
    options: tuple[str, ...] = ()
    """Of mmdebstrap."""


BASE = Debian("base", "bookworm", ("python3-minimal", "libpython3-stdlib", "ca-certificates"))
BUILDER = Debian("builder", "bookworm", ("python3-venv", "ca-certificates"))
SERVER = Debian(
    "postgresql",
    "forky",  # the first with PostgreSQL 18
    ("postgresql-18", "postgresql-18-pgvector"),
    # Lists of a testing suite expire within days, and mirrors that stand still have old ones. Signatures are checked.
    ('--aptopt=Acquire::Check-Valid-Until "false"',),
)


@dataclass(frozen=True, slots=True)
class ImageRecipe:
    """One image: a context, what of it counts, and build arguments."""

    name: str
    context: Path
    parts: tuple[str, ...]
    """Files and folders of the context that the image is made of."""
    arguments: tuple[tuple[str, str], ...] = ()
    bases: tuple[tuple[str, Debian], ...] = (("BASE", BASE), ("BUILDER", BUILDER))
    """By build argument."""

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

    def key(self) -> str:
        """Return a hash of the content, the arguments and the bases."""
        digest = hashlib.sha256(repr((self.arguments, self.bases)).encode())
        for path in self.files():
            digest.update(f"{path.relative_to(self.context)}\n".encode() + path.read_bytes())
        return digest.hexdigest()[:16]


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
)

PGVECTOR = ImageRecipe(
    "localhost/pgvector:dev",
    Path(__file__).parent / "pgvector",
    ("Containerfile", "entrypoint.sh"),
    bases=(("BASE", SERVER),),
)
