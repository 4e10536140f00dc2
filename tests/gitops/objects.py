"""Investigations and Taxonomies in every state that the operator writes, and what a GitOps tool should make of each."""

import asyncio
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from casebook_analyzer.errors import DatabaseUnavailableError
from casebook_analyzer.taxonomy import shipped_taxonomy
from casebook_operator.investigation.manifest import UNWRITTEN, manifest
from casebook_operator.kube import Object
from casebook_operator.taxonomies.layers import Layers
from casebook_operator.taxonomies.status import status_of
from tests.operator.builders import at, incident, investigation, signal, stored, subject, summary
from tests.operator.pipeline.test_publisher import Press
from tests.operator.taxonomies.bodies import bad, body, good
from tools.golden.cases import FAILING, analysis_of

ROOT = Path(__file__).parents[2]


class Judged(NamedTuple):
    """An object, and its health: healthy, busy or refused."""

    what: str
    object: Object
    health: str


@cache
def golden() -> tuple[Path, ...]:
    """The first failing golden case of each category."""
    first: dict[str, Path] = {}
    for folder in FAILING:
        first.setdefault(folder.name.split("-")[0], folder)
    return tuple(first.values())


def _investigation(status: Object | None = None, *, generation: int = 1) -> Object:
    case = manifest(signal(), subject(), key="0123456789", episode=1, namespace="shop")
    made = stored(case, status=status or dict(UNWRITTEN))
    return made | {"metadata": made["metadata"] | {"generation": generation}}


def _written(deed: str, folder: Path | None = None) -> Object:
    """The status that the operator writes."""
    analysis = analysis_of(folder) if folder else None
    found = incident(bundle=analysis.bundle, conclusion=analysis.conclusion) if analysis else incident()
    press, case = Press(), investigation()
    writing = {
        "concluded": lambda: press.publisher.concluded(case, found, ""),
        "unrecorded": lambda: press.publisher.unrecorded(case, found, DatabaseUnavailableError("Away.")),
        "refused": lambda: press.publisher.refused(case, "Create it in shop."),
    }
    asyncio.run(writing[deed]())
    return press.status


def investigations() -> list[Judged]:
    stale = _written("concluded")
    return [
        *[Judged(folder.name, _investigation(_written("concluded", folder)), "healthy") for folder in golden()],
        Judged("resolved", _investigation(summary("Resolved") | {"observedGeneration": 1}), "healthy"),
        Judged("new", _investigation(), "busy"),
        Judged("database away", _investigation(_written("unrecorded")), "busy"),
        Judged("stale", _investigation(stale, generation=2), "busy"),
        Judged("refused", _investigation(_written("refused")), "refused"),
    ]


def _taxonomy(*bodies: Object) -> Object:
    """A Taxonomy with the status that the operator writes after these versions of it."""
    layers = Layers(shipped_taxonomy())
    for one in bodies:
        layers.put(one)
        layers.compose()
    composition, (verdict,) = layers.compose()
    return bodies[-1] | {"status": status_of(verdict, composition.taxonomy.version, at())}


def taxonomies() -> list[Judged]:
    accepted: dict[str, Any] = _taxonomy(good())["status"]
    return [
        Judged("accepted", _taxonomy(good()), "healthy"),
        Judged("accepted with warnings", _taxonomy(body(overrides=[{"rule": "no-such-rule"}])), "healthy"),
        Judged("new", good(status=dict(UNWRITTEN)), "busy"),
        Judged("stale", good(generation=2, status=accepted), "busy"),
        Judged("refused", _taxonomy(bad()), "refused"),
        Judged("refused, the last good one in force", _taxonomy(good(), bad(generation=2)), "refused"),
    ]


@cache
def everything() -> tuple[Judged, ...]:
    return (*investigations(), *taxonomies())
