"""A ``Taxonomy`` as an object of the API, read into an overlay."""

from typing import Any

import msgspec

from casebook_analyzer.taxonomy import Origin, Overlay, Problem, to_overlay
from casebook_operator.kube import Object

KIND = "Taxonomy"


class TaxonomyObject(msgspec.Struct, frozen=True, kw_only=True):
    """One version of a Taxonomy, and the overlay that it is, if its spec has the right shape."""

    name: str
    uid: str
    generation: int
    overlay: Overlay | None
    problems: tuple[Problem, ...]
    """Why there is no overlay."""
    status: Object

    @property
    def version(self) -> tuple[str, int]:
        """Two objects with the same have the same spec."""
        return self.uid, self.generation

    @property
    def title(self) -> str:
        """What it is called in problems and in the origins of rules."""
        return title_of(self.name)


def title_of(name: str) -> str:
    return f"{KIND} {name}"


def parse(body: Object) -> TaxonomyObject:
    """Read an object of the API. Whatever its schema let through is a problem here, never an error."""
    metadata: dict[str, Any] = body["metadata"]
    origin = Origin(name=title_of(metadata["name"]), in_cluster=True)
    overlay, problems = to_overlay(body.get("spec") or {}, origin)
    return TaxonomyObject(
        name=metadata["name"],
        uid=str(metadata.get("uid") or ""),
        generation=int(metadata.get("generation") or 1),
        overlay=overlay,
        problems=tuple(problems),
        status=body.get("status") or {},
    )
