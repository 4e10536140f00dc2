"""What happens in a healthy cluster every day opens nothing; the same opens a case when it does not end."""

from collections.abc import Iterator
from typing import Any

import pytest

from casebook_operator.kube import Object
from tests.operator.builders import condition, container, ended, node, reference, rfc, running, waiting
from tests.operator.signals.life import Life
from tests.operator.signals.objects import (
    JOB,
    of_kind,
    pod_in,
    running_pod,
    scheduled,
    starting_pod,
    status_of,
    told,
    written,
)

HOUR, DAY = 3600, 86_400


@pytest.fixture
def healthy() -> Iterator[Life]:
    """A life that opens nothing."""
    life = Life()
    yield life
    assert life.opened == {}


@pytest.fixture
def sick() -> Iterator[Life]:
    """A life that opens something."""
    life = Life()
    yield life
    assert life.opened


def creating(name: str = "checkout-new", since: float = 0, **more: Any) -> Object:
    return starting_pod(status_of(state=waiting("ContainerCreating"), ready=False), name=name, since=since, **more)


def dying(obj: Object, at: float, grace: int = 30) -> Object:
    going = {"deletionTimestamp": rfc(at + grace), "deletionGracePeriodSeconds": grace}
    return obj | {"metadata": obj["metadata"] | going}


def deployment(*conditions: Object, **status: Any) -> Object:
    observed = {"observedGeneration": 2, "replicas": 2} | status
    return of_kind("Deployment", "checkout", *conditions, spec={"replicas": 2}, status=observed)


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


def autoscaler(*conditions: Object) -> Object:
    return of_kind("HorizontalPodAutoscaler", "checkout", *conditions)


def test_an_autoscaler_whose_pods_have_no_metrics_yet(healthy: Life) -> None:
    able = condition("AbleToScale", "True", reason="SucceededGetScale")
    healthy.shows(0, autoscaler(able, condition("ScalingActive", "False", reason="FailedGetResourceMetric")))
    healthy.shows(
        60,
        told(
            "FailedGetResourceMetric", "no metrics", kind="HorizontalPodAutoscaler", name="checkout", count=5, last=60
        ),
    )
    limited = condition("ScalingLimited", "True", since=75, reason="TooFewReplicas")
    healthy.shows(
        75, autoscaler(able, condition("ScalingActive", "True", since=75, reason="ValidMetricFound"), limited)
    )
    healthy.passes(DAY)


def test_an_autoscaler_of_a_workload_that_is_scaled_to_zero(healthy: Life) -> None:
    healthy.shows(0, autoscaler(condition("ScalingActive", "False", reason="ScalingDisabled")))
    healthy.passes(DAY)


def test_an_autoscaler_that_never_gets_metrics(sick: Life) -> None:
    sick.shows(0, autoscaler(condition("ScalingActive", "False", reason="FailedGetResourceMetric")))
    sick.passes(301)


def claim(phase: str, annotations: dict[str, str] | None = None, storage_class: str = "fast") -> Object:
    spec = {"storageClassName": storage_class}
    return of_kind(
        "PersistentVolumeClaim",
        "data",
        created=0,
        spec=spec,
        status={"phase": phase},
        metadata={"annotations": annotations or {}},
    )


def test_a_claim_that_waits_for_its_first_consumer(healthy: Life) -> None:
    healthy.shows(0, claim("Pending"))
    healthy.passes(DAY)
    healthy.shows(DAY, claim("Bound", {"volume.kubernetes.io/selected-node": "node-1"}))


def test_a_claim_for_which_nobody_makes_a_volume(sick: Life) -> None:
    sick.shows(0, claim("Pending", {"volume.kubernetes.io/storage-provisioner": "csi.example.com"}))
    sick.passes(181)


def test_a_claim_without_class_and_without_volume(sick: Life) -> None:
    sick.shows(0, claim("Pending", storage_class=""))
    sick.passes(181)


def test_leader_elections_that_end_a_container_now_and_then(healthy: Life) -> None:
    """It ends with an error on purpose, so that nobody works twice; in years it adds up."""
    last = ended("Error", 1, finished=-60) | {}
    last["terminated"]["startedAt"] = rfc(-9 * DAY)
    leader = container(state=running(-58), last=last) | {"restartCount": 37, "ready": True}
    healthy.shows(0, running_pod(leader, since=-57))
    healthy.passes(DAY)


def test_containers_that_crashed_when_the_cluster_was_switched_on(healthy: Life) -> None:
    """Casebook starts when all of it is over."""
    settled = container(state=running(-HOUR), last=ended("Error", 1, -HOUR - 5)) | {"restartCount": 6, "ready": True}
    rebooted = container(state=running(-HOUR), last=ended("Unknown", 255, -HOUR - 60)) | {"ready": True}
    healthy.shows(0, running_pod(settled, since=-HOUR), running_pod(rebooted, since=-HOUR, name="other"))
    healthy.passes(DAY)


def test_a_container_that_lives_for_half_an_hour_each_time(sick: Life) -> None:
    last = ended("Error", 1, finished=-10)
    last["terminated"]["startedAt"] = rfc(-1800)
    sick.shows(0, running_pod(container(state=running(0), last=last) | {"restartCount": 9, "ready": True}))


def test_a_person_who_debugs_with_an_ephemeral_container(healthy: Life) -> None:
    pod = running_pod(since=-DAY)
    pod["status"]["ephemeralContainerStatuses"] = [status_of("debugger", state=ended("Error", 130, 60), ready=False)]
    healthy.shows(60, pod)
    healthy.passes(DAY)


def test_a_registry_that_hiccups(healthy: Life) -> None:
    pulls = "Failed to pull image: 429 Too Many Requests"
    waits = status_of(state=waiting("ErrImagePull", "429 Too Many Requests"), ready=False)
    healthy.shows(5, starting_pod(waits, name="checkout-new"), told("Failed", pulls, name="checkout-new", first=5))
    healthy.shows(20, running_pod(name="checkout-new", since=20))
    healthy.passes(HOUR)


def test_a_quota_that_is_full_until_the_old_pods_are_gone(healthy: Life) -> None:
    full = condition("ReplicaFailure", "True", since=0, reason="FailedCreate", message="exceeded quota")
    told_of = told("FailedCreate", "exceeded quota", kind="ReplicaSet", name="checkout-6f", count=9, last=3)
    healthy.shows(3, deployment(full), told_of)
    healthy.shows(45, deployment(condition("Available", "True", since=-DAY)))
    healthy.passes(HOUR)


def stateful_set(ready: int, at: float) -> Object:
    status = {"replicas": 3, "readyReplicas": ready, "observedGeneration": 1}
    return written(of_kind("StatefulSet", "db", spec={"replicas": 3}, status=status), status=at)


def test_a_stateful_set_that_is_updated_pod_by_pod(healthy: Life) -> None:
    for number, at in enumerate(range(0, 2400, 400)):
        healthy.shows(at, stateful_set(2 + number % 2, at))
    healthy.passes(DAY)


def test_a_stateful_set_that_waits_for_its_first_pod(sick: Life) -> None:
    sick.shows(0, stateful_set(0, 0))
    sick.passes(601)


def daemon_set(ready: int, of: int, at: float) -> Object:
    status = {"desiredNumberScheduled": of, "numberReady": ready, "numberMisscheduled": 4, "observedGeneration": 1}
    return written(of_kind("DaemonSet", "agent", status=status), status=at)


def test_a_daemon_set_on_a_node_that_joins_and_on_one_that_is_broken(healthy: Life) -> None:
    """The broken node has a case of its own, and not one for each of its agents."""
    healthy.shows(0, daemon_set(9, 10, 0))
    healthy.passes(DAY)


def test_a_budget_for_a_single_replica(healthy: Life) -> None:
    blocked = condition("DisruptionAllowed", "False", since=-DAY, reason="InsufficientPods")
    counts = {"currentHealthy": 1, "desiredHealthy": 1, "expectedPods": 1, "disruptionsAllowed": 0}
    healthy.shows(0, written(of_kind("PodDisruptionBudget", "db", blocked, status=counts), status=-DAY))
    healthy.passes(DAY)


def gpu_node(allocatable: str, at: float, capacity: str = "8") -> Object:
    made = written(node(condition("Ready", "True", since=-DAY)), status=at)
    made["status"] |= {"capacity": {"nvidia.com/gpu": capacity}, "allocatable": {"nvidia.com/gpu": allocatable}}
    return made


def test_a_device_plugin_that_is_updated(healthy: Life) -> None:
    healthy.shows(0, gpu_node("0", 0))
    healthy.shows(90, gpu_node("8", 90))
    healthy.passes(DAY)


def test_a_gpu_that_stays_away(sick: Life) -> None:
    sick.shows(0, gpu_node("7", 0))
    sick.passes(121)


def test_a_machine_whose_driver_is_installed_after_it_has_joined(healthy: Life) -> None:
    made = gpu_node("0", 300, "0")
    made["metadata"] |= {"labels": {"cloud.google.com/gke-accelerator-count": "8"}, "creationTimestamp": rfc(0)}
    healthy.shows(1, made)
    healthy.shows(540, gpu_node("8", 540))


def test_pods_that_wait_while_a_preemptor_is_placed(healthy: Life) -> None:
    victim = running_pod(since=-DAY)
    victim["status"]["conditions"].append(condition("DisruptionTarget", "True", reason="PreemptionByScheduler"))
    healthy.shows(
        0, dying(victim, 0), pod_in("Pending", conditions=(scheduled(),), name="other", spec={"nodeName": ""})
    )
    healthy.loses(30, victim)
    healthy.shows(31, running_pod(name="other", since=31))
    healthy.passes(DAY)


def test_agents_that_tell_of_maintenance(healthy: Life) -> None:
    for number, reason in enumerate(("RebootScheduled", "SpotInterrupted", "FailedDraining", "NodeNotSchedulable")):
        healthy.shows(number, told(reason, "...", kind="Node", name=f"node-{number}", first=number, last=number))
    healthy.passes(DAY)


def test_a_bare_pod_that_is_waited_for(healthy: Life) -> None:
    owner = reference("TaskRun", "build-1")
    step = pod_in("Running", status_of("step-1", state=ended("Completed", 0, 5), ready=False), owner=owner)
    step["status"]["conditions"] = [condition("Ready", "False", since=5, reason="ContainersNotReady")]
    healthy.shows(5, step)
    healthy.passes(DAY)
