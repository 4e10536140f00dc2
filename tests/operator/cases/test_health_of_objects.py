"""An object whose failure stands in its own status is well when that status says so, and not when nobody complains."""

from typing import Any

import pytest

from casebook_analyzer.models import SubjectRef, Trigger
from casebook_operator.cases.subject_health import SubjectHealth
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from tests.operator.builders import NODE_SUBJECT, at, condition, investigation, node, node_signal, rfc, signal, workload
from tests.operator.cases.healths import asked, health, undecided
from tests.operator.fakes import FakeKube, refusal
from tests.rows import of_every

WELL = SubjectHealth(well=True)


def case_of(trigger: Trigger, kind: str, *, namespace: str = "shop", reason: str = "Because") -> Investigation:
    about = SubjectRef(kind=kind, namespace=namespace, name="data", uid=f"uid-{kind}-data")
    of = signal(trigger=trigger, failure_class=trigger.value, container="", reason=reason)
    return investigation("Open", of=of, about=about)


def made(kind: str, *conditions: Object, namespace: str = "shop", **status: Any) -> Object:
    body = workload(kind, "data", namespace)
    body["metadata"]["generation"] = 2
    return body | {"status": {"conditions": list(conditions), **status}}


ACTIVE, ABLE = condition("ScalingActive", "True"), condition("AbleToScale", "True")
DISABLED = condition("ScalingActive", "False", reason="ScalingDisabled")
MET = {"observedGeneration": 2, "expectedPods": 3, "desiredHealthy": 2}


@of_every(
    ("trigger", "obj", "well"),
    [
        (Trigger.VOLUME_FAILED, made("PersistentVolumeClaim", phase="Bound"), True),
        (Trigger.VOLUME_FAILED, made("PersistentVolumeClaim", phase="Pending"), False),
        (Trigger.VOLUME_FAILED, made("PersistentVolumeClaim", phase="Lost"), False),
        (Trigger.VOLUME_FAILED, made("PersistentVolumeClaim"), False),
        (
            Trigger.VOLUME_FAILED,
            made("PersistentVolumeClaim", condition("NodeResizeError", "True"), phase="Bound"),
            False,
        ),
        (Trigger.ALERT, made("PersistentVolumeClaim", phase="Pending"), False),
        (Trigger.VOLUME_FAILED, made("PersistentVolume", namespace="", phase="Failed"), False),
        (Trigger.VOLUME_FAILED, made("PersistentVolume", namespace="", phase="Released"), True),
        (Trigger.VOLUME_FAILED, made("PersistentVolume", namespace="", phase="Available"), True),
        (Trigger.AUTOSCALER_FAILED, made("HorizontalPodAutoscaler", ACTIVE, ABLE), True),
        (Trigger.AUTOSCALER_FAILED, made("HorizontalPodAutoscaler", DISABLED, ABLE), True),
        (Trigger.AUTOSCALER_FAILED, made("HorizontalPodAutoscaler", condition("ScalingActive", "False"), ABLE), False),
        (
            Trigger.AUTOSCALER_FAILED,
            made("HorizontalPodAutoscaler", ACTIVE, condition("AbleToScale", "False", reason="FailedGetScale")),
            False,
        ),
        (Trigger.AUTOSCALER_FAILED, made("HorizontalPodAutoscaler"), False),
        (Trigger.DISRUPTION_BLOCKED, made("PodDisruptionBudget", **MET, currentHealthy=2), True),
        (Trigger.DISRUPTION_BLOCKED, made("PodDisruptionBudget", **MET, currentHealthy=1), False),
        (Trigger.DISRUPTION_BLOCKED, made("PodDisruptionBudget", **MET | {"expectedPods": 0}, currentHealthy=0), True),
        (Trigger.DISRUPTION_BLOCKED, made("PodDisruptionBudget", **MET | {"observedGeneration": 1}), False),
        (Trigger.DISRUPTION_BLOCKED, made("PodDisruptionBudget"), False),
        (
            Trigger.DISRUPTION_BLOCKED,
            made(
                "PodDisruptionBudget",
                condition("DisruptionAllowed", "False", reason="SyncFailed"),
                **MET,
                currentHealthy=2,
            ),
            False,
        ),
        (Trigger.ALERT, made("Namespace", namespace="", phase="Active"), True),
        (Trigger.ALERT, made("Namespace", namespace="", phase="Terminating"), False),
    ],
)
async def test_what_stands_in_the_status_of_an_object_decides(trigger: Trigger, obj: Object, well: bool) -> None:
    case = case_of(trigger, obj["kind"], namespace=obj["metadata"]["namespace"])
    assert await health(obj, case=case) == (WELL if well else SubjectHealth())


def cron_job(*, scheduled: float | None = None, changed: float | None = None) -> Object:
    job = workload("CronJob", "data")
    if changed is not None:
        job["metadata"]["managedFields"] = [{"manager": "kubectl", "time": rfc(changed)}]
    return job | {"status": {"lastScheduleTime": rfc(scheduled)} if scheduled is not None else {}}


@pytest.mark.parametrize(
    ("job", "since"),
    [
        (cron_job(), None),
        (cron_job(scheduled=20), None),
        (cron_job(scheduled=40), 40),
        (cron_job(changed=20), None),
        (cron_job(changed=50), 50),
        (cron_job(scheduled=20, changed=50), 50),
    ],
    ids=["nothing", "before", "scheduled", "made-so", "mended", "mended-and-not-due-yet"],
)
async def test_a_schedule_is_kept_when_a_job_was_made_since_or_somebody_has_changed_it(
    job: Object, since: float | None
) -> None:
    found = await health(job, case=case_of(Trigger.SCHEDULE_MISSED, "CronJob"), last_seen=30)
    assert found == SubjectHealth(since=None if since is None else at(since))


def drained(**spec: Any) -> Object:
    return node() | {"spec": spec}


@pytest.mark.parametrize(
    ("obj", "well"),
    [
        (drained(), True),
        (drained(unschedulable=True), False),
        (drained(taints=[{"key": "karpenter.sh/disrupted", "effect": "NoSchedule"}]), False),
        (drained(taints=[{"key": "dedicated", "effect": "NoSchedule"}]), True),
    ],
)
async def test_a_drain_is_over_when_nobody_drains_the_node(obj: Object, well: bool) -> None:
    of = node_signal(trigger=Trigger.DISRUPTION_BLOCKED, failure_class="DisruptionBlocked")
    assert (await health(obj, case=investigation("Open", of=of, about=NODE_SUBJECT))).well is well


def budget(name: str, **labels: str) -> Object:
    return workload("PodDisruptionBudget", name, selector={"matchLabels": labels})


async def test_a_pod_that_two_budgets_select_cannot_be_evicted_until_one_is_left() -> None:
    template = {"template": {"metadata": {"labels": {"app": "data"}}}}
    served, case = workload("Deployment", "data", **template), case_of(Trigger.DISRUPTION_BLOCKED, "Deployment")
    assert undecided(await health(served, budget("a", app="data"), budget("b", app="data"), case=case))
    assert await health(served, budget("a", app="data"), budget("b", app="cart"), case=case) == WELL


def service(reason: str, **more: Any) -> tuple[Object, Investigation]:
    one = workload("Service", "data", type="LoadBalancer", selector={}) | more
    return one, case_of(Trigger.SERVICE_UNAVAILABLE, "Service", reason=reason)


def endpoints() -> Object:
    found = workload("EndpointSlice", "data-1")
    found["metadata"]["labels"] = {"kubernetes.io/service-name": "data"}
    return found | {"endpoints": [{"addresses": ["10.0.0.1"], "conditions": {"ready": True}}]}


async def test_a_load_balancer_that_cannot_be_made_is_not_well_because_pods_stand_behind_it() -> None:
    one, case = service("SyncLoadBalancerFailed")
    assert undecided(await health(one, endpoints(), case=case))
    balanced = one | {"status": {"loadBalancer": {"ingress": [{"ip": "192.0.2.7"}]}}}
    assert await health(balanced, endpoints(), case=case) == WELL
    assert await health(*service("NoEndpoints")[:1], endpoints(), case=service("NoEndpoints")[1]) == WELL


@pytest.mark.parametrize("ready", [True, False])
async def test_a_webhook_answers_when_its_service_does(ready: bool) -> None:
    hook = {"clientConfig": {"service": {"namespace": "shop", "name": "data"}}}
    one = made("ValidatingWebhookConfiguration", namespace="") | {"webhooks": [hook]}
    case = case_of(Trigger.ALERT, "ValidatingWebhookConfiguration", namespace="")
    behind = endpoints() if ready else endpoints() | {"endpoints": []}
    assert (await health(one, workload("Service", "data"), behind, case=case)).well is ready
    assert undecided(await health(one, case=case))


async def test_a_webhook_behind_an_address_is_well_when_nobody_complains() -> None:
    one = made("MutatingWebhookConfiguration", namespace="") | {"webhooks": [{"clientConfig": {"url": "https://a"}}]}
    case = case_of(Trigger.ALERT, "MutatingWebhookConfiguration", namespace="")
    assert await health(one, case=case, last_seen=30) == SubjectHealth(since=at(30))


async def test_what_may_not_be_read_is_undecided() -> None:
    kube = FakeKube()
    kube.put(workload("Deployment", "data"))

    async def refuse(path: str, **_: object) -> list[Object]:
        raise refusal(403)

    kube.list = refuse  # type: ignore[assignment]
    assert undecided(await asked(kube, case_of(Trigger.DISRUPTION_BLOCKED, "Deployment")))
