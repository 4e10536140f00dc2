"""Similarity with the real model."""

from collections.abc import Callable

import pytest

from casebook_analyzer.embedding import Embedder, load_embedder
from casebook_analyzer.memory import Memory
from tests.analyzer.memory.incidents import RECIPES, make_incident, make_resolution

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    found = load_embedder("auto")
    assert found is not None
    return found


@pytest.mark.timeout(300)
async def test_of_all_failures_the_one_alike_is_attached(opened: Callable[..., Memory], embedder: Embedder) -> None:
    memory = opened(embedder=embedder)
    for recipe in RECIPES:
        if recipe != "missing_env":
            await memory.record(make_incident(recipe, resolution=make_resolution("env REDIS_URL added")))
    case = make_incident()
    found = await memory.similar(case.bundle, case.conclusion)
    (attached,) = found.incidents
    assert attached.id == "missing_env_worker-1"
    assert attached.score_permille >= 650
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
    assert hits[0].incident_id == "xid79-1"
