"""Incidents and subjects by what people call them."""

from collections.abc import Callable

import msgspec

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.browse.lookup import called, signature_of, subjects_like
from tests.analyzer.memory.incidents import make_incident
from tests.rows import of_every

NAME = "checkout-missing-env-1"


@of_every("name", [NAME, f"shop/{NAME}", "missing_env-1"])
async def test_an_incident_is_found_by_name_and_by_id(lexical_memory: Memory, name: str) -> None:
    await lexical_memory.record(make_incident())
    assert await called(lexical_memory.session, name) == [make_incident()]


async def test_a_name_that_was_used_again_is_that_of_the_latest(lexical_memory: Memory) -> None:
    for days in (3, 9, 1):
        again = msgspec.structs.replace(make_incident(days=days), id=f"day-{days}")
        await lexical_memory.record(again)
    assert [found.id for found in await called(lexical_memory.session, NAME)] == ["day-9"]


async def test_a_name_of_two_namespaces_is_two_incidents(lexical_memory: Memory) -> None:
    await lexical_memory.record(make_incident())
    await lexical_memory.record(msgspec.structs.replace(make_incident(), id="twin", namespace="bank"))
    assert [found.namespace for found in await called(lexical_memory.session, NAME)] == ["bank", "shop"]


@of_every("name", ["", "/", "\0", "%", "shop/", "'; DROP TABLE incident; --"])
async def test_a_name_that_is_none_finds_nothing(lexical_memory: Memory, name: str) -> None:
    await lexical_memory.record(make_incident())
    assert await called(lexical_memory.session, name) == []


async def test_subjects_are_alike_by_their_name_in_whatever_case(lexical_memory: Memory) -> None:
    await lexical_memory.record(make_incident())
    assert await subjects_like(lexical_memory.session, "deployment/bank/CHECK") == ["Deployment/shop/checkout"]
    assert await subjects_like(lexical_memory.session, "%") == []


async def test_other_tenants_find_nothing(opened: Callable[..., Memory]) -> None:
    ours, theirs = opened(), opened(tenant="cluster-b")
    await ours.record(make_incident())
    key = make_incident().conclusion.signature.key
    assert await signature_of(ours.session, key) == make_incident().conclusion.signature
    assert await signature_of(theirs.session, key) is None
    assert await called(theirs.session, NAME) == []
    assert await subjects_like(theirs.session, "checkout") == []
