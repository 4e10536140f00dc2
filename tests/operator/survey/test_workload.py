"""Every kind that a signal may be about leads to its pods and owners, also in objects that people shortened."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from casebook_analyzer.models import Entity, Signal, SubjectRef, Trigger
from casebook_analyzer.taxonomy import ConditionTable
from casebook_operator.kube import NotHeldError, Object, paths
from casebook_operator.reading.context import CollectorContext
from casebook_operator.survey import prepare_context
from tests.operator.evidence.fakes import FakeKube, obj
from tests.operator.evidence.fixtures import digest

Prepare = Callable[..., Awaitable[CollectorContext]]
RUNNING = {"phase": "Running", "containerStatuses": [{"name": "app", "state": {"running": {}}}]}
LOOPING = {
    "phase": "Running",
    "containerStatuses": [{"name": "app", "state": {"waiting": {"reason": "CrashLoopBackOff"}}}],
}


@pytest.fixture
def prepare(signal: Signal, conditions: ConditionTable) -> Prepare:
    async def run(
        kube: FakeKube, kind: str, name: str, trigger: Trigger, origin: Entity | None = None
    ) -> CollectorContext:
        subject = SubjectRef(kind=kind, namespace="shop", name=name)
        about = origin or Entity(kind=kind, namespace="shop", name=name)
        seen = msgspec.structs.replace(signal, trigger=trigger, origin=about, origin_uid="")
        now = datetime(2026, 3, 1, 12, 1, tzinfo=UTC)
        return await prepare_context(kube, subject, seen, conditions=conditions, digest=digest, now=now)

    return run


def names(*objects: Object) -> list[str]:
    return [one["metadata"]["name"] for one in objects]


def owner(kind: str, name: str) -> list[Object]:
    return [{"kind": kind, "name": name, "uid": f"uid-{kind}-{name}", "controller": True}]


def pod(name: str, status: Object = LOOPING, **parts: Any) -> Object:
    spec = parts.pop("spec", {"nodeName": "node-1", "containers": [{"name": "app"}]})
    return obj("Pod", name, "shop", spec=spec, status=status, **{"labels": {"app": "web"}, **parts})


async def test_a_deployment_whose_pods_cannot_be_created_has_the_replica_set_that_says_why(prepare: Prepare) -> None:
    selector = {"matchLabels": {"app": "web"}}
    kube = FakeKube(obj("Deployment", "web", "shop", spec={"selector": selector}))
    for number in (1, 2):
        made = obj(
            "ReplicaSet", f"web-{number}", "shop", labels={"app": "web"}, ownerReferences=owner("Deployment", "web")
        )
        made["metadata"]["creationTimestamp"] = f"2026-03-01T11:5{number}:00Z"
        kube.add(made)
    context = await prepare(kube, "Deployment", "web", Trigger.FAILED_CREATE)
    assert context.pods == ()
    assert names(*context.owners) == ["web-2", "web"]
    assert [one["kind"] for one in context.owners] == ["ReplicaSet", "Deployment"]


@pytest.mark.parametrize("kind", ["StatefulSet", "DaemonSet", "Job", "ReplicaSet"])
async def test_any_workload_leads_to_its_failing_pods(prepare: Prepare, kind: str) -> None:
    top = obj(kind, "web", "shop", spec={"selector": {"matchLabels": {"app": "web"}}})
    kube = FakeKube(
        top, pod("web-0", ownerReferences=owner(kind, "web")), pod("other-0", ownerReferences=owner(kind, "x"))
    )
    context = await prepare(kube, kind, "web", Trigger.ROLLOUT_STUCK)
    assert names(*context.pods) == ["web-0"]
    assert names(*context.owners) == ["web"]


async def test_a_cron_job_leads_to_its_failed_job_and_the_pods_of_that(prepare: Prepare) -> None:
    kube = FakeKube(obj("CronJob", "nightly", "shop", spec={"schedule": "0 3 * * *"}))
    selector = {"selector": {"matchLabels": {"job-name": "nightly-1"}}}
    for number, condition in ((1, "Failed"), (2, "Complete")):
        status = {"conditions": [{"type": condition, "status": "True"}]}
        job = obj(
            "Job",
            f"nightly-{number}",
            "shop",
            spec=selector,
            status=status,
            ownerReferences=owner("CronJob", "nightly"),
        )
        kube.add(job)
    kube.add(pod("nightly-1-x", labels={"job-name": "nightly-1"}, ownerReferences=owner("Job", "nightly-1")))
    context = await prepare(kube, "CronJob", "nightly", Trigger.JOB_FAILED)
    assert names(*context.pods) == ["nightly-1-x"]
    assert names(*context.owners) == ["nightly-1", "nightly"]


async def test_a_claim_leads_to_the_pods_that_mount_it(prepare: Prepare) -> None:
    volume = {"name": "data", "persistentVolumeClaim": {"claimName": "data"}}
    waiting = pod("web-0", {"phase": "Failed"}, spec={"volumes": [volume]})
    kube = FakeKube(obj("PersistentVolumeClaim", "data", "shop"), waiting, pod("other"))
    context = await prepare(kube, "PersistentVolumeClaim", "data", Trigger.VOLUME_FAILED)
    assert names(*context.pods) == ["web-0"]
    assert context.target is not None
    assert context.target["kind"] == "PersistentVolumeClaim"


async def test_a_service_leads_to_a_pod_behind_it_even_when_that_is_well(prepare: Prepare) -> None:
    service = obj("Service", "web", "shop", spec={"selector": {"app": "web"}})
    context = await prepare(FakeKube(service, pod("web-0", RUNNING)), "Service", "web", Trigger.SERVICE_UNAVAILABLE)
    assert names(*context.pods) == ["web-0"]


async def test_an_autoscaler_leads_to_what_it_scales(prepare: Prepare) -> None:
    target = {"scaleTargetRef": {"kind": "StatefulSet", "name": "web"}}
    workload = obj("StatefulSet", "web", "shop", spec={"selector": {"matchLabels": {"app": "web"}}})
    kube = FakeKube(obj("HorizontalPodAutoscaler", "web", "shop", spec=target), workload)
    kube.add(pod("web-0", RUNNING, ownerReferences=owner("StatefulSet", "web")))
    context = await prepare(kube, "HorizontalPodAutoscaler", "web", Trigger.AUTOSCALER_FAILED)
    assert (names(*context.owners), names(*context.pods)) == (["web"], ["web-0"])


async def test_a_budget_leads_to_the_pods_that_it_protects(prepare: Prepare) -> None:
    budget = obj("PodDisruptionBudget", "web", "shop", spec={"selector": {"matchLabels": {"app": "web"}}})
    context = await prepare(FakeKube(budget, pod("web-0")), "PodDisruptionBudget", "web", Trigger.DISRUPTION_BLOCKED)
    assert names(*context.pods) == ["web-0"]


async def test_a_kind_that_casebook_does_not_know_has_nothing_around_it(prepare: Prepare) -> None:
    context = await prepare(FakeKube(), "Rollout", "web", Trigger.MANUAL)
    assert (context.pods, context.owners, context.target, context.gaps) == ((), (), None, ())


async def test_healthy_pods_do_not_explain_why_others_cannot_be_created(prepare: Prepare) -> None:
    top = obj("StatefulSet", "web", "shop", spec={"selector": {"matchLabels": {"app": "web"}}})
    kube = FakeKube(top, pod("web-0", RUNNING, ownerReferences=owner("StatefulSet", "web")))
    assert (await prepare(kube, "StatefulSet", "web", Trigger.FAILED_CREATE)).pods == ()
    assert names(*(await prepare(kube, "StatefulSet", "web", Trigger.MANUAL)).pods) == ["web-0"]


async def test_shortened_objects_are_matched_by_name(prepare: Prepare) -> None:
    """No UIDs, no times, no ``controller: true``, no selector: as in a bug report."""
    kube = FakeKube()
    kube.add({"kind": "Deployment", "metadata": {"name": "web", "namespace": "shop"}, "spec": {}})
    references = [{"kind": "ReplicaSet", "name": "web-5d9f"}]
    metadata = {"name": "web-5d9f-x", "namespace": "shop", "ownerReferences": references}
    kube.add({"kind": "Pod", "metadata": metadata, "status": LOOPING})
    kube.answers[paths.item("ReplicaSet", "shop", "web-5d9f")] = NotHeldError("not in the bundle")
    kube.answers[paths.collection("ReplicaSet", "shop")] = NotHeldError("not in the bundle")
    for origin in (None, Entity(kind="Pod", namespace="shop", name="web-5d9f-x")):
        context = await prepare(kube, "Deployment", "web", Trigger.CRASH_LOOP_BACK_OFF, origin)
        assert names(*context.pods) == ["web-5d9f-x"]
        assert names(*context.owners) == ["web"]
        assert context.gaps == ()


async def test_owners_that_own_each_other_end_the_chain(prepare: Prepare) -> None:
    kube = FakeKube(
        obj("ReplicaSet", "a", "shop", ownerReferences=owner("ReplicaSet", "b")),
        obj("ReplicaSet", "b", "shop", ownerReferences=owner("ReplicaSet", "a")),
        pod("p", ownerReferences=owner("ReplicaSet", "a")),
    )
    origin = Entity(kind="Pod", namespace="shop", name="p")
    context = await prepare(kube, "ReplicaSet", "a", Trigger.CRASH_LOOP_BACK_OFF, origin)
    assert len(context.owners) == 4
