"""A container that is not there is not asked about. Pods have more of them than their workload says."""

from typing import Any

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_analyzer.models import Entity
from casebook_operator.cases.absent_container import container_absence
from casebook_operator.kube import Object
from tests.operator.builders import container, pod, workload
from tests.operator.fakes import FakeKube, refusal

TEMPLATE: Object = {"spec": {"containers": [{"name": "app"}], "initContainers": [{"name": "wait"}]}}
POD = Entity(kind="Pod", namespace="shop", name="checkout-5d9f-abcde")


def cluster(kind: str = "Deployment", **spec: Any) -> FakeKube:
    kube = FakeKube()
    kube.put(workload(kind, "checkout", **(spec or {"template": TEMPLATE})))
    kube.put(pod(container("app"), container("proxy"), labels={"app": "checkout"}))
    return kube


def of(kind: str) -> Entity:
    return Entity(kind=kind, namespace="shop", name="checkout")


@pytest.mark.parametrize("name", ["app", "wait", "proxy", ""])
async def test_a_container_of_the_template_or_of_a_pod_is_there(name: str) -> None:
    assert await container_absence(cluster(), of("Deployment"), name) == ""


@pytest.mark.parametrize("kind", ["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job"])
async def test_one_that_nothing_has_is_said_to_be_missing(kind: str) -> None:
    said = await container_absence(cluster(kind), of(kind), "ap")
    assert said == f"There is no container ap in {kind} checkout."


async def test_a_cronjob_has_those_of_its_jobs() -> None:
    kube = cluster("CronJob", selector=None, jobTemplate={"spec": {"template": TEMPLATE}})
    assert await container_absence(kube, of("CronJob"), "wait") == ""
    assert await container_absence(kube, of("CronJob"), "ap") == "There is no container ap in CronJob checkout."


async def test_a_replication_controller_selects_its_pods_by_plain_labels() -> None:
    kube = cluster("ReplicationController", selector={"app": "checkout"}, template=TEMPLATE)
    assert await container_absence(kube, of("ReplicationController"), "proxy") == ""
    assert await container_absence(kube, of("ReplicationController"), "ap")


async def test_a_pod_has_its_own_and_no_others() -> None:
    assert await container_absence(cluster(), POD, "proxy") == ""
    assert await container_absence(cluster(), POD, "wait") == "There is no container wait in Pod checkout-5d9f-abcde."


async def test_what_has_none_is_not_asked_about_one_and_a_service_may_be() -> None:
    assert (
        await container_absence(FakeKube(), Entity(kind="Node", name="worker-7"), "app") == "A Node has no containers."
    )
    assert await container_absence(FakeKube(), of("Service"), "app") == ""


async def test_who_may_not_read_it_is_not_told_what_it_has() -> None:
    kube = cluster()
    kube.fail("Deployment", "shop", "checkout", refusal(403, "Forbidden"))
    assert await container_absence(kube, of("Deployment"), "ap") == ""


async def test_no_answer_is_no_answer() -> None:
    kube = cluster()
    kube.fail("Deployment", "shop", "checkout", ClusterUnavailableError("away"))
    with pytest.raises(ClusterUnavailableError):
        await container_absence(kube, of("Deployment"), "ap")
