"""When a failure is over depends on what had failed."""

from typing import Any

import pytest

from casebook_analyzer.models import SubjectRef, Trigger
from casebook_operator.cases.subject_health import SubjectHealth
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from tests.operator.builders import (
    NODE_SUBJECT,
    at,
    condition,
    container,
    crash_looping,
    ended,
    investigation,
    node,
    node_signal,
    pod,
    rfc,
    running,
    signal,
    subject,
    waiting,
    workload,
)
from tests.operator.cases.healths import CASE, health, healthy, undecided
from tests.rows import of_every


def case_of(trigger: Trigger, about: SubjectRef | None = None, **changes: Any) -> Investigation:
    of = signal(trigger=trigger, failure_class=trigger.value, **({"container": ""} | changes))
    return investigation("Open", of=of, about=about or subject(container=of.container))


def deployment(*, ready: int, wanted: int = 2, observed: int = 7) -> Object:
    made = workload("Deployment", "checkout", replicas=wanted)
    made["metadata"]["generation"] = 7
    numbers = dict.fromkeys(("replicas", "updatedReplicas"), wanted) | {"availableReplicas": ready}
    return made | {"status": {"observedGeneration": observed, **numbers}}


@pytest.mark.parametrize(
    "trigger",
    [Trigger.ROLLOUT_STUCK, Trigger.EVICTED, Trigger.POD_LOST, Trigger.PREEMPTED],
)
async def test_a_workload_that_missed_pods_has_to_have_them_all(trigger: Trigger) -> None:
    case = case_of(trigger)
    assert undecided(await health(deployment(ready=1), healthy(60), case=case))
    assert undecided(await health(deployment(ready=2, observed=6), healthy(60), case=case))
    assert (await health(deployment(ready=2), healthy(60), case=case)).since == at(60)


@of_every(
    ("kind", "spec", "status", "is_made"),
    [
        ("Deployment", {"replicas": 2}, {"updatedReplicas": 2, "replicas": 3}, True),
        ("Deployment", {"replicas": 2}, {"updatedReplicas": 1, "replicas": 3}, False),
        ("ReplicaSet", {}, {"replicas": 1}, True),
        ("ReplicaSet", {}, {}, False),
        ("StatefulSet", {"replicas": 3}, {"replicas": 3}, True),
        ("StatefulSet", {"replicas": 3}, {"replicas": 1}, True),
        ("StatefulSet", {"replicas": 3}, {"replicas": 1, "readyReplicas": 1}, False),
        ("StatefulSet", {"replicas": 3, "podManagementPolicy": "Parallel"}, {"replicas": 1}, False),
        ("DaemonSet", {}, {"currentNumberScheduled": 4, "desiredNumberScheduled": 4}, True),
        ("DaemonSet", {}, {"currentNumberScheduled": 3, "desiredNumberScheduled": 4}, False),
        ("Job", {}, {"active": 1}, True),
        ("Job", {}, {}, False),
    ],
)
async def test_pods_that_were_made_end_a_case_of_their_creation_though_they_fail(
    kind: str, spec: Object, status: Object, is_made: bool
) -> None:
    """What the pods do then has a case of its own; this one would go on to say that they cannot be made."""
    case = case_of(Trigger.FAILED_CREATE, subject(kind=kind, uid="", container=""))
    crashing = pod(crash_looping())
    crashing["metadata"]["creationTimestamp"] = rfc(60)
    found = await health(workload(kind, "checkout", **spec) | {"status": status}, crashing, case=case)
    assert found.since == (at(60) if is_made else None)
    assert found.healthy is is_made


async def test_a_failure_that_lasts_is_over_from_when_it_is_not_seen_any_more() -> None:
    """Its pods were ready all along, say after a roll back: nobody tells since when all is well."""
    found = await health(deployment(ready=2), healthy(-500), case=case_of(Trigger.ROLLOUT_STUCK))
    assert (found.well, found.since) == (True, None)
    assert found.pod is not None


def scheduled(since: float, status: str = "True") -> Object:
    one = pod(container(state=waiting("ContainerCreating")))
    one["status"]["conditions"].append(condition("PodScheduled", status, since=since))
    return one


async def test_a_pod_that_found_a_node_ends_a_case_of_scheduling_though_it_is_not_ready() -> None:
    case = case_of(Trigger.FAILED_SCHEDULING)
    assert (await health(workload("Deployment", "checkout"), scheduled(60), case=case)).since == at(60)
    assert undecided(await health(workload("Deployment", "checkout"), scheduled(60, "False"), case=case))


@pytest.mark.parametrize(
    "trigger", [Trigger.IMAGE_PULL_FAILED, Trigger.CONTAINER_CONFIG_ERROR, Trigger.POD_START_STUCK]
)
async def test_a_container_that_was_started_ends_what_kept_it_from_that_though_it_is_not_ready(
    trigger: Trigger,
) -> None:
    started = pod(container(state=running(60)))
    assert (await health(workload("Deployment", "checkout"), started, case=case_of(trigger))).since == at(60)
    beside = pod(container(state=running(60)), container("sidecar", state=waiting("ContainerCreating")))
    assert undecided(await health(workload("Deployment", "checkout"), beside, case=case_of(trigger)))


@pytest.mark.parametrize(
    ("entry", "since"),
    [
        (container(state=running(60)), 60),
        (container(state=ended("Error", 1, finished=65)), 60),
        (container(state=running(90), last=ended("Error", 1, finished=65)), 60),
        (container(state=waiting("CrashLoopBackOff"), last=ended("Error", 1, finished=65)), 60),
        (container(state=waiting("ContainerCreating")), None),
        (container(state=ended("StartError", 128) | {"terminated": {"startedAt": "1970-01-01T00:00:00Z"}}), None),
    ],
    ids=["runs", "ended", "runs-again", "loops", "waits", "never-started"],
)
async def test_a_container_was_started_when_its_first_start_that_can_be_told_was(
    entry: Object, since: float | None
) -> None:
    found = await health(workload("Deployment", "checkout"), pod(entry), case=case_of(Trigger.IMAGE_PULL_FAILED))
    assert found.since == (None if since is None else at(since))


async def test_a_case_of_one_container_asks_whether_that_one_was_started() -> None:
    case = case_of(Trigger.IMAGE_PULL_FAILED, container="app")
    beside = pod(container(state=running(60)), container("sidecar", state=waiting("ContainerCreating")))
    assert (await health(workload("Deployment", "checkout"), beside, case=case)).since == at(60)


async def test_of_several_containers_the_last_that_was_started_counts() -> None:
    both = pod(container(state=running(60)), container("sidecar", state=running(75)))
    case = case_of(Trigger.IMAGE_PULL_FAILED)
    assert (await health(workload("Deployment", "checkout"), both, case=case)).since == at(75)


async def test_a_pod_that_is_ready_before_the_container_of_the_case_runs_is_healthy_since_that_runs() -> None:
    late = pod(container(state=running(80)), ready_since=60)
    assert (await health(workload("Deployment", "checkout"), late)).since == at(80)


@pytest.mark.parametrize("state", [ended("Error", 1, 90), waiting("ContainerCreating")], ids=str)
async def test_a_ready_pod_in_which_the_container_of_the_case_does_not_run_is_undecided(state: Object) -> None:
    case = case_of(Trigger.ALERT, container="app")
    one = pod(container(state=state), ready_since=60)
    assert undecided(await health(workload("Deployment", "checkout"), one, case=case))


async def test_a_pod_that_does_not_go_away_keeps_its_case_open_and_no_other_case() -> None:
    leaving = pod(container(), name="old", deletionTimestamp=rfc(0))
    stuck = case_of(Trigger.TERMINATION_STUCK)
    assert undecided(await health(deployment(ready=2), healthy(60), leaving, case=stuck))
    assert (await health(deployment(ready=2), healthy(60), case=stuck)).since == at(60)
    assert (await health(deployment(ready=2), healthy(60), leaving, case=case_of(Trigger.EVICTED))).since == at(60)


async def test_a_pod_of_a_controller_that_has_ended_proves_no_health() -> None:
    done, new = healthy(60, "done"), healthy(90)
    done["status"]["phase"] = "Succeeded"
    for trigger in (Trigger.TERMINATION_STUCK, Trigger.EVICTED):
        found = await health(deployment(ready=2), done, new, case=case_of(trigger))
        assert found == SubjectHealth(since=at(90), pod=new, pods=(new,))


async def test_every_pod_that_is_healthy_is_handed_on() -> None:
    first, second = healthy(60, "a"), healthy(90, "b")
    found = await health(workload("Deployment", "checkout"), second, first, pod(container(), name="c"))
    assert found == SubjectHealth(since=at(60), pod=first, pods=(second, first))


async def test_dead_pods_of_a_controller_do_not_matter() -> None:
    dead = pod(container(state=ended("Error", 137)), name="dead")
    dead["status"]["phase"] = "Failed"
    assert (await health(deployment(ready=2), healthy(60), dead, case=case_of(Trigger.EVICTED))).since == at(60)


async def test_a_bare_pod_that_has_completed_is_healthy() -> None:
    done = pod(container(state=ended("Completed", 0, finished=90)), name="solo")
    done["status"]["phase"] = "Succeeded"
    about = subject(kind="Pod", name="solo", uid="uid-solo")
    assert (await health(done, case=investigation("Open", about=about))).since == at(90)


async def test_the_next_stage_of_the_failure_is_the_failure() -> None:
    looping = pod(container(state=waiting("CrashLoopBackOff"), last=ended("OOMKilled", 137, finished=50)))
    assert undecided(await health(workload("Deployment", "checkout"), healthy(60, "b"), looping, case=CASE))


async def test_a_failed_job_is_over_when_it_is_deleted_and_not_before() -> None:
    about = subject(kind="Job", name="nightly", uid="uid-Job-nightly", container="")
    job = workload("Job", "nightly") | {"status": {"conditions": [condition("Failed", "True")], "failed": 7}}
    assert undecided(await health(job, case=case_of(Trigger.JOB_FAILED, about)))
    assert "deleted" in (await health(case=case_of(Trigger.JOB_FAILED, about))).gone


@pytest.mark.parametrize("kind", ["Job", "CronJob"])
async def test_a_job_that_somebody_suspended_is_over(kind: str) -> None:
    about = subject(kind=kind, name="nightly", uid=f"uid-{kind}-nightly")
    case = investigation("Open", about=about)
    found = await health(workload(kind, "nightly", suspend=True), case=case)
    assert found == SubjectHealth(gone=f"{kind}/shop/nightly was suspended")
    assert undecided(await health(workload(kind, "nightly", suspend=False), case=case))


async def test_a_workload_that_cannot_be_suspended_is_not_over_because_it_says_so() -> None:
    assert (await health(workload("Deployment", "checkout", suspend=True), healthy(60))).since == at(60)


async def test_a_subject_whose_uid_nobody_knows_is_the_one_of_its_name() -> None:
    case = investigation("Open", about=subject(uid=""))
    assert (await health(workload("Deployment", "checkout"), healthy(60), case=case)).since == at(60)


@of_every("kind", ["Job", "CronJob"])
@of_every(
    "trigger", [Trigger.IMAGE_PULL_FAILED, Trigger.FAILED_SCHEDULING, Trigger.CRASH_LOOP_BACK_OFF, Trigger.EVICTED]
)
async def test_what_kept_a_pod_of_a_job_from_starting_is_over_before_the_job_is_and_nothing_else(
    kind: str, trigger: Trigger
) -> None:
    about = subject(kind=kind, name="nightly", uid=f"uid-{kind}-nightly", container="")
    one = scheduled(60)
    one["status"]["containerStatuses"] = [container(state=running(60))]
    one["status"]["conditions"][0] |= {"status": "True", "lastTransitionTime": rfc(60)}
    found = await health(workload(kind, "nightly"), one, case=case_of(trigger, about))
    over_before = trigger in (Trigger.IMAGE_PULL_FAILED, Trigger.FAILED_SCHEDULING)
    assert found.since == (at(60) if kind == "Job" and over_before else None)
    assert not found.well


async def test_devices_that_are_back_are_told_by_nobody() -> None:
    of = node_signal(trigger=Trigger.DEVICE_SHORTAGE, failure_class="DeviceShortage")
    assert (await health(node(), case=investigation("Open", of=of, about=NODE_SUBJECT))).well


async def test_an_overflow_is_over_when_nothing_was_suppressed_for_a_while() -> None:
    about = subject(kind="Namespace", namespace="casebook", name="casebook", uid="", container="")
    found = await health(case=case_of(Trigger.OVERFLOW, about), last_seen=30)
    assert found.since == at(30)


async def test_a_service_that_a_person_asked_about_is_not_well_because_nobody_is_known_to_call_it() -> None:
    service = workload("Service", "front", selector={"app": "front"})
    about = SubjectRef(kind="Service", namespace="shop", name="front", uid=service["metadata"]["uid"])
    assert undecided(await health(service, case=case_of(Trigger.MANUAL, about)))
    assert (await health(service, case=case_of(Trigger.SERVICE_UNAVAILABLE, about))).well


async def test_a_kind_that_only_another_version_knows_is_left_to_it() -> None:
    about = subject(kind="Lattice", name="from-the-future", container="")
    assert undecided(await health(case=case_of(Trigger.ALERT, about)))
