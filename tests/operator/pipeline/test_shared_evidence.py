"""The head of an outage says what those that fail for it say in the same words, and nothing that one alone says."""

from typing import Any

import pytest

from casebook_analyzer.models import ObjectState, SharedCause
from casebook_operator.pipeline.shared_evidence import SharedEvidence
from tests.operator.builders import bundle, conclusion, incident
from tests.operator.cases.crisis import DATABASE, SERVICE, Crisis, failing

WHY = "Service db has no ready pod: Deployment db is scaled to 0 (changed by kubectl at 2026-03-10 09:40:12 UTC)."


def chain(cause: str) -> list[dict[str, Any]]:
    changed = {"role": "Change", "text": "Deployment db was written by kubectl", "facts": ["F1"]}
    return [changed, {"role": "Cause", "text": cause, "facts": ["F2"]}]


async def because(cause: SharedCause, *sentences: str) -> str:
    """Why, as the head of those that say these sentences of a cause tells it."""
    cases = [failing(f"app-{place}", cause, causalChain=chain(said)) for place, said in enumerate(sentences)]
    crisis = Crisis(*cases)
    await crisis.sweep()
    crisis.memory.incidents = {
        case.uid: incident(id=case.uid, conclusion=conclusion(shared=(cause,))) for case in cases
    }
    memory: Any = crisis.memory
    found = await SharedEvidence(crisis.cases.index, crisis.heads, memory).of(crisis.opened()[0])
    return found.facts[0].attributes.get("because", "")


def state(kind: str, name: str, **values: str) -> ObjectState:
    return ObjectState(kind=kind, namespace="shop", name=name, state=values)


async def test_it_rests_on_what_all_of_them_rest_on() -> None:
    cases = [failing(f"app-{place}", SERVICE) for place in range(5)]
    crisis = Crisis(*cases)
    await crisis.sweep()
    both = (state("Deployment", "db", replicas="0"), state("Service", "db"))
    crisis.memory.incidents = {
        case.uid: incident(
            id=case.uid,
            conclusion=conclusion(shared=(SERVICE,)),
            bundle=bundle(objects=(state("Deployment", case.subject.name), *both)),
        )
        for case in cases
    }
    memory: Any = crisis.memory
    found = await SharedEvidence(crisis.cases.index, crisis.heads, memory).of(crisis.opened()[0])
    assert found.objects == both


async def test_what_most_of_them_say_of_an_object_the_head_says() -> None:
    assert await because(SERVICE, *[WHY] * 4, "The Service db has no ready pod behind it.") == WHY


async def test_it_says_whole_sentences() -> None:
    long = f"{WHY} Looked up: Deployment shop/db is scaled to 0, and Service db needs it."
    assert await because(SERVICE, *[long] * 5) == WHY


async def test_where_each_has_words_of_its_own_none_speaks_for_the_others() -> None:
    assert await because(SERVICE, *(f"Container {name} misses it." for name in "abcdef")) == ""


@pytest.mark.parametrize("logged", [True, False])
async def test_of_a_peer_no_more_is_told_than_its_name(logged: bool) -> None:
    peer = SharedCause(kind=DATABASE.kind, name=DATABASE.name, logged=logged)
    assert await because(peer, *["Nothing listens at db.example.com:5432."] * 5) == ""
