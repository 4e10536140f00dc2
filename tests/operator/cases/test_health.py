"""Whether a subject is healthy again: from what the API server says now."""

from typing import Any

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator.cases.subject_health import SubjectHealth
from casebook_operator.kube import Object
from tests.operator.builders import (
    at,
    condition,
    container,
    crash_looping,
    ended,
    investigation,
    node,
    pod,
    rfc,
    running,
    signal,
    subject,
    waiting,
    workload,
)
from tests.operator.cases.healths import NODE_CASE, OOM, asked, health, healthy, undecided
from tests.operator.fakes import FakeKube, LabelledKube, refusal


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


async def test_only_the_pods_that_the_workload_selects_tell_of_it() -> None:
    kube = LabelledKube()
    mine, other = healthy(60), pod(crash_looping(), name="other", labels={"app": "cart"})
    mine["metadata"]["labels"] = {"app": "checkout"}
    elsewhere = pod(crash_looping(), name="elsewhere", namespace="bank", labels={"app": "checkout"})
    kube.put(workload("Deployment", "checkout"), mine, other, elsewhere)
    assert await asked(kube) == SubjectHealth(since=at(60), pod=mine, pods=(mine,))


def anew() -> Object:
    made = workload("Deployment", "checkout")
    made["metadata"]["uid"] = "another"
    return made


@pytest.mark.parametrize(
    ("objects", "why"),
    [
        ((), "was deleted"),
        ((anew(), healthy(60)), "was deleted and created anew"),
        ((workload("Deployment", "checkout", replicas=0),), "was scaled to zero"),
    ],
)
async def test_what_is_gone_made_anew_or_scaled_to_zero_is_over(objects: tuple[Object, ...], why: str) -> None:
    assert await health(*objects) == SubjectHealth(gone=f"Deployment/shop/checkout {why}")


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
    assert undecided(await health(job(**{field: rfc(-1)}), case=case))
    assert await health(job(**{field: rfc(0)}), case=case) == SubjectHealth(since=at(0))
    assert (await health(job(**{field: rfc(60)}), case=case)).since == at(60)


async def test_a_node_whose_condition_is_bad_is_not_healthy() -> None:
    assert undecided(await health(node(condition("XidCriticalError", "True")), case=NODE_CASE))


@pytest.mark.parametrize(
    ("conditions", "since"),
    [
        ((condition("Ready", "True", since=90),), 30),
        ((condition("XidCriticalError", "False", since=90),), 90),
        ((condition("XidCriticalError", "False", since=9),), 30),
        ((condition("XidCriticalError", "False") | {"lastTransitionTime": None},), 30),
        ((condition("XidCriticalError", "False", since=90), condition("GPUMissing", "False", since=70)), 90),
        ((condition("XidCriticalError", "False", since=70), condition("DiskPressure", "False", since=90)), 70),
        ((condition("XidCriticalError", "False", since=70), condition("AcmeState", "Fine", since=90)), 70),
    ],
    ids=["gone", "back", "back-before-it-was-seen", "undated", "two", "another-class", "unknown-to-all"],
)
async def test_a_node_is_healthy_since_the_last_condition_of_the_class_is_good_or_the_failure_was_last_seen(
    conditions: tuple[Object, ...], since: float
) -> None:
    assert await health(node(*conditions), case=NODE_CASE, last_seen=30) == SubjectHealth(since=at(since))


async def test_another_trouble_of_the_node_does_not_keep_the_case_open() -> None:
    found = await health(node(condition("DiskPressure", "True")), case=NODE_CASE)
    assert found.since == at(0)


async def test_a_node_that_is_gone_is_over() -> None:
    assert await health(case=NODE_CASE) == SubjectHealth(gone="Node/node-1 was deleted")
