"""What happens in a healthy cluster every day opens nothing; the same opens a case when it does not end."""

from typing import Any

import pytest

from casebook_operator.kube import Object
from tests.operator.builders import condition, container, ended, node, rfc, running, waiting
from tests.operator.signals.life import Life
from tests.operator.signals.objects import (
    JOB,
    deployment,
    dying,
    of_kind,
    pod_in,
    running_pod,
    starting_pod,
    status_of,
    told,
)

HOUR, DAY = 3600, 86_400


def creating(name: str = "checkout-new", since: float = 0, **more: Any) -> Object:
    return starting_pod(status_of(state=waiting("ContainerCreating"), ready=False), name=name, since=since, **more)


def test_a_rolling_update(healthy: Life) -> None:
    old = running_pod(name="checkout-old", since=-HOUR)
    progressing = condition("Progressing", "True", reason="ReplicaSetUpdated")
    healthy.shows(0, old, deployment(progressing, condition("Available", "True", since=-DAY)), creating())
    healthy.shows(40, running_pod(status_of(state=running(40), ready=False), ready=False, name="checkout-new", since=0))
    healthy.shows(60, running_pod(name="checkout-new", since=60), dying(old, 60))
    healthy.shows(61, told("Unhealthy", "Readiness probe failed: connection refused", name="checkout-old", first=61))
    killed = container(state=ended("Error", 137, 92))
    healthy.shows(92, dying(pod_in("Running", killed, name="checkout-old"), 60))
    healthy.loses(95, old)
    healthy.passes(HOUR)


def test_a_rollout_that_is_given_up(sick: Life) -> None:
    late = condition("Progressing", "False", since=600, reason="ProgressDeadlineExceeded")
    sick.shows(600, deployment(late))


def test_a_scale_down_with_a_long_grace_period(healthy: Life) -> None:
    pod = running_pod(since=-DAY)
    healthy.shows(0, dying(pod, 0, grace=1800), told("FailedPreStopHook", "PreStopHook failed"))
    healthy.loses(1795, pod)


def test_a_pod_that_does_not_go(sick: Life) -> None:
    sick.shows(0, dying(running_pod(since=-DAY), 0))
    sick.passes(10 * 60)


def test_a_scale_to_zero_and_back(healthy: Life) -> None:
    healthy.shows(0, deployment(condition("Available", "True", since=-DAY), replicas=0) | {"spec": {"replicas": 0}})
    waits = condition("Available", "False", since=100, reason="MinimumReplicasUnavailable")
    healthy.shows(100, deployment(waits, condition("Progressing", "True", since=100)), creating(since=100))
    healthy.shows(
        150, running_pod(name="checkout-new", since=150), deployment(condition("Available", "True", since=150))
    )
    healthy.passes(DAY)


def test_a_job_that_completes(healthy: Life) -> None:
    done = pod_in("Succeeded", status_of(state=ended("Completed", 0, 60), ready=False), owner=JOB, name="import-1-a")
    ready = condition("Ready", "False", since=60, reason="PodCompleted")
    done["status"]["conditions"] = [ready]
    job = of_kind("Job", "import-1", condition("Complete", "True", since=61), spec={"backoffLimit": 6})
    healthy.shows(61, done, job)
    healthy.passes(DAY)


@pytest.mark.parametrize("policy", ["Never", "OnFailure"])
def test_a_job_that_fails_once_and_then_succeeds(healthy: Life, policy: str) -> None:
    spec = {"restartPolicy": policy}
    if policy == "Never":
        failed = status_of(state=ended("Error", 1, 20), ready=False)
        healthy.shows(20, pod_in("Failed", failed, owner=JOB, name="import-1-a", spec=spec))
        healthy.shows(40, pod_in("Running", status_of(), owner=JOB, name="import-1-b", spec=spec))
        name = "import-1-b"
    else:
        again = container(state=running(21), last=ended("Error", 1, 20))
        healthy.shows(21, pod_in("Running", again, owner=JOB, name="import-1-a", spec=spec))
        name = "import-1-a"
    done = container(state=ended("Completed", 0, 90), last=ended("Error", 1, 20) if policy == "OnFailure" else {})
    healthy.shows(90, pod_in("Succeeded", done, owner=JOB, name=name, spec=spec))
    healthy.shows(91, of_kind("Job", "import-1", condition("Complete", "True", since=91)))
    healthy.passes(DAY)


def test_a_job_whose_container_needs_a_third_try(healthy: Life) -> None:
    spec = {"restartPolicy": "OnFailure"}
    waits = container(state=waiting("CrashLoopBackOff"), last=ended("Error", 1, 30))
    healthy.shows(30, pod_in("Running", waits, owner=JOB, name="import-1-a", spec=spec))
    again = container(state=running(40), last=ended("Error", 1, 30)) | {"ready": True}
    healthy.shows(40, pod_in("Running", again, owner=JOB, name="import-1-a", spec=spec))
    healthy.passes(DAY)


def test_a_job_that_gives_up(sick: Life) -> None:
    sick.shows(90, of_kind("Job", "import-1", condition("Failed", "True", since=90, reason="BackoffLimitExceeded")))


def test_a_job_that_is_suspended(healthy: Life) -> None:
    healthy.shows(0, of_kind("Job", "import-1", condition("Suspended", "True", reason="JobSuspended")))
    healthy.passes(DAY)


def test_the_history_of_a_cron_job(healthy: Life) -> None:
    """Casebook is installed today; the failure that ``failedJobsHistoryLimit`` keeps is of last week."""
    old = of_kind("Job", "import-0", condition("Failed", "True", since=-7 * DAY, reason="BackoffLimitExceeded"))
    crash = pod_in("Failed", status_of(state=ended("Error", 1, -7 * DAY)), owner=JOB, spec={"restartPolicy": "Never"})
    cron = of_kind("CronJob", "import", status={"lastScheduleTime": rfc(-60), "lastSuccessfulTime": rfc(-30)})
    healthy.shows(0, old, crash, cron)
    healthy.passes(DAY)


def cluster_node(
    ready: Object, *, taints: tuple[Object, ...] = (), cordoned: bool = False, created: float = -DAY
) -> Object:
    made = node(ready, condition("MemoryPressure", "False", since=-DAY), created=created)
    return made | {"spec": {"unschedulable": cordoned, "taints": list(taints)}}


CORDON = {"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule", "timeAdded": rfc(0)}


def test_a_cordon_for_days(healthy: Life) -> None:
    healthy.shows(0, cluster_node(condition("Ready", "True", since=-DAY), taints=(CORDON,), cordoned=True))
    healthy.shows(1, told("NodeNotSchedulable", kind="Node", name="node-1", first=1))
    healthy.passes(3 * DAY)


def test_a_drain(healthy: Life) -> None:
    evicted = condition("DisruptionTarget", "True", reason="EvictionByEvictionAPI")
    pod = running_pod(since=-DAY)
    pod["status"]["conditions"].append(evicted)
    healthy.shows(0, cluster_node(condition("Ready", "True", since=-DAY), taints=(CORDON,), cordoned=True))
    healthy.shows(5, dying(pod, 5), creating(since=5))
    healthy.shows(25, running_pod(name="checkout-new", since=25))
    healthy.loses(35, pod)
    healthy.passes(HOUR)


def test_a_node_that_reboots_for_an_upgrade(healthy: Life) -> None:
    away = condition(
        "Ready", "Unknown", since=60, reason="NodeStatusUnknown", message="Kubelet stopped posting node status."
    )
    healthy.shows(60, cluster_node(away, taints=(CORDON,), cordoned=True))
    healthy.shows(500, cluster_node(condition("Ready", "True", since=500), taints=(CORDON,), cordoned=True))
    healthy.shows(
        501, told("Rebooted", "Node node-1 has been rebooted", kind="Node", name="node-1", first=501, last=501)
    )
    healthy.shows(520, cluster_node(condition("Ready", "True", since=500)))
    healthy.passes(DAY)


def test_a_kubelet_that_restarts(healthy: Life) -> None:
    healthy.shows(0, cluster_node(condition("Ready", "False", reason="KubeletNotReady", message="PLEG is not healthy")))
    healthy.shows(20, cluster_node(condition("Ready", "True", since=20)))
    healthy.passes(DAY)


def test_a_node_that_is_lost(sick: Life) -> None:
    sick.shows(0, cluster_node(condition("Ready", "Unknown", reason="NodeStatusUnknown")))
    sick.passes(61)


def test_a_node_that_joins(healthy: Life) -> None:
    new = condition("Ready", "False", since=1, reason="KubeletNotReady", message="container runtime network not ready")
    healthy.shows(1, cluster_node(new, created=0))
    healthy.shows(2, told("InvalidDiskCapacity", "invalid capacity 0 on image filesystem", kind="Node", name="node-1"))
    healthy.shows(70, cluster_node(condition("Ready", "True", since=70), created=0))
    healthy.passes(HOUR)


def test_a_node_that_never_gets_ready(sick: Life) -> None:
    sick.shows(1, cluster_node(condition("Ready", "False", since=1), created=0))
    sick.passes(11 * 60)


def test_an_init_container_that_waits_for_a_database(healthy: Life) -> None:
    waits = starting_pod(status_of(state=waiting("PodInitializing"), ready=False), sandbox=True)
    waits["status"]["initContainerStatuses"] = [status_of("wait-for-db", state=running(2), ready=False)]
    healthy.shows(2, waits)
    healthy.shows(600, running_pod(name=waits["metadata"]["name"], since=600))
    healthy.passes(HOUR)


def test_an_image_of_twenty_gigabytes(healthy: Life) -> None:
    healthy.shows(0, creating(sandbox=True))
    healthy.shows(720, running_pod(name="checkout-new", since=720))


def test_a_pod_that_never_gets_its_volume(sick: Life) -> None:
    sick.shows(0, creating(sandbox=False))
    sick.passes(181)


def test_a_secret_that_comes_a_minute_after_its_pod(healthy: Life) -> None:
    told_of = told(
        "FailedMount", 'MountVolume.SetUp failed for volume "tls" : secret "tls" not found', name="checkout-new"
    )
    healthy.shows(0, creating(sandbox=False), told_of)
    healthy.shows(64, told_of | {"count": 7, "lastTimestamp": rfc(64)})
    healthy.shows(66, running_pod(name="checkout-new", since=66))
    healthy.passes(HOUR)


def test_a_slow_start_with_a_failing_readiness_probe(healthy: Life) -> None:
    slow = running_pod(status_of(state=running(0), ready=False), ready=False, since=0)
    healthy.shows(0, slow)
    unhealthy = "Readiness probe failed: HTTP probe failed with statuscode: 503"
    healthy.shows(240, told("Unhealthy", unhealthy, container="app", count=24, first=10, last=240))
    healthy.shows(250, running_pod(since=250))
    healthy.passes(HOUR)


def test_a_start_that_takes_as_long_as_its_startup_probe_allows(healthy: Life) -> None:
    allowed = {"containers": [{"name": "app", "startupProbe": {"failureThreshold": 90, "periodSeconds": 10}}]}
    healthy.shows(0, running_pod(status_of(state=running(0), ready=False), ready=False, since=0, spec=allowed))
    healthy.shows(880, told("Unhealthy", "Startup probe failed: ...", container="app", count=88, first=10, last=880))
    healthy.shows(890, running_pod(since=890))


def test_a_pod_that_never_gets_ready(sick: Life) -> None:
    sick.shows(0, running_pod(status_of(state=running(0), ready=False), ready=False, since=0))
    sick.passes(301)


def test_a_readiness_probe_that_fails_now_and_then(healthy: Life) -> None:
    unhealthy = "Readiness probe failed: context deadline exceeded"
    healthy.shows(0, running_pod(since=-DAY))
    healthy.shows(3000, told("Unhealthy", unhealthy, container="app", count=6, first=0, last=3000))
    healthy.passes(HOUR)


def test_a_spot_node_that_is_taken_back(healthy: Life) -> None:
    goes = condition("Ready", "False", since=30, reason="KubeletNotReady", message="node is shutting down")
    shot = pod_in("Failed", status_of(state=ended("Error", 143, 30)), status={"reason": "Terminated"})
    shot["status"]["conditions"] = [condition("DisruptionTarget", "True", since=30, reason="TerminationByKubelet")]
    unplaced = condition("PodScheduled", "False", since=31, reason="Unschedulable")
    healthy.shows(20, told("SpotInterrupted", kind="Node", name="node-1"))
    healthy.shows(30, cluster_node(goes), shot)
    healthy.shows(31, pod_in("Pending", conditions=(unplaced,), name="checkout-new", spec={"nodeName": ""}))
    healthy.shows(33, told("FailedScheduling", "0/3 nodes are available: ...", name="checkout-new", first=31, last=90))
    healthy.loses(120, cluster_node(goes))
    healthy.shows(140, creating(since=140))
    healthy.shows(170, running_pod(name="checkout-new", since=170))
    healthy.passes(DAY)


def test_a_pod_that_fits_nowhere(sick: Life) -> None:
    unplaced = condition("PodScheduled", "False", since=0, reason="Unschedulable")
    sick.shows(0, pod_in("Pending", conditions=(unplaced,), spec={"nodeName": ""}))
    sick.passes(121)


def test_a_pod_behind_scheduling_gates(healthy: Life) -> None:
    gated = condition("PodScheduled", "False", since=0, reason="SchedulingGated")
    healthy.shows(
        0, pod_in("Pending", conditions=(gated,), spec={"nodeName": "", "schedulingGates": [{"name": "quota"}]})
    )
    healthy.passes(DAY)
