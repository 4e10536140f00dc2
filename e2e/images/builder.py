"""Build images into archives that containerd imports; what was built from the same content is not built again."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path

from e2e.images.bases import ensure_base
from e2e.images.recipes import ImageRecipe
from e2e.images.store import Store, default_folder, require_tools
from e2e.waiting import say

_PUSH_SECONDS = 900.0


@dataclass(frozen=True, slots=True)
class Built:
    """An image as an OCI archive."""

    name: str
    archive: Path
    seconds: float
    """How long the build took, whenever that was."""
    bytes_unpacked: int
    """The size of its layers, unpacked."""

    @property
    def bytes_packed(self) -> int:
        """Return the size of the archive, whose layers are compressed."""
        return self.archive.stat().st_size


def ensure(recipe: ImageRecipe, folder: Path | None = None) -> Built:
    """Return the image, and build it unless the cache holds one of exactly this content."""
    where = folder or default_folder()
    archive = where / f"{recipe.short}-{recipe.key()}.tar"
    facts = archive.with_suffix(".json")
    if not (archive.exists() and facts.exists()):
        require_tools()
        _build(recipe, Store(where), archive, facts)
    known = json.loads(facts.read_text())
    return Built(recipe.name, archive, known["seconds"], known["bytes"])


def _build(recipe: ImageRecipe, store: Store, archive: Path, facts: Path) -> None:
    arguments = {name: ensure_base(store, debian) for name, debian in recipe.bases} | dict(recipe.arguments)
    start = time.monotonic()
    say(f"building the image {recipe.name}: minutes, again only when what it is made of changes")
    store.build(recipe.name, recipe.context, arguments)
    for stale in archive.parent.glob(f"{recipe.short}-*"):
        stale.unlink()
    draft = archive.with_suffix(".tmp")
    store.buildah("push", "--quiet", recipe.name, f"oci-archive:{draft}:{recipe.name}", timeout=_PUSH_SECONDS)
    # What had the name before; a layer of vfs is a whole copy.
    store.buildah("rmi", "--prune", timeout=_PUSH_SECONDS)
    facts.write_text(json.dumps({"seconds": time.monotonic() - start, "bytes": _unpacked(store, recipe.name)}))
    draft.rename(archive)
    say(f"  built {recipe.name} in {time.monotonic() - start:.0f} s")


def _unpacked(store: Store, name: str) -> int:
    found = json.loads(store.buildah("images", "--json", name))
    return _bytes(str(found[0]["size"]))


def _bytes(text: str) -> int:
    """Read what buildah prints for people: `351 MB`."""
    number, unit = text.split()
    return int(float(number) * {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9}[unit.upper()])
