"""A list of incidents: in order, in pages that join, and only what was wanted."""

from collections.abc import Callable
from datetime import timedelta

import msgspec
import pytest

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.browse.listing import IncidentCounts
from casebook_analyzer.memory.incidents.filters import IncidentFilter, IncidentState
from casebook_analyzer.memory.incidents.page_cursor import PageCursor
from casebook_analyzer.models import Category, Feedback, FeedbackSource, Incident, Severity, Verdict
from tests.analyzer.memory.incidents import OPENED, make_incident, make_resolution


def on(incident: Incident, node: str) -> Incident:
    signal = msgspec.structs.replace(incident.bundle.signal, node_name=node)
    return msgspec.structs.replace(incident, bundle=msgspec.structs.replace(incident.bundle, signal=signal))


@pytest.fixture
async def memory(lexical_memory: Memory) -> Memory:
    """Two of one family in ``shop``, of which one is over; others in ``bank`` and ``media``."""
    for one in (
        make_incident(number=1, resolution=make_resolution()),
        on(make_incident(number=2, days=2), "worker-1"),
        make_incident("oom", namespace="bank", workload="payments", days=1),
        on(make_incident("forbidden", namespace="media", workload="importer", days=3), "worker-2"),
    ):
        await lexical_memory.record(one)
    return lexical_memory


async def ids(memory: Memory, **wanted: object) -> list[str]:
    return [row.id for row in (await memory.browse(IncidentFilter(**wanted))).rows]  # type: ignore[arg-type]


async def test_the_latest_is_first(memory: Memory) -> None:
    assert await ids(memory) == ["forbidden-1", "missing_env-2", "oom-1", "missing_env-1"]


async def test_only_what_is_wanted_is_listed(memory: Memory) -> None:
    assert await ids(memory, namespaces=frozenset({"shop", "bank"})) == ["missing_env-2", "oom-1", "missing_env-1"]
    assert await ids(memory, namespaces=frozenset()) == []
    assert await ids(memory, category=Category.CONFIG_ERROR) == ["missing_env-2", "missing_env-1"]
    assert await ids(memory, state=IncidentState.RESOLVED) == ["missing_env-1"]
    assert await ids(memory, state=IncidentState.OPEN) == ["forbidden-1", "missing_env-2", "oom-1"]
    assert await ids(memory, subject="Deployment/bank/payments") == ["oom-1"]
    assert await ids(memory, node="worker-1") == ["missing_env-2"]
    assert await ids(memory, family=make_incident().conclusion.signature.key) == ["missing_env-2", "missing_env-1"]
    assert await ids(memory, ids=("oom-1", "nobody")) == ["oom-1"]
    assert await ids(memory, severity=Severity.WARNING) == await ids(memory)
    assert await ids(memory, severity=Severity.INFO) == []
    assert await ids(memory, node="\0", subject="'; --", owner="\0") == []
    assert await ids(memory, since=OPENED + timedelta(days=2)) == ["forbidden-1", "missing_env-2"]
    assert await ids(memory, until=OPENED + timedelta(days=1)) == ["missing_env-1"]


async def test_who_is_asked_is_told_by_a_tag_and_follows_the_conclusion(memory: Memory) -> None:
    one = make_incident("oom", namespace="bank", workload="payments", days=1)
    for tags, found in (
        (("zone=a", "owner=payments=1"), {"payments=1": ["oom-1"], "payments": []}),
        (("owner=\0" + "x" * 300,), {"\0" + "x" * 300: ["oom-1"], "\ufffd" + "x" * 250: ["oom-1"], "payments=1": []}),
        (("coowner=x",), {"x": [], "": await ids(memory)}),
    ):
        conclusion = msgspec.structs.replace(one.conclusion, environment_tags=tags)
        await memory.record(msgspec.structs.replace(one, conclusion=conclusion))
        for owner, expected in found.items():
            assert await ids(memory, owner=owner) == expected, (tags, owner)


async def test_a_row_tells_how_it_ended_and_what_people_say(memory: Memory) -> None:
    word = Feedback(
        verdict=Verdict.CORRECTED,
        category=Category.SOFTWARE_BUG,
        cause="A release forgot it",
        source=FeedbackSource.COMMAND,
        given_at=OPENED,
    )
    await memory.give_feedback("missing_env-1", word)
    row = (await memory.browse(IncidentFilter())).rows[-1]
    assert (row.category, row.title, row.verdict) == (Category.SOFTWARE_BUG, "A release forgot it", Verdict.CORRECTED)
    assert (row.resolution, row.seconds_to_resolve) == ("env DATABASE_URL added to container app", 600)
    assert (row.confidence, row.family) == (85, make_incident().conclusion.signature.key)


async def test_counts_are_of_both_states_and_of_what_is_wanted(memory: Memory) -> None:
    assert await memory.counts(IncidentFilter()) == IncidentCounts(open=3, resolved=1)
    shop = IncidentFilter(namespaces=frozenset({"shop"}), state=IncidentState.OPEN)
    assert await memory.counts(shop) == IncidentCounts(open=1, resolved=1)


async def test_namespaces_are_those_that_have_incidents(memory: Memory, opened: Callable[..., Memory]) -> None:
    assert await memory.namespaces() == ["bank", "media", "shop"]
    assert await opened(tenant="cluster-b").namespaces() == []


async def test_another_tenant_sees_nothing(memory: Memory, opened: Callable[..., Memory]) -> None:
    other = opened(tenant="cluster-b")
    assert (await other.browse(IncidentFilter())).rows == ()
    assert await other.counts(IncidentFilter()) == IncidentCounts(open=0, resolved=0)


async def test_pages_join_in_both_directions_also_where_times_are_equal(lexical_memory: Memory) -> None:
    for number in range(23):
        one = msgspec.structs.replace(make_incident(number=number), opened_at=OPENED + timedelta(seconds=number // 4))
        await lexical_memory.record(one)
    whole = [row.id for row in (await lexical_memory.browse(IncidentFilter(), limit=100)).rows]
    seen: list[str] = []
    before: PageCursor | None = None
    while True:
        page = await lexical_memory.browse(IncidentFilter(), before=before, limit=5)
        assert page.newer is (before is not None)
        seen += [row.id for row in page.rows]
        if not page.older:
            break
        before = page.rows[-1].cursor
    assert seen == whole
    back = await lexical_memory.browse(IncidentFilter(), after=page.rows[0].cursor, limit=5)
    assert [row.id for row in back.rows] == whole[15:20]
    assert (back.newer, back.older) == (True, True)
    first = await lexical_memory.browse(IncidentFilter(), after=back.rows[0].cursor, limit=50)
    assert [row.id for row in first.rows] == whole[:15]
    assert not first.newer
