"""Which past incidents are attached to a case."""

from collections.abc import Callable, Iterator

import msgspec
import psycopg
import pytest

from casebook_analyzer.memory import Memory, SimilarResult
from casebook_analyzer.memory.database.tables import Corpus
from casebook_analyzer.memory.search import retrievers
from casebook_analyzer.models import Band, Incident, ResolutionKind
from tests.analyzer.memory.embedders import DeadEmbedder, WordEmbedder
from tests.analyzer.memory.incidents import make_incident, make_resolution


def _decided(incident: Incident) -> Incident:
    """The same, with the rule that a taxonomy would name."""
    conclusion = msgspec.structs.replace(incident.conclusion, rules=("missing-variable",))
    return msgspec.structs.replace(incident, conclusion=conclusion)


async def _similar(memory: Memory, incident: Incident, limit: int = 5) -> SimilarResult:
    return await memory.similar(incident.bundle, incident.conclusion, exclude_id=incident.id, limit=limit)


async def test_the_first_incident_has_nothing_to_resemble(memory: Memory) -> None:
    found = await _similar(memory, make_incident())
    assert found == SimilarResult(incidents=(), reason="memory is empty: this is the first incident", searched=0)


async def test_the_same_failure_of_another_workload_is_found_with_what_fixed_it(memory: Memory) -> None:
    await memory.record(make_incident(workload="checkout", resolution=make_resolution()))
    found = await _similar(memory, make_incident(number=2, workload="cart", namespace="other"))
    (attached,) = found.incidents
    assert attached.id == "missing_env-1"
    assert attached.band is Band.STRONG
    assert attached.score_permille == 1000
    assert attached.resolution == "env DATABASE_URL added to container app"
    assert attached.seconds_to_resolve == 600
    assert attached.why[0] == "same signature (CrashLoopBackOff, exit 1)"
    assert found.reason == "1 similar among 1 incident"


async def test_unlike_failures_are_not_attached(memory: Memory) -> None:
    for recipe in ("oom", "xid79", "forbidden"):
        await memory.record(make_incident(recipe))
    found = await _similar(memory, make_incident())
    assert found.incidents == ()
    assert found.reason == "nothing similar among 3 incidents"
    assert found.searched == 3


async def test_a_case_does_not_resemble_itself(memory: Memory) -> None:
    await memory.record(make_incident())
    assert (await _similar(memory, make_incident())).searched == 0


@pytest.mark.parametrize("embedder", [None, DeadEmbedder()])
async def test_without_a_model_that_works_similar_incidents_are_found_by_words(
    opened: Callable[..., Memory], embedder: DeadEmbedder | None
) -> None:
    memory = opened(embedder=embedder)
    await memory.record(_decided(make_incident("missing_env_worker", resolution=make_resolution())))
    await memory.record(make_incident("oom"))
    found = await _similar(memory, _decided(make_incident()))
    (attached,) = found.incidents
    assert attached.id == "missing_env_worker-1"
    assert attached.cosine_permille is None
    assert attached.score_permille == attached.lexical_permille
    missing = "the embedding model failed" if embedder else "no embedding model"
    assert found.reason == f"1 similar among 2 incidents ({missing}: lexical search only)"


async def test_the_shared_words_are_named(lexical_memory: Memory) -> None:
    await lexical_memory.record(_decided(make_incident("missing_env_worker")))
    (attached,) = (await _similar(lexical_memory, _decided(make_incident()))).incidents
    (why,) = [reason for reason in attached.why if "lexical weight" in reason]
    assert why.startswith(f"shares {round(attached.lexical_permille / 10)} % of the lexical weight: ")
    assert "variable" in why


async def test_a_failure_that_came_back_is_attached_once(memory: Memory) -> None:
    for number in range(10):
        await memory.record(make_incident(number=number, days=number))
    (attached,) = (await _similar(memory, make_incident(number=99))).incidents
    assert attached.id == "missing_env-9"


async def test_the_occurrence_that_was_fixed_speaks_for_the_others(memory: Memory) -> None:
    for number in range(10):
        await memory.record(make_incident(number=number, days=number))
    await memory.resolve("missing_env-2", make_resolution())
    await memory.resolve("missing_env-5", make_resolution("gone", kind=ResolutionKind.SUBJECT_DELETED))
    (attached,) = (await _similar(memory, make_incident(number=99))).incidents
    assert attached.id == "missing_env-2"


@pytest.fixture
def _short_answers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Three rows at a time, and two families of them. Statements are kept, those of other tests too."""
    retrievers.proposals.cache_clear()
    monkeypatch.setattr(retrievers, "FAMILIES", 2)
    monkeypatch.setattr(retrievers, "ROWS", {Corpus.CASE: 3})
    yield
    retrievers.proposals.cache_clear()


@pytest.mark.usefixtures("_short_answers")
async def test_a_frequent_failure_does_not_hide_a_rarer_one(memory: Memory) -> None:
    await memory.record(_decided(make_incident("missing_env_worker")))
    for number in range(8):
        await memory.record(make_incident(number=number))
    found = await _similar(memory, _decided(make_incident(number=99)), limit=2)
    assert [incident.id for incident in found.incidents] == ["missing_env-7", "missing_env_worker-1"]


async def test_an_incident_that_is_not_embedded_yet_is_found_by_its_words(opened: Callable[..., Memory]) -> None:
    await opened(embedder=DeadEmbedder()).record(make_incident())
    (attached,) = (await _similar(opened(embedder=WordEmbedder()), make_incident(number=2))).incidents
    assert attached.cosine_permille is None


async def test_vectors_of_two_models_are_never_compared(opened: Callable[..., Memory]) -> None:
    await opened(embedder=WordEmbedder(revision="1")).record(make_incident())
    (attached,) = (await _similar(opened(embedder=WordEmbedder(revision="2")), make_incident(number=2))).incidents
    assert attached.cosine_permille is None


async def test_incidents_of_other_tenants_are_not_found(opened: Callable[..., Memory]) -> None:
    await opened(embedder=WordEmbedder(), tenant="cluster-b").record(make_incident(tenant="cluster-b"))
    mine = opened(embedder=WordEmbedder(), tenant="cluster-a")
    assert (await _similar(mine, make_incident(number=2))).searched == 0
    assert await mine.by_id("missing_env-1") is None
    assert (await mine.search("environment variable")).hits == ()
    assert (await mine.stats()).incidents == 0


async def test_both_legs_are_computed_for_what_one_leg_proposed(memory: Memory, dsn: str) -> None:
    """A vector that points away from the query does not take the lexical share away."""
    await memory.record(make_incident())
    with psycopg.connect(dsn) as connection:
        connection.execute(
            "UPDATE case_vector SET embedding = (SELECT array_agg(-1)::halfvec FROM generate_series(1, 64))"
        )
    (attached,) = (await _similar(memory, make_incident(number=2))).incidents
    assert attached.lexical_permille == 1000
    assert attached.cosine_permille is not None
    assert attached.cosine_permille < 500


async def _of_shop(memory: Memory, limit: int = 5) -> list[str]:
    case = make_incident(number=9999)
    found = await memory.similar(case.bundle, case.conclusion, namespace="shop", exclude_id=case.id, limit=limit)
    return [incident.id for incident in found.incidents]


async def test_the_own_incident_that_was_fixed_is_attached_however_many_newer_ones_others_have(memory: Memory) -> None:
    await memory.record(make_incident(number=1, resolution=make_resolution()))
    for number in range(2, 8):
        await memory.record(
            make_incident(number=number, days=number, namespace="bank", workload="ledger", resolution=make_resolution())
        )
    assert await _of_shop(memory) == ["missing_env-1"]
    assert [one.id for one in (await _similar(memory, make_incident(number=99))).incidents] == ["missing_env-7"]


@pytest.mark.usefixtures("_short_answers")
async def test_families_of_others_take_no_place_from_the_own_one(memory: Memory) -> None:
    """An own failure that is less alike than everything that others have, proposed and attached all the same."""
    await memory.record(_decided(make_incident("missing_env_worker", resolution=make_resolution())))
    for number in range(8):
        incident = _decided(make_incident(number=number, namespace="bank", workload="ledger"))
        signature = msgspec.structs.replace(incident.conclusion.signature, key=f"family-{number}", template="")
        conclusion = msgspec.structs.replace(incident.conclusion, signature=signature, rules=(f"rule-{number}",))
        await memory.record(msgspec.structs.replace(incident, conclusion=conclusion))
    case = _decided(make_incident(number=99))
    found = await memory.similar(case.bundle, case.conclusion, namespace="shop", limit=2)
    assert "missing_env_worker-1" in [incident.id for incident in found.incidents]


async def test_a_namespace_without_an_own_incident_gets_those_of_others(memory: Memory) -> None:
    await memory.record(make_incident(namespace="bank", workload="ledger"))
    assert await _of_shop(memory) == ["missing_env-1"]
