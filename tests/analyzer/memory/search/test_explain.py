"""How one incident came to be attached to another."""

from collections.abc import Callable

import msgspec
import pytest

from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.memory.search.explain import explain
from casebook_analyzer.memory.search.explanation import Explanation
from casebook_analyzer.memory.search.scoring import permille
from casebook_analyzer.models import Band, Incident
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import RECIPES, make_incident


async def _fill(dsn: str) -> None:
    """One incident of each recipe, and a case that came back."""
    async with open_memory(dsn, tenant="cluster-a", embedder=WordEmbedder()) as memory:
        for recipe in RECIPES:
            await memory.record(make_incident(recipe))
        await memory.record(make_incident(number=2, workload="cart", days=1))


filled = pytest.mark.database(filled_by=_fill)


async def _explained(memory: Memory, incident_id: str, hit_id: str) -> Explanation:
    found = await explain(memory.session, incident_id, hit_id)
    assert found is not None
    return found


@filled
async def test_the_numbers_are_those_of_similar(memory: Memory) -> None:
    case = await memory.by_id("missing_env-2")
    assert case is not None
    found = await memory.similar(case.bundle, case.conclusion, exclude_id=case.id)
    assert found.incidents
    for place, attached in enumerate(found.incidents, start=1):
        one = await _explained(memory, "missing_env-2", attached.id)
        assert one.cosine is not None
        assert permille(one.score) == attached.score_permille
        assert permille(one.agreement_points) == attached.structure_permille
        assert permille(one.cosine.normalised) == attached.cosine_permille
        assert permille(one.lexical.normalised) == attached.lexical_permille
        assert one.band is attached.band
        assert (one.rank, one.speaker) == (place, attached.id)
        assert one.exact is found.exact


@filled
async def test_the_terms_add_up_to_the_lexical_leg(memory: Memory) -> None:
    one = await _explained(memory, "missing_env-1", "missing_env_worker-1")
    assert sum(term.contribution for term in one.terms) == pytest.approx(one.lexical.raw, abs=1e-4)
    assert sum(term.share for term in one.terms) == pytest.approx(one.lexical.normalised, abs=1e-4)
    assert one.lexical.raw / one.perfect_bm25 == pytest.approx(one.lexical.normalised, abs=1e-4)
    assert {"variable", "environment"} <= {term.term for term in one.terms}


@filled
async def test_the_legs_and_their_weights_add_up_to_the_score(memory: Memory) -> None:
    one = await _explained(memory, "missing_env-1", "missing_env_worker-1")
    assert one.cosine is not None
    retrievers = (one.cosine, one.lexical)
    assert sum(retriever.weight * retriever.normalised for retriever in retrievers) == pytest.approx(
        one.score, abs=1e-6
    )
    assert sum(retriever.weight for retriever in retrievers) == pytest.approx(1)


@filled
async def test_a_hit_has_its_rank_in_each_leg_among_all_others(memory: Memory) -> None:
    twin = await _explained(memory, "missing_env-1", "missing_env-2")
    assert twin.cosine is not None
    assert (twin.cosine.rank, twin.lexical.rank) == (1, 1)
    assert twin.cosine.among == twin.lexical.among == len(RECIPES)
    cousin = await _explained(memory, "missing_env-1", "missing_env_worker-1")
    assert cousin.lexical.rank == 2


@filled
async def test_what_is_not_similar_says_why(memory: Memory) -> None:
    one = await _explained(memory, "missing_env-1", "xid79-1")
    assert one.band is None
    assert one.rank is None
    assert one.speaker == ""
    assert "below" in one.reason


@filled
async def test_who_speaks_for_a_family_is_named(memory: Memory) -> None:
    await memory.record(make_incident(number=3, days=3))
    one = await _explained(memory, "missing_env-2", "missing_env-1")
    assert one.speaker == "missing_env-3"
    assert one.rank is None
    assert one.band is Band.STRONG


@filled
async def test_fields_stand_side_by_side(memory: Memory) -> None:
    fields = {field.name: field for field in (await _explained(memory, "missing_env-1", "oom-1")).fields}
    assert (fields["exit code"].here, fields["exit code"].there) == ("1", "137")
    assert not fields["signature"].equal
    assert fields["owner kind"].equal
    assert fields["xid"].here == ""


async def test_without_vectors_the_words_carry_the_whole_weight(lexical_memory: Memory) -> None:
    for number in (1, 2):
        await lexical_memory.record(make_incident(number=number))
    one = await _explained(lexical_memory, "missing_env-1", "missing_env-2")
    assert one.cosine is None
    assert one.lexical.weight == 1.0
    assert one.score == one.lexical.normalised


async def test_vectors_of_two_models_are_not_compared(opened: Callable[..., Memory]) -> None:
    await opened(embedder=WordEmbedder(revision="1")).record(make_incident())
    memory = opened(embedder=WordEmbedder(revision="2"))
    await memory.record(make_incident(number=2))
    assert (await _explained(memory, "missing_env-2", "missing_env-1")).cosine is None


@filled
async def test_an_incident_that_is_not_there_is_not_explained(memory: Memory, opened: Callable[..., Memory]) -> None:
    assert await explain(memory.session, "missing_env-1", "nothing\0") is None
    assert await explain(memory.session, "nothing", "missing_env-1") is None
    other = opened(tenant="cluster-b")
    assert await explain(other.session, "missing_env-1", "missing_env-2") is None


async def test_rules_are_compared(memory: Memory) -> None:
    for incident in (make_incident(), make_incident("missing_env_worker")):
        await memory.record(_decided(incident, "missing-variable"))
    one = await _explained(memory, "missing_env-1", "missing_env_worker-1")
    assert one.agreement.rule is True
    assert {field.name: field.equal for field in one.fields}["rule"]


def _decided(incident: Incident, rule: str) -> Incident:
    return msgspec.structs.replace(incident, conclusion=msgspec.structs.replace(incident.conclusion, rules=(rule,)))
