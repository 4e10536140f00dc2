"""Similarity with the real model."""

from collections.abc import Callable

import msgspec
import pytest

from casebook_analyzer.embedding import Embedder, load_embedder
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Incident
from tests.analyzer.memory.incidents import RECIPES, make_incident, make_resolution

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    found = load_embedder("auto")
    assert found is not None
    return found


def _decided(incident: Incident) -> Incident:
    """With a rule of its title, as the classifier would name one."""
    rule = incident.conclusion.title.casefold().replace(" ", "-")
    return msgspec.structs.replace(incident, conclusion=msgspec.structs.replace(incident.conclusion, rules=(rule,)))


async def test_of_all_failures_the_one_that_the_same_rule_decides_is_attached(
    opened: Callable[..., Memory], embedder: Embedder
) -> None:
    memory = opened(embedder=embedder)
    for recipe in RECIPES:
        if recipe != "missing_env":
            await memory.record(_decided(make_incident(recipe, resolution=make_resolution("env REDIS_URL added"))))
    case = _decided(make_incident())
    found = await memory.similar(case.bundle, case.conclusion)
    (attached,) = found.incidents
    assert attached.id == "missing_env_worker-1"
    assert attached.score_permille >= 600
    assert attached.resolution == "env REDIS_URL added"


async def test_of_unlike_failures_none_is_attached(opened: Callable[..., Memory], embedder: Embedder) -> None:
    memory = opened(embedder=embedder)
    for recipe in ("oom", "xid79", "forbidden"):
        await memory.record(make_incident(recipe))
    case = make_incident()
    found = await memory.similar(case.bundle, case.conclusion)
    assert (found.incidents, found.reason) == ((), "nothing similar among 3 incidents")


async def test_a_report_is_found_by_its_meaning(opened: Callable[..., Memory], embedder: Embedder) -> None:
    memory = opened(embedder=embedder)
    for recipe in ("oom", "xid79", "forbidden"):
        await memory.record(make_incident(recipe))
    hits = (await memory.search("graphics card disappeared from PCI express")).hits
    assert hits[0].id == "xid79-1"
