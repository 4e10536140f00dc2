"""Autoscalers, claims, sets and devices of a healthy cluster open nothing; their sick twins do."""

from casebook_operator.kube import Object
from tests.operator.builders import condition, container, ended, node, reference, rfc, running, waiting
from tests.operator.signals.life import Life
from tests.operator.signals.objects import (
    deployment,
    dying,
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
