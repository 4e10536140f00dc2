"""A Service that nobody answers for gets a case when a workload fails because of it, and not before."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from casebook_analyzer.models import ResolutionKind, Signal, Trigger
from casebook_operator.cases.health import subject_health
from casebook_operator.cases.subject_health import CaseView, SubjectHealth
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.blame import name_of
from casebook_operator.kube import Object
from casebook_operator.settings import SignalSettings
from tests.operator.builders import (
    container,
    crash_looping,
    investigation,
    pod,
    reference,
    rfc,
    running,
    signal,
    subject,
    workload,
)
from tests.operator.cases.healths import TAXONOMY
from tests.operator.cases.rooms import Room
from tests.operator.fakes import LabelledKube, refusal

DB = ("Service", "shop", "db")
FRONT = subject(name="front", uid="uid-Deployment-front")
FRONT_POD = pod(crash_looping(), name="front-1", owner=reference("Deployment", "front"), labels={"app": "front"})
HOLD_DURATIONS = SignalSettings()


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    made = Room(LabelledKube())
    made.kube.put(workload("Deployment", "front"), FRONT_POD)
    yield made
    await made.implied.close()
    await made.deduplicator.close()


def service(name: str = "db", namespace: str = "shop", **spec: Any) -> Object:
    metadata = {"name": name, "namespace": namespace, "uid": f"uid-Service-{name}"}
    return {"kind": "Service", "metadata": metadata, "spec": {"selector": {"app": name}} | spec}


def slices(*ready: bool, of: str = "db") -> Object:
    metadata = {"name": f"{of}-1", "namespace": "shop", "labels": {"kubernetes.io/service-name": of}}
    endpoints = [{"conditions": {"ready": one}} for one in ready]
    return {"kind": "EndpointSlice", "metadata": metadata, "endpoints": endpoints}


def starting(name: str = "db-0", **metadata: Any) -> Object:
    given = {"owner": reference("StatefulSet", "db"), "labels": {"app": "db"}}
    return pod(container(state=running()), name=name, **(given | metadata))


def failed_for(*services: tuple[str, str], about: Any = FRONT, blames: bool = True, **changes: Any) -> Investigation:
    """A concluded case whose evidence shows Services to be broken."""
    broken = [{"kind": "Service", "namespace": where, "name": name, "role": "cause"} for where, name in services]
    own = {"kind": about.kind, "namespace": about.namespace, "name": about.name, "role": "subject"}
    entities = [*broken, own] if blames else [own, *broken]
    of = changes.pop("of", signal(3590, origin_uid="uid-front-1"))
    name = f"{about.namespace}-{about.name}"
    return investigation("Open", of=of, about=about, uid=f"uid-{name}", affectedEntities=entities, **changes)


async def look(room: Room) -> None:
    """One sweep, and what follows from it."""
    for suspect in room.implied.due():
        await room.implied.look(suspect)
    await room.settle()


async def wait(room: Room, seconds: float) -> None:
    """Look as often as the operator does in so much time."""
    for _ in range(int(seconds // 15)):
        room.clock.forward(15)
        await look(room)


async def test_a_service_that_a_failing_workload_names_gets_a_case_when_it_has_lasted(room: Room) -> None:
    room.cases.index.put(failed_for(("shop", "db")))
    room.kube.put(service())
    await look(room)
    await wait(room, HOLD_DURATIONS.service_seconds - 15)
    assert room.opened() == []
    await wait(room, 15)
    assert room.opened() == ["Service/db ServiceUnavailable"]
    case = room.case("ServiceUnavailable")
    assert case.namespace == "shop"
    assert case.signal.message == "no pod has app=db; needed by Deployment/shop/front"


async def test_it_is_opened_once_and_then_left_to_recovery(room: Room) -> None:
    room.cases.index.put(failed_for(("shop", "db")))
    room.kube.put(service())
    await look(room)
    await wait(room, 900)
    assert room.opened() == ["Service/db ServiceUnavailable"]
    with room.without_requests():
        await wait(room, 60)


async def test_a_service_that_nobody_names_is_not_even_read(room: Room) -> None:
    room.kube.put(service())
    room.cases.index.put(investigation("Open", affectedEntities=[]))
    with room.without_requests():
        await wait(room, 300)


async def test_a_case_that_is_not_concluded_implies_nothing_yet(room: Room) -> None:
    room.kube.put(service())
    room.cases.index.put(investigation("Investigating"))
    assert room.implied.due() == []


async def test_endpoints_that_appear_in_time_leave_nothing_behind(room: Room) -> None:
    room.cases.index.put(failed_for(("shop", "db")))
    room.kube.put(service())
    await look(room)
    await wait(room, 60)
    room.kube.put(slices(True, False))
    await wait(room, 30)
    assert room.opened() == []
    with room.without_requests():
        await wait(room, 600)


async def test_pods_that_are_starting_have_the_time_of_a_rollout(room: Room) -> None:
    room.cases.index.put(failed_for(("shop", "db")))
    room.kube.put(service(), starting(), slices(False))
    await look(room)
    await wait(room, HOLD_DURATIONS.rollout_seconds - 15)
    assert room.opened() == []
    await wait(room, 15)
    assert room.opened() == ["Service/db ServiceUnavailable"]


async def test_a_case_of_the_pods_behind_it_says_it_already(room: Room) -> None:
    room.cases.index.put(failed_for(("shop", "db")))
    own = investigation("Open", of=signal(origin_uid="uid-db-0"), about=subject(kind="StatefulSet", name="db", uid=""))
    room.cases.index.put(own)
    room.kube.put(service(), workload("StatefulSet", "db"), starting(), slices(False))
    await look(room)
    await wait(room, 900)
    assert room.opened() == []


async def test_a_workload_that_may_not_make_the_pods_behind_it_says_it_too(room: Room) -> None:
    template = {"metadata": {"labels": {"app": "db", "tier": "data"}}}
    about = subject(kind="StatefulSet", name="db", uid="uid-StatefulSet-db", container="")
    room.cases.index.put(failed_for(("shop", "db")))
    room.cases.index.put(
        investigation("Open", of=signal(trigger=Trigger.FAILED_CREATE, failure_class="FailedCreate"), about=about)
    )
    room.kube.put(service(), workload("StatefulSet", "db", template=template))
    await look(room)
    await wait(room, 900)
    assert room.opened() == []


async def test_the_own_service_of_the_failing_workload_is_not_its_cause(room: Room) -> None:
    room.cases.index.put(failed_for(("shop", "front")))
    room.kube.put(service("front"), slices(False, of="front"))
    await look(room)
    await wait(room, 900)
    assert room.opened() == []


async def test_a_service_that_is_scaled_to_zero_on_purpose_fails_its_caller_all_the_same(room: Room) -> None:
    template = {"metadata": {"labels": {"app": "db"}}}
    room.cases.index.put(failed_for(("shop", "db")))
    room.kube.put(service(), workload("StatefulSet", "db", replicas=0, template=template))
    await look(room)
    await wait(room, 150)
    assert room.opened() == ["Service/db ServiceUnavailable"]


@pytest.mark.parametrize("spec", [{"type": "ExternalName", "externalName": "db.example.com", "selector": None}])
async def test_a_name_for_something_outside_has_no_endpoints_by_nature(room: Room, spec: dict[str, Any]) -> None:
    room.cases.index.put(failed_for(("shop", "db")))
    room.kube.put(service(**spec))
    await wait(room, 900)
    assert room.opened() == []


async def test_endpoints_that_a_person_wrote_serve_a_service_without_a_selector(room: Room) -> None:
    room.cases.index.put(failed_for(("shop", "db")))
    room.kube.put(service(selector=None), slices(True))
    await wait(room, 900)
    assert room.opened() == []


async def test_a_headless_service_without_pods_is_unavailable_as_any_other(room: Room) -> None:
    room.cases.index.put(failed_for(("shop", "db")))
    room.kube.put(service(clusterIP="None"))
    await look(room)
    await wait(room, 150)
    assert room.opened() == ["Service/db ServiceUnavailable"]


async def test_a_service_that_may_not_be_read_tells_nothing(room: Room) -> None:
    room.cases.index.put(failed_for(("shop", "db")))
    room.kube.fail(*DB, refusal(403, "Forbidden"))
    await look(room)
    with room.without_requests():
        await wait(room, 300)


# Services that do not exist.


async def test_a_name_that_one_workload_alone_uses_is_its_own_mistake(room: Room) -> None:
    room.cases.index.put(failed_for(("shop", "bd")))
    await look(room)
    await wait(room, 300)
    assert room.opened() == []


async def test_a_service_that_is_missing_for_a_workload_of_its_name_should_be_there(room: Room) -> None:
    room.cases.index.put(failed_for(("shop", "db")))
    room.kube.put(workload("StatefulSet", "db"))
    await look(room)
    await wait(room, 150)
    assert room.opened() == ["Service/db ServiceUnavailable"]
    assert room.case("ServiceUnavailable").subject.uid == ""


async def test_a_service_that_several_workloads_miss_should_be_there(room: Room) -> None:
    for name in ("front", "back"):
        room.cases.index.put(failed_for(("shop", "db"), about=subject(name=name, uid=f"uid-Deployment-{name}")))
        await look(room)
    await wait(room, 150)
    assert room.opened() == ["Service/db ServiceUnavailable"]


# What becomes of the callers.


async def unavailable(room: Room) -> Investigation:
    room.kube.put(service())
    await look(room)
    await wait(room, 150)
    return room.case("ServiceUnavailable")


async def test_a_caller_is_handed_over_to_the_case_of_the_service_that_it_blames(room: Room) -> None:
    caller = failed_for(("shop", "db"))
    room.cases.index.put(caller)
    cause = await unavailable(room)
    assert await room.inhibitor.cause_of(caller) == cause
    assert room.inhibitor.concerned([caller, cause], room.clock()) == [caller]
    resolution = room.inhibitor.hand_over(caller, cause, room.clock())
    assert resolution.kind is ResolutionKind.EXPLAINED
    assert room.cases.absorbed.status(cause)["absorbed"]["count"] == 1


async def test_a_caller_that_fails_hours_later_is_handed_over_too(room: Room) -> None:
    room.cases.index.put(failed_for(("shop", "db")))
    cause = await unavailable(room)
    room.clock.forward(7200)
    late = failed_for(
        ("shop", "db"), about=subject(name="late", uid="uid-Deployment-late"), of=signal(11_000, origin_uid="uid-late")
    )
    room.cases.index.put(late)
    assert room.inhibitor.concerned([late], room.clock()) == [late]
    assert await room.inhibitor.cause_of(late) == cause


async def test_a_caller_that_blames_something_else_keeps_its_case(room: Room) -> None:
    caller = failed_for(("shop", "db"), blames=False)
    room.cases.index.put(caller)
    await unavailable(room)
    assert await room.inhibitor.cause_of(caller) is None


async def test_a_caller_of_another_namespace_keeps_its_case_and_is_not_named(room: Room) -> None:
    caller = failed_for(("shop", "db"), about=subject(namespace="bank", name="front", uid="uid-far"))
    room.cases.index.put(caller)
    cause = await unavailable(room)
    assert await room.inhibitor.cause_of(caller) is None
    assert "bank" not in cause.signal.message


async def handed_over(room: Room, **changes: Any) -> Investigation:
    caller = failed_for(("shop", "db"), **changes)
    room.cases.index.put(caller)
    cause = await unavailable(room)
    closed = failed_for(("shop", "db"), resolution={"kind": "Explained"}, **changes)
    closed.status["conditions"][0]["reason"] = "Resolved"
    room.cases.index.put(closed)
    return cause


def crash(seconds: float, trigger: Trigger = Trigger.CRASH_LOOP_BACK_OFF, **changes: Any) -> Signal:
    about = {"origin_uid": "uid-front-1", "trigger": trigger, "failure_class": trigger.value}
    return signal(seconds, **(about | changes))


async def test_later_crashes_of_a_caller_count_for_the_service(room: Room) -> None:
    cause = await handed_over(room)
    await room.see(crash(3900), obj=FRONT_POD)
    assert room.opened() == ["Service/db ServiceUnavailable"]
    assert room.cases.absorbed.status(cause)["absorbed"]["first"] == ["Pod/shop/checkout-5d9f-abcde"]


async def test_another_failure_of_a_caller_gets_its_own_case(room: Room) -> None:
    await handed_over(room)
    await room.see(crash(3900, Trigger.OOM_KILLED), obj=FRONT_POD)
    assert room.opened()[-1] == "Deployment/front OOMKilled"


async def test_a_caller_that_still_crashes_when_the_service_is_back_gets_another_case(room: Room) -> None:
    cause = await handed_over(room)
    room.cases.index.remove(cause.uid)
    await room.see(crash(4000), obj=FRONT_POD)
    assert room.opened()[-1] == "Deployment/front CrashLoopBackOff"


# When it is over.


async def health(room: Room, case: Investigation) -> SubjectHealth:
    callers = room.cases.index.callers(name_of(case.subject))
    view = CaseView(case=case, last_seen=case.last_seen, taxonomy=TAXONOMY, callers=callers)
    return await subject_health(room.kube, view)


async def test_a_service_is_healthy_when_somebody_answers(room: Room) -> None:
    case = await handed_over(room)
    assert not (await health(room, case)).healthy
    room.kube.put(slices(False))
    assert not (await health(room, case)).healthy
    room.kube.put(slices(True))
    assert (await health(room, case)).healthy


async def test_a_service_that_nobody_needs_any_more_is_over_without_endpoints(room: Room) -> None:
    case = await handed_over(room)
    room.kube.put(pod(container(state=running(4000)), name="front-1", ready_since=4000, labels={"app": "front"}))
    assert (await health(room, case)).healthy


async def test_a_caller_that_is_gone_needs_nobody(room: Room) -> None:
    case = await handed_over(room)
    del room.kube.objects["/apis/apps/v1/namespaces/shop/deployments/front"]
    assert (await health(room, case)) == SubjectHealth(well=True)


async def test_services_that_need_each_other_are_not_asked_in_circles(room: Room) -> None:
    room.kube.put(service("db"), service("cache"))
    of, caller = (
        investigation(
            state,
            of=signal(trigger=Trigger.SERVICE_UNAVAILABLE, container=""),
            about=subject(kind="Service", name=name, uid=f"uid-Service-{name}", container=""),
        )
        for state, name in (("Open", "db"), ("Resolved", "cache"))
    )
    view = CaseView(case=of, last_seen=of.last_seen, taxonomy=TAXONOMY, callers=(caller,))
    assert await subject_health(room.kube, view) == SubjectHealth(well=True)


async def test_a_caller_is_well_only_by_what_it_did_after_it_last_failed(room: Room) -> None:
    about = subject(kind="Job", name="front", uid="uid-Job-front", container="")
    case = await handed_over(room, about=about, lastSeen=rfc(4000))
    for done, well in ((3999, False), (4000, True)):
        room.kube.put(workload("Job", "front") | {"status": {"completionTime": rfc(done)}})
        assert (await health(room, case)).healthy is well


async def test_a_service_whose_endpoints_may_not_be_listed_is_undecided(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(*_: object, **__: object) -> list[Object]:
        raise refusal(403)

    case = await handed_over(room)
    monkeypatch.setattr(room.kube, "list", refused)
    assert await health(room, case) == SubjectHealth()


async def test_an_open_caller_keeps_the_case_of_its_service_open(room: Room) -> None:
    room.cases.index.put(failed_for(("shop", "db"), blames=False))
    case = await unavailable(room)
    room.kube.put(pod(container(state=running(4000)), name="front-1", ready_since=4000, labels={"app": "front"}))
    assert not (await health(room, case)).healthy


async def test_a_deleted_service_ends_its_case_and_one_that_never_was_does_not(room: Room) -> None:
    case = await handed_over(room)
    del room.kube.objects["/api/v1/namespaces/shop/services/db"]
    assert "deleted" in (await health(room, case)).gone
    not_found = signal(trigger=Trigger.SERVICE_UNAVAILABLE, reason="ServiceNotFound")
    assert await health(room, investigation("Open", of=not_found, about=case.subject)) == SubjectHealth()
