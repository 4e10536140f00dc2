"""Incidents and subjects by what people call them."""

from collections.abc import Callable

import msgspec
from sqlalchemy import event

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.browse.lookup import called, knows_family, signature_of, subjects_like
from casebook_analyzer.memory.database.planning import FROM_INDEXES
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


async def test_a_family_is_known_to_who_may_see_an_incident_of_it(lexical_memory: Memory) -> None:
    found, shop = make_incident(), frozenset({"shop"})
    await lexical_memory.record(found)
    key, session = found.conclusion.signature.key, lexical_memory.session
    for namespaces, known in ((None, True), (shop, True), (shop | {"bank"}, True), ({"bank"}, False), ((), False)):
        view = View(namespaces=None if namespaces is None else frozenset(namespaces))
        assert await knows_family(session, key, view) is known, namespaces
    assert not await knows_family(session, "\0", View())


_COPIES = """
INSERT INTO {table} SELECT (jsonb_populate_record(one, jsonb_build_object({changes}))).*
FROM {table} AS one, generate_series(1, {number}) AS n
"""
_CHANGES = (
    "'id', 'copy-' || n, 'family', 'family-' || CASE WHEN n > 500 THEN 20 ELSE n END, "
    "'namespace', 'ns-' || CASE WHEN n > 500 THEN 20 ELSE mod(n, 20) END"
)
"""Of 500 families one has 2,501 incidents, in a namespace of its own but for one."""


async def test_how_often_others_have_a_family_does_not_change_how_it_is_looked_for(lexical_memory: Memory) -> None:
    """A list of them is another matter: all that there is may be read until there is one in view."""
    await lexical_memory.record(make_incident())
    session, asked = lexical_memory.session, list[tuple[str, object]]()
    async with session.transaction() as connection:
        for statement in (
            _COPIES.format(table="family", number=500, changes="'id', 'family-' || n"),
            _COPIES.format(table="incident", number=3000, changes=_CHANGES),
            "ANALYZE incident",
        ):
            await connection.exec_driver_sql(statement)
    event.listen(session._engine.sync_engine, "before_cursor_execute", lambda *given: asked.append(given[2:4]))
    plans = set()
    for family in ("family-20", "family-2", "family-0"):
        asked.clear()
        assert not await knows_family(session, family, View(namespaces=frozenset({"ns-1"})))
        (statement, given), *_ = [one for one in asked if "member" in one[0]]
        async with session.transaction(settings=FROM_INDEXES) as connection:
            rows = await connection.exec_driver_sql(f"EXPLAIN (COSTS OFF) {statement}", given)
            plans.add("\n".join(rows.scalars()).replace(family, ""))
    (plan,) = plans
    assert "using ix_incident_family" in plan
