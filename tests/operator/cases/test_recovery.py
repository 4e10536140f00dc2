"""Episodes are closed when their subject recovered, with what did it; and only then."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from casebook_analyzer.errors import DatabaseUnavailableError
from casebook_analyzer.models import ResolutionKind, Trigger
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.alerts import FIRES_FOR, NotedAlert
from casebook_operator.kube import Object
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.reading.changes.template import template_of_pod
from tests.operator.builders import (
    NODE_SUBJECT,
    T0,
    at,
    bundle,
    container,
    crash_looping,
    digest,
    incident,
    investigation,
    node,
    node_signal,
    pod,
    signal,
    subject,
    workload,
)
from tests.operator.cases.wards import AGO, JUST_NOW, LONG_AGO, STABLE, Ward, case, healthy
from tests.operator.waiting import until


async def test_a_subject_that_still_fails_keeps_its_episode_open() -> None:
    ward = Ward(workload("Deployment", "checkout"), pod(crash_looping()))
    assert await ward.examine(case()) == {}
    assert ward.memory.resolved == {}


async def test_a_subject_that_is_ready_only_just_keeps_its_episode_open() -> None:
    ward = Ward(workload("Deployment", "checkout"), healthy(JUST_NOW))
    assert await ward.examine(case()) == {}


@pytest.mark.parametrize(("ago", "closed"), [(STABLE, True), (STABLE - 1, False)])
async def test_the_stable_time_is_over_when_it_has_passed_in_full(ago: float, closed: bool) -> None:
    ward = Ward(workload("Deployment", "checkout"), healthy(AGO - ago))
    assert bool(await ward.examine(case())) is closed
    seen = Ward(workload("Deployment", "checkout"), healthy(-60))
    assert bool(await seen.examine(case(lastSeen=to_rfc3339(at(AGO - ago))))) is closed


async def test_a_subject_that_is_gone_keeps_its_case_until_the_failure_was_not_seen_for_the_stable_time() -> None:
    assert await Ward().examine(case(lastSeen=to_rfc3339(at(JUST_NOW)))) == {}


async def test_a_subject_that_is_ready_long_enough_closes_its_episode() -> None:
    ward = Ward(workload("Deployment", "checkout"), healthy(LONG_AGO))
    one = case()
    status = await ward.examine(one)
    assert status["resolution"]["kind"] == "RecoveredByItself"
    assert status["resolution"]["secondsToResolve"] == int(LONG_AGO)
    assert status["conditions"][0]["reason"] == "Resolved"
    assert status["occurrences"] == 3
    assert set(ward.memory.resolved) == {one.uid}
    assert ward.store.events[0][:2] == ("Investigation", "InvestigationResolved")
    known = ward.cases.index.get(one.uid)
    assert known is not None
    assert known.resolved


async def test_another_pod_of_the_same_template_is_named_as_what_ended_it() -> None:
    ward = Ward(workload("Deployment", "checkout"), healthy(LONG_AGO, name="checkout-5d9f-zzzzz"))
    assert (await ward.examine(case()))["resolution"]["kind"] == "PodReplaced"


async def test_a_changed_template_is_remembered_as_what_fixed_it() -> None:
    failed = healthy(0)
    fixed = healthy(LONG_AGO, name="solo", uid="uid-solo")
    fixed["spec"]["containers"] = [{"name": "app", "env": [{"name": "DATABASE_URL", "value": "postgres"}]}]
    ward = Ward(fixed)
    one = case(about=subject(kind="Pod", name="solo", uid="uid-solo"))
    evidence = bundle(template=template_of_pod(failed, digest))
    ward.memory.incidents[one.uid] = incident(id=one.uid, bundle=evidence)
    status = await ward.examine(one)
    assert status["resolution"]["kind"] == "TemplateChanged"
    assert any("DATABASE_URL" in change for change in status["resolution"]["changes"])
    assert status["resolution"]["fix"] == "set the environment variable DATABASE_URL"
    assert "postgres" not in str(status)
    assert ward.store.events[0][2].startswith("Resolved (TemplateChanged): env DATABASE_URL added")
    assert ward.store.events[0][2].endswith("Fix: set the environment variable DATABASE_URL.")


@pytest.mark.parametrize("objects", [(), (workload("Deployment", "checkout", replicas=0),)], ids=["gone", "scaled"])
async def test_a_subject_that_is_gone_or_scaled_to_zero_closes_its_episode_at_once(objects: tuple[Object, ...]) -> None:
    ward = Ward(*objects)
    one = case()
    resolution = (await ward.examine(one))["resolution"]
    assert (resolution["kind"], resolution["secondsToResolve"]) == ("SubjectDeleted", int(AGO))
    assert ward.memory.resolved[one.uid].kind is ResolutionKind.SUBJECT_DELETED


def alerted(*, ended: float | None = None, told: float = JUST_NOW) -> Investigation:
    """A case that an alert opened."""
    of = signal(trigger=Trigger.ALERT, failure_class="Alert", reason="HighLatency", exit_code=None)
    ends_at = at(ended) if ended is not None else None
    one = NotedAlert(name="HighLatency", fingerprint="f1", starts_at=at(), ends_at=ends_at, told_at=at(told))
    return msgspec.structs.replace(case(of=of), alerts=(one,))


async def test_while_an_alert_fires_the_case_that_it_opened_stays_open_though_no_object_shows_anything() -> None:
    ward = Ward(workload("Deployment", "checkout"), healthy(-60))
    assert await ward.examine(alerted()) == {}


async def test_an_alert_that_ended_long_enough_ago_lets_a_healthy_subject_close() -> None:
    ward = Ward(workload("Deployment", "checkout"), healthy(LONG_AGO))
    assert await ward.examine(alerted(ended=JUST_NOW)) == {}
    ward = Ward(workload("Deployment", "checkout"), healthy(LONG_AGO))
    status = await ward.examine(alerted(ended=LONG_AGO - 10))
    assert status["resolution"]["kind"] == "RecoveredByItself"
    assert status["lastSeen"] == to_rfc3339(at(LONG_AGO - 10))


async def test_an_alert_that_nobody_repeats_for_a_day_keeps_nothing_open() -> None:
    ward = Ward(workload("Deployment", "checkout"), healthy(LONG_AGO))
    assert (await ward.examine(alerted(told=AGO - FIRES_FOR.total_seconds() - 1)))["resolution"]


async def test_what_an_alert_opened_is_closed_as_a_symptom_of_what_the_objects_show() -> None:
    ward = Ward(workload("Deployment", "checkout"), pod(crash_looping()))
    ward.cases.index.put(case(of=signal(60), uid="uid-loop"))
    status = await ward.examine(msgspec.structs.replace(alerted(), uid="uid-alerted"))
    assert status["resolution"]["kind"] == "Explained"
    assert "a symptom of CrashLoopBackOff of Deployment/shop/checkout" in status["resolution"]["summary"]


async def test_an_oom_kill_that_was_survived_recovered_by_itself() -> None:
    ward = Ward(workload("Deployment", "checkout"), healthy(LONG_AGO))
    oom = case(of=signal(trigger=Trigger.OOM_KILLED, failure_class="OOMKilled", active=False))
    assert (await ward.examine(oom))["resolution"]["kind"] == "RecoveredByItself"


async def test_a_node_to_which_nothing_was_done_has_recovered_by_itself() -> None:
    ward = Ward(node())
    status = await ward.examine(case(of=node_signal(), about=NODE_SUBJECT))
    assert status["resolution"]["kind"] == "RecoveredByItself"
    assert "fix" not in status["resolution"]


async def test_nothing_is_published_before_memory_has_it() -> None:
    ward = Ward()
    ward.memory.errors = [DatabaseUnavailableError("away")]
    with pytest.raises(DatabaseUnavailableError):
        await ward.examine(case())
    assert ward.store.statuses == []


async def test_an_investigation_that_was_deleted_meanwhile_is_no_error() -> None:
    ward = Ward()
    ward.store.gone = True
    one = case()
    await ward.examine(one)
    assert set(ward.memory.resolved) == {one.uid}
    assert ward.store.events == []
    assert len(ward.cases.index) == 0


@pytest.mark.parametrize("state", ["Resolved", "Failed", "Investigating", ""])
async def test_only_open_episodes_are_closed(state: str) -> None:
    ward = Ward()
    assert await ward.examine(case(state)) == {}
    assert ward.memory.resolved == {}


async def test_an_episode_is_closed_once_however_often_it_was_queued() -> None:
    ward = Ward()
    one = case()
    await ward.examine(one)
    await ward.recovery.examine(one)
    assert len(ward.store.statuses) == 1


async def test_a_sweep_looks_at_open_cases_that_were_quiet_for_long_enough_and_at_no_other() -> None:
    ward = Ward(sweep_seconds=0.01)
    recent = to_rfc3339(datetime.now(UTC) - timedelta(seconds=5))
    quiet = case()
    for number, other in enumerate((case("Open", lastSeen=recent), case("Failed"), case("Investigating"))):
        ward.cases.index.put(investigation(other.state, uid=f"other-{number}", episode=number + 2, **other.status))
    ward.cases.index.put(quiet)
    sweeping = asyncio.create_task(ward.recovery.run())
    await until(lambda: ward.memory.resolved)
    await asyncio.sleep(0.05)
    sweeping.cancel()
    await ward.recovery.close()
    assert set(ward.memory.resolved) == {quiet.uid}


async def test_a_sweep_asks_only_about_cases_that_are_quiet_and_not_again_within_a_tenth_of_the_stable_time() -> None:
    ward = Ward()
    of = signal(trigger=Trigger.POD_START_STUCK, failure_class="PodStartStuck", container="")
    ward.kube.put(workload("Deployment", "checkout"), pod(container()))
    asked = []
    for seen in (JUST_NOW, LONG_AGO, LONG_AGO):
        ward.cases.index.put(case(of=of, lastSeen=to_rfc3339(at(seen))))
        ward.recovery.sweep()
        await until(lambda: not len(ward.recovery._work))
        asked.append(len(ward.kube.asked))
    assert asked[0] == 0
    assert asked[1] == asked[2] > 0


def lasting(state: str = "Open", **changes: Any) -> Investigation:
    of = signal(trigger=Trigger.ROLLOUT_STUCK, failure_class="RolloutStuck", container="")
    return investigation(state, of=of, about=subject(container=""), **changes)


def complete() -> Object:
    numbers = {"observedGeneration": 1, "replicas": 1, "updatedReplicas": 1, "availableReplicas": 1}
    return workload("Deployment", "checkout") | {"status": numbers}


async def test_where_nobody_says_since_when_all_is_well_the_stable_time_begins_with_the_first_look() -> None:
    ward = Ward(complete(), healthy(-500))
    one = lasting()
    assert await ward.examine(one) == {}
    ward.recovery._well_since[one.uid] -= timedelta(seconds=STABLE)
    assert (await ward.examine(one))["conditions"][0]["reason"] == "Resolved"


async def test_a_failure_that_is_back_begins_the_stable_time_anew() -> None:
    ward = Ward(complete(), healthy(-500))
    one = lasting()
    await ward.examine(one)
    ward.kube.put(workload("Deployment", "checkout"))
    await ward.examine(one)
    assert ward.recovery._well_since == {}


async def test_a_case_that_lasts_is_looked_at_ten_times_in_the_stable_time_and_not_with_every_sweep() -> None:
    ward = Ward(workload("Deployment", "checkout"))
    one, now = lasting(), datetime.now(UTC)
    looks = [ward.recovery._is_time(one, now + timedelta(seconds=5 * sweep)) for sweep in range(240)]
    assert sum(looks) == 20


async def test_a_case_is_looked_at_a_tenth_of_the_stable_time_after_it_was_opened_and_not_before() -> None:
    ward, one = Ward(), lasting()
    first = one.created_at + timedelta(seconds=STABLE / 10)
    assert not ward.recovery._is_time(one, first - timedelta(seconds=1))
    assert ward.recovery._is_time(one, first)
    assert not ward.recovery._is_time(one, first + timedelta(seconds=STABLE / 10 - 1))
    assert ward.recovery._is_time(one, first + timedelta(seconds=STABLE / 10))


async def test_a_case_that_is_over_is_not_remembered_and_every_other_is() -> None:
    ward = Ward(complete(), healthy(-500))
    for uid in ("over", "open"):
        await ward.examine(lasting(uid=uid))
        ward.recovery._is_time(lasting(uid=uid), at(AGO))
    ward.recovery._forget_all_but({"open"})
    assert ward.recovery._well_since.keys() == ward.recovery._looked_at.keys() == {"open"}


async def test_what_was_folded_into_a_case_is_released_when_it_is_over() -> None:
    ward = Ward()
    one, place = case(), ObjectKey("Pod", "shop", "folded")
    ward.cases.handled.park(one.uid, signal(), place)
    await ward.examine(one)
    assert ward.released == [place]


async def test_a_symptom_is_closed_at_once_when_its_cause_has_a_case_and_teaches_nothing() -> None:
    ward = Ward(workload("Deployment", "checkout"), pod(crash_looping()))
    stuck, cause = lasting(uid="stuck"), case(uid="cause")
    ward.cases.index.put(cause)
    status = await ward.examine(stuck)
    assert status["resolution"]["kind"] == "Explained"
    assert cause.name in status["resolution"]["summary"]
    assert ward.memory.resolved["stuck"].kind is ResolutionKind.EXPLAINED
    known = ward.cases.index.get("cause")
    assert known is not None
    assert known.open


async def test_a_sweep_notices_a_new_cause_although_its_symptom_is_not_quiet() -> None:
    ward = Ward(sweep_seconds=0.01)
    recent = to_rfc3339(datetime.now(UTC))
    new = {"created": (datetime.now(UTC) - T0).total_seconds()}
    ward.cases.index.put(lasting(uid="stuck", lastSeen=recent))
    ward.cases.index.put(case(uid="cause", lastSeen=recent, **new))
    sweeping = asyncio.create_task(ward.recovery.run())
    await until(lambda: ward.memory.resolved)
    sweeping.cancel()
    await ward.recovery.close()
    assert set(ward.memory.resolved) == {"stuck"}


async def test_the_end_of_a_node_case_keeps_what_it_absorbed() -> None:
    ward = Ward(node())
    one = case(of=node_signal(), about=NODE_SUBJECT)
    ward.cases.absorbed.add(one, signal(), origin="a", name="Pod/shop/a", now=datetime.now(UTC))
    assert (await ward.examine(one))["absorbed"]["count"] == 1
