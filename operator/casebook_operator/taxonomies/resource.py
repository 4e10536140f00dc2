"""A ``Taxonomy`` as an object of the API, read into an overlay."""

from typing import Any

import msgspec

from casebook_analyzer.taxonomy import Origin, Overlay, Problem, to_overlay
from casebook_operator.kube import Object
from casebook_operator.kube.objects import spec_of, status_of
from casebook_operator.kube.values import text

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
        """(UID, generation): objects for which it is equal have the same spec."""
        return self.uid, self.generation

    @property
    def title(self) -> str:
        """The name that problems and the origins of rules show for it."""
        return title_of(self.name)


def title_of(name: str) -> str:
    return f"{KIND} {name}"


def parse(body: Object) -> TaxonomyObject:
    """Read an object of the API. What is wrong with its spec becomes a problem; nothing is raised."""
    metadata: dict[str, Any] = body["metadata"]
    origin = Origin(name=title_of(metadata["name"]), in_cluster=True)
    overlay, problems = to_overlay(spec_of(body), origin)
    return TaxonomyObject(
        name=metadata["name"],
        uid=text(metadata, "uid"),
        generation=int(metadata.get("generation") or 1),
        overlay=overlay,
        problems=tuple(problems),
        status=status_of(body),
    )
