"""Whether a subject is healthy again: from what the API server says now."""

from collections.abc import Callable
from typing import Any

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_analyzer.models import SubjectRef, Trigger
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.cases.health import subject_health
from casebook_operator.cases.verdict import CaseView, Health
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
from tests.operator.fakes import FakeKube, refusal

TAXONOMY = load_taxonomy(())
CASE = investigation("Open")
OOM = investigation("Open", of=signal(trigger=Trigger.OOM_KILLED, failure_class="OOMKilled"))
NODE_CASE = investigation("Open", of=node_signal(), about=NODE_SUBJECT)


async def health(*objects: Object, case: Investigation = CASE, last_seen: float = 0) -> Health:
    kube = FakeKube()
    kube.put(*objects)
    return await asked(kube, case, last_seen)


async def asked(kube: FakeKube, case: Investigation = CASE, last_seen: float = 0) -> Health:
    return await subject_health(kube, CaseView(case=case, last_seen=at(last_seen), taxonomy=TAXONOMY))


def healthy(since: float, name: str = "new") -> Object:
    return pod(container(state=running(since)), name=name, ready_since=since)


def undecided(found: Health) -> bool:
    return not found.gone and not found.healthy


async def test_a_workload_that_still_fails_is_not_healthy() -> None:
    assert undecided(await health(workload("Deployment", "checkout"), pod(crash_looping())))


async def test_one_failing_pod_among_ready_ones_is_not_healthy() -> None:
    assert undecided(await health(workload("Deployment", "checkout"), healthy(60), pod(crash_looping(), name="old")))


async def test_a_failing_pod_that_is_being_deleted_does_not_count() -> None:
    leaving = pod(crash_looping(), name="old", deletionTimestamp=rfc(70))
    found = await health(workload("Deployment", "checkout"), healthy(60), leaving)
    assert found.since == at(60)


async def test_a_ready_pod_is_healthy_since_it_became_ready() -> None:
    found = await health(workload("Deployment", "checkout"), healthy(60))
    assert found.since == at(60)
    assert found.pod is not None
    assert found.pod["metadata"]["name"] == "new"


async def test_of_several_pods_the_first_that_came_back_tells_since_when() -> None:
    found = await health(workload("Deployment", "checkout"), healthy(90, "b"), healthy(60, "a"), healthy(-500, "c"))
    assert found.since == at(60)


async def test_pods_that_were_ready_all_along_tell_it_when_no_other_is_left() -> None:
    found = await health(workload("Deployment", "checkout"), healthy(-500))
    assert found.since == at(-500)


@pytest.mark.parametrize(
    "state", [waiting("ContainerCreating"), waiting("ImagePullBackOff"), ended("Error", 1)], ids=str
)
async def test_a_pod_that_is_not_ready_yet_is_undecided(state: dict[str, Any]) -> None:
    assert undecided(await health(workload("Deployment", "checkout"), pod(container(state=state))))


async def test_a_workload_without_pods_is_undecided() -> None:
    assert undecided(await health(workload("Deployment", "checkout")))


async def test_a_workload_without_a_selector_never_asks_for_all_pods() -> None:
    unselective = workload("Deployment", "checkout", selector={})
    assert undecided(await health(unselective, healthy(60)))


async def test_a_workload_that_selects_by_expressions_is_looked_at_too() -> None:
    expression = {"key": "app", "operator": "In", "values": ["checkout"]}
    selective = workload("Deployment", "checkout", selector={"matchExpressions": [expression]})
    assert (await health(selective, healthy(60))).since == at(60)


async def test_a_workload_that_is_gone_is_over() -> None:
    assert "deleted" in (await health()).gone


async def test_a_workload_that_was_created_anew_is_another() -> None:
    anew = workload("Deployment", "checkout")
    anew["metadata"]["uid"] = "another"
    assert "anew" in (await health(anew, healthy(60))).gone


async def test_a_workload_that_was_scaled_to_zero_is_over() -> None:
    assert "scaled to zero" in (await health(workload("Deployment", "checkout", replicas=0))).gone


async def test_a_subject_that_may_not_be_read_is_undecided() -> None:
    kube = FakeKube()
    kube.fail("Deployment", "shop", "checkout", refusal(403))
    assert undecided(await asked(kube))


async def test_an_api_server_that_is_away_is_an_error_that_may_pass() -> None:
    kube = FakeKube()
    kube.fail("Deployment", "shop", "checkout", ClusterUnavailableError("away"))
    with pytest.raises(ClusterUnavailableError):
        await asked(kube)


async def test_a_container_that_survived_its_oom_kill_is_healthy_since_it_runs() -> None:
    survived = pod(container(state=running(5), last=ended("OOMKilled", 137)), ready_since=8)
    found = await health(workload("Deployment", "checkout"), survived, case=OOM)
    assert found.since == at(8)


async def test_a_container_that_was_killed_again_since_is_not_healthy() -> None:
    again = pod(container(state=running(45), last=ended("OOMKilled", 137, finished=40)), ready_since=48)
    assert undecided(await health(workload("Deployment", "checkout"), again, case=OOM, last_seen=0))


async def test_another_container_of_the_pod_does_not_matter() -> None:
    beside = pod(container(state=running(60)), crash_looping("sidecar"), ready_since=60)
    assert (await health(workload("Deployment", "checkout"), beside)).since == at(60)


async def test_an_init_container_that_completed_is_healthy() -> None:
    case = investigation("Open", of=signal(container="setup"), about=subject(container="setup"))
    done = pod(container("app", state=running(60)), ready_since=62)
    done["status"]["initContainerStatuses"] = [container("setup", state=ended("Completed", 0, finished=55))]
    assert (await health(workload("Deployment", "checkout"), done, case=case)).since == at(62)


async def test_a_bare_pod_is_looked_at_itself() -> None:
    alone = subject(kind="Pod", name="solo", uid="uid-solo")
    case = investigation("Open", about=alone)
    found = await health(healthy(60, "solo"), case=case)
    assert found.since == at(60)


@pytest.mark.parametrize(
    ("kind", "field"), [("Job", "completionTime"), ("CronJob", "lastSuccessfulTime")], ids=["Job", "CronJob"]
)
async def test_a_job_is_healthy_when_it_succeeded_after_the_failure(kind: str, field: str) -> None:
    case = investigation("Open", about=subject(kind=kind, name="nightly", uid=f"uid-{kind}-nightly"))

    def job(**status: Any) -> Object:
        return workload(kind, "nightly") | {"status": status}

    assert undecided(await health(job(), case=case))
    assert undecided(await health(job(**{field: rfc(-60)}), case=case))
    assert (await health(job(**{field: rfc(60)}), case=case)).since == at(60)


@pytest.fixture(params=["condition-back", "condition-gone"])
def recovered(request: pytest.FixtureRequest) -> Callable[[], Object]:
    back = condition("XidCriticalError", "False", since=90)
    return lambda: node(back) if request.param == "condition-back" else node(condition("Ready", "True"))


async def test_a_node_whose_condition_is_bad_is_not_healthy() -> None:
    assert undecided(await health(node(condition("XidCriticalError", "True")), case=NODE_CASE))


async def test_a_node_is_healthy_when_no_condition_of_the_class_is_bad(recovered: Callable[[], Object]) -> None:
    found = await health(recovered(), case=NODE_CASE)
    assert found.since in (at(90), at(0))
    assert not found.gone


async def test_another_trouble_of_the_node_does_not_keep_the_case_open() -> None:
    found = await health(node(condition("DiskPressure", "True")), case=NODE_CASE)
    assert found.since == at(0)


async def test_a_node_that_is_gone_is_over() -> None:
    assert "deleted" in (await health(case=NODE_CASE)).gone


# What is over when: by what had failed.


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
    [Trigger.ROLLOUT_STUCK, Trigger.FAILED_CREATE, Trigger.EVICTED, Trigger.POD_LOST, Trigger.PREEMPTED],
)
async def test_a_workload_that_missed_pods_has_to_have_them_all(trigger: Trigger) -> None:
    case = case_of(trigger)
    assert undecided(await health(deployment(ready=1), healthy(60), case=case))
    assert undecided(await health(deployment(ready=2, observed=6), healthy(60), case=case))
    assert (await health(deployment(ready=2), healthy(60), case=case)).since == at(60)


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


@pytest.mark.parametrize(
    ("kind", "trigger"),
    [
        ("PersistentVolumeClaim", Trigger.VOLUME_FAILED),
        ("HorizontalPodAutoscaler", Trigger.AUTOSCALER_FAILED),
        ("PodDisruptionBudget", Trigger.DISRUPTION_BLOCKED),
    ],
)
async def test_an_object_that_shows_nothing_any_more_is_well(kind: str, trigger: Trigger) -> None:
    about = subject(kind=kind, name="data", uid=f"uid-{kind}-data", container="")
    assert (await health(workload(kind, "data"), case=case_of(trigger, about))).well


async def test_a_failed_job_is_over_when_it_is_deleted_and_not_before() -> None:
    about = subject(kind="Job", name="nightly", uid="uid-Job-nightly", container="")
    job = workload("Job", "nightly") | {"status": {"conditions": [condition("Failed", "True")], "failed": 7}}
    assert undecided(await health(job, case=case_of(Trigger.JOB_FAILED, about)))
    assert "deleted" in (await health(case=case_of(Trigger.JOB_FAILED, about))).gone


@pytest.mark.parametrize("kind", ["Job", "CronJob"])
async def test_a_job_that_somebody_suspended_is_over(kind: str) -> None:
    about = subject(kind=kind, name="nightly", uid=f"uid-{kind}-nightly")
    found = await health(workload(kind, "nightly", suspend=True), case=investigation("Open", about=about))
    assert "suspended" in found.gone


async def test_a_schedule_that_is_kept_again_is_well() -> None:
    about = subject(kind="CronJob", name="nightly", uid="uid-CronJob-nightly", container="")
    assert (await health(workload("CronJob", "nightly"), case=case_of(Trigger.SCHEDULE_MISSED, about))).well


async def test_devices_that_are_back_are_told_by_nobody() -> None:
    of = node_signal(trigger=Trigger.DEVICE_SHORTAGE, failure_class="DeviceShortage")
    assert (await health(node(), case=investigation("Open", of=of, about=NODE_SUBJECT))).well


async def test_an_overflow_is_over_when_nothing_was_suppressed_for_a_while() -> None:
    about = subject(kind="Namespace", namespace="casebook", name="casebook", uid="", container="")
    found = await health(case=case_of(Trigger.OVERFLOW, about), last_seen=30)
    assert found.since == at(30)
