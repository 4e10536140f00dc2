"""An overview counts each incident once, where and when it belongs, and of what is wanted alone."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from statistics import quantiles

import msgspec
import pytest

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.browse import overview
from casebook_analyzer.memory.browse.overview_shapes import Overview
from casebook_analyzer.memory.browse.steps import MOST, beginnings, begins, step_of
from casebook_analyzer.memory.incidents.filters import IncidentFilter, IncidentState
from casebook_analyzer.models import (
    Category,
    Feedback,
    FeedbackSource,
    Incident,
    ResolutionKind,
    Severity,
    Verdict,
)
from tests.analyzer.memory.incidents import OPENED, make_incident, make_resolution

NOW = OPENED + timedelta(days=20, hours=3)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
async def memory(lexical_memory: Memory) -> Memory:
    """Three of one family in ``shop``, of which two are over and one of these came back; a node's; an outage."""
    over = make_resolution()
    for one in (
        make_incident(number=1, resolution=over),
        make_incident(number=2, days=2, resolution=msgspec.structs.replace(over, resolved_at=OPENED + 2 * DAY + HOUR)),
        make_incident(number=3, days=18),
        make_incident("xid79", namespace="casebook", workload="gpu-1", days=3),
        make_incident("oom", namespace="bank", workload="payments", days=1),
        make_incident("forbidden", namespace="media", workload="importer", days=3),
    ):
        await lexical_memory.record(one)
    await lexical_memory.hang(["forbidden-1"], "oom-1")
    return lexical_memory


async def seen(memory: Memory, now: datetime = NOW, **wanted: object) -> Overview:
    return await memory.overview(IncidentFilter(**wanted), now, recurrence=timedelta(days=30))  # type: ignore[arg-type]


async def test_every_incident_is_counted_once_at_its_time(memory: Memory) -> None:
    found = await seen(memory)
    assert (found.opened, found.resolved, found.open_now) == (6, 2, 4)
    assert found.step_seconds == DAY.total_seconds()
    assert {one.begins.day: one.count for one in found.steps if one.count} == {1: 1, 2: 1, 3: 1, 4: 2, 19: 1}
    assert [one.begins for one in found.steps] == [begins(OPENED, DAY) + DAY * number for number in range(21)]
    assert found.steps[0].categories == {Category.CONFIG_ERROR: 1}


async def test_a_period_narrows_what_was_opened_and_not_what_is_open(memory: Memory) -> None:
    found = await seen(memory, since=OPENED + DAY, until=OPENED + 3 * DAY)
    assert (found.opened, found.resolved, found.open_now) == (2, 1, 4)
    assert found.until == OPENED + 3 * DAY
    nothing = await seen(memory, since=NOW + DAY)
    assert (nothing.opened, nothing.steps, nothing.open_now) == (0, (), 4)
    turned = await seen(memory, since=OPENED + 3 * DAY, until=OPENED)
    assert (turned.opened, turned.steps) == (0, ())


async def test_what_is_open_comes_by_urgency(memory: Memory) -> None:
    open_ = (await seen(memory)).open
    assert sum(one.count for one in open_) == 4
    assert [one.severity.rank for one in open_] == sorted(one.severity.rank for one in open_)
    assert {one.category for one in open_ if one.severity is Severity.WARNING} >= {Category.RESOURCE_EXHAUSTION}


async def test_only_what_is_wanted_is_counted_in_every_part(memory: Memory) -> None:
    shop = await seen(memory, namespaces=frozenset({"shop"}), state=IncidentState.RESOLVED)
    assert (shop.opened, shop.resolved, shop.open_now, shop.heads, shop.nodes) == (3, 2, 1, (), ())
    none = await seen(memory, namespaces=frozenset())
    assert (none.opened, none.open, none.heads, none.times, none.recurring, none.fixes, none.nodes) == (
        0, (), (), (), (), (), ()
    )  # fmt: skip
    assert none.steps == ()
    assert (await seen(memory, category=Category.PERMISSION_DENIED)).opened == 1


async def test_the_first_step_tells_of_nothing_that_the_reader_may_not_see(memory: Memory) -> None:
    """When the oldest incident of others was opened is theirs to know."""
    for since in (None, OPENED - 30 * DAY):
        bank = await seen(memory, namespaces=frozenset({"bank"}), since=since)
        assert bank.steps[0].begins == begins(OPENED + DAY, DAY), since
        of_two = await seen(memory, namespaces=frozenset({"bank", "media"}), since=since)
        assert (of_two.steps[0].begins, of_two.opened) == (begins(OPENED + DAY, DAY), 2), since
        assert (await seen(memory, namespaces=frozenset({"nothing"}), since=since)).steps == (), since
    later = await seen(memory, namespaces=frozenset({"bank"}), since=OPENED + 5 * DAY)
    assert (later.steps[0].begins, later.opened) == (begins(OPENED + 5 * DAY, DAY), 0)


async def test_another_tenant_sees_nothing(memory: Memory, opened: Callable[..., Memory]) -> None:
    found = await seen(opened(tenant="cluster-b"))
    assert (found.opened, found.open_now, found.steps, found.recurring, found.learned_from) == (0, 0, (), (), 0)


async def test_times_are_of_what_something_can_be_learned_from(memory: Memory) -> None:
    (times,) = (await seen(memory)).times
    assert (times.category, times.count) == (Category.CONFIG_ERROR, 2)
    assert 600 <= times.median_seconds <= times.ninth_decile_seconds <= 3600
    explained = msgspec.structs.replace(make_resolution(), kind=ResolutionKind.EXPLAINED)
    await memory.resolve("oom-1", explained)
    found = await seen(memory)
    assert (found.times, found.resolved) == ((times,), 3)


async def test_figures_are_those_of_a_fresh_count(lexical_memory: Memory) -> None:
    """Over random incidents of several namespaces and categories, of which some are over and some teach nothing."""
    drawn, made = Random(7), []
    for number in range(40):
        over = drawn.choice(
            (None, ResolutionKind.TEMPLATE_CHANGED, ResolutionKind.TEMPLATE_CHANGED, ResolutionKind.EXPLAINED)
        )
        one = make_incident(
            drawn.choice(("missing_env", "oom", "forbidden")),
            number=number,
            namespace=drawn.choice(("shop", "bank", "media")),
            days=drawn.randrange(400),
        )
        lasted = timedelta(seconds=drawn.randint(1, 90_000))
        ended = (
            msgspec.structs.replace(make_resolution(), kind=over, resolved_at=one.opened_at + lasted) if over else None
        )
        made.append(msgspec.structs.replace(one, resolution=ended))
        await lexical_memory.record(made[-1])
    since, until = OPENED + 30 * DAY, OPENED + 350 * DAY
    for namespaces in ({"shop", "bank", "media"}, {"shop", "media"}, {"bank"}):
        found = await seen(lexical_memory, namespaces=frozenset(namespaces), since=since, until=until)
        wanted = [one for one in made if one.namespace in namespaces and since <= one.opened_at < until]
        assert (found.opened, found.resolved) == (len(wanted), sum(one.resolution is not None for one in wanted))
        step = timedelta(seconds=found.step_seconds)
        counted = Counter((begins(one.opened_at, step), one.conclusion.category) for one in wanted)
        assert {(of.begins, name): count for of in found.steps for name, count in of.categories.items()} == counted
        assert {one.category: (one.count, one.median_seconds, one.ninth_decile_seconds) for one in found.times} == {
            category: _shares(seconds) for category, seconds in _lasted(wanted).items()
        }


def _lasted(incidents: Sequence[Incident]) -> dict[Category, list[float]]:
    """Seconds of each incident that something can be learned from."""
    found: defaultdict[Category, list[float]] = defaultdict(list)
    for one in incidents:
        if one.resolution is not None and one.resolution.kind.teaches:
            found[one.conclusion.category].append((one.resolution.resolved_at - one.opened_at).total_seconds())
    return found


def _shares(seconds: list[float]) -> tuple[int, int, int]:
    """How many, their median and their ninth decile, as whole seconds."""
    if len(seconds) == 1:
        return 1, int(seconds[0]), int(seconds[0])
    tenths = quantiles(seconds, n=10, method="inclusive")
    return len(seconds), int(tenths[4]), int(tenths[8])


async def test_what_recurs_has_its_latest_first_and_says_how_often(memory: Memory) -> None:
    (one,) = (await seen(memory)).recurring
    assert (one.count, one.open, one.subjects, one.latest.id) == (3, 1, 1, "missing_env-3")
    assert (await seen(memory, since=OPENED + 3 * DAY)).recurring == ()


async def test_the_latest_of_what_recurs_is_one_that_is_wanted(memory: Memory) -> None:
    """A fault of a node gives several namespaces incidents of one family that begin in one second."""
    await memory.record(make_incident(number=9, namespace="zoo", workload="secret-project", days=18))
    (one,) = (await seen(memory, namespaces=frozenset({"shop"}))).recurring
    assert (one.latest.id, one.latest.namespace) == ("missing_env-3", "shop")
    (of_all,) = (await seen(memory)).recurring
    assert of_all.latest.id == "missing_env-9"


async def test_a_fix_that_did_not_last_stands_among_those_that_failed(memory: Memory) -> None:
    found = await seen(memory)
    assert [(one.fix, one.succeeded, one.tried) for one in found.failed_fixes] == [("set env DATABASE_URL", 0, 1)]
    assert found.fixes == ()
    word = Feedback(verdict=Verdict.REJECTED, source=FeedbackSource.COMMAND, given_at=NOW)
    await memory.give_feedback("missing_env-3", word)
    later = await seen(memory, since=OPENED + HOUR)
    assert [(one.fix, one.succeeded, one.tried) for one in later.fixes] == [("set env DATABASE_URL", 1, 1)]


async def test_another_failure_says_nothing_against_a_fix(memory: Memory) -> None:
    await memory.record(make_incident("oom", number=7, days=3))  # of the same subject, within the window
    found = await seen(memory, since=OPENED + DAY, until=OPENED + 5 * DAY)
    assert [(one.succeeded, one.tried) for one in found.fixes] == [(1, 1)]


async def test_fixes_are_told_by_a_bounded_number_of_incidents(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "LEARNED_FROM", 2)
    found = await seen(memory)
    assert (found.learned_from, found.fixes, found.failed_fixes) == (2, (), ())


async def test_heads_say_what_hangs_on_them_where_the_reader_sees_it(memory: Memory) -> None:
    (head,) = (await seen(memory)).heads
    assert (head.incident.id, head.followers, head.followers_open) == ("oom-1", 1, 1)
    assert (await seen(memory, namespaces=frozenset({"bank"}))).heads == ()


async def test_nodes_and_devices_that_fail(memory: Memory) -> None:
    for number, device in ((2, "0000:3b:00"), (3, "0000:5e:00"), (4, "0000:5e:00"), (5, "")):
        one = make_incident("xid79", number=number, days=4)
        subject = msgspec.structs.replace(one.bundle.subject, kind="Node", namespace="", name="gpu-1", device=device)
        signal = msgspec.structs.replace(one.bundle.signal, node_name="gpu-1")
        bundle = msgspec.structs.replace(one.bundle, subject=subject, signal=signal)
        await memory.record(msgspec.structs.replace(one, bundle=bundle))
    found = await seen(memory)
    assert [(node.node, node.own, node.count) for node in found.nodes if node.own] == [("gpu-1", 4, 4)]
    failed = [("gpu-1", "0000:5e:00", 2), ("gpu-1", "0000:3b:00", 1)]
    assert [(device.node, device.device, device.count) for device in found.devices] == failed


async def test_an_end_that_is_taken_back_is_open_again(memory: Memory) -> None:
    await memory.resolve("oom-1", make_resolution())
    assert (await seen(memory)).resolved == 3
    assert await memory.reopen("oom-1", OPENED + 10 * DAY)
    found = await seen(memory)
    assert (found.resolved, found.open_now) == (2, 4)


def test_a_period_has_as_many_steps_as_there_is_room_for() -> None:
    first = datetime(2026, 3, 1, 23, 59, tzinfo=UTC)
    for span, step in {
        timedelta(): HOUR,
        DAY: HOUR,
        30 * DAY: DAY,
        90 * DAY: timedelta(weeks=1),
        365 * DAY: timedelta(weeks=1),
        700 * DAY: timedelta(weeks=4),
        20_000 * DAY: timedelta(weeks=48),
    }.items():
        assert step_of(first, first + span) == step, span
        steps = list(beginnings(begins(first, step), first + span, step))
        assert len(steps) <= MOST + 2, span
        assert all(one <= first for one in steps[:1])
        assert all(later - earlier == step for earlier, later in pairwise(steps))
    assert begins(datetime(2026, 3, 4, 5, 6, tzinfo=UTC), timedelta(weeks=1)) == datetime(2026, 3, 2, tzinfo=UTC)
    assert begins(datetime(1970, 1, 1, 5, tzinfo=UTC), DAY) == datetime(1970, 1, 1, tzinfo=UTC)


def test_a_period_may_reach_to_both_ends_of_the_calendar() -> None:
    first, last = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
    for begin, end in ((first, last), (OPENED, last), (last - DAY, last), (first, OPENED), (first, first + DAY)):
        step = step_of(begin, end)
        steps = list(beginnings(begins(begin, step), end, step))
        assert 0 < len(steps) <= MOST + 2
        assert steps[0] <= begin
        assert all(later - earlier == step for earlier, later in pairwise(steps))
