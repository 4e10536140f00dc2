"""Life of a healthy cluster. None of it may open an Investigation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from e2e.demo.workloads import container, deployment
from e2e.demo.world import World
from e2e.faults.workload import Workload, manifest

NAMESPACE = "healthy"
"""Made by :func:`~e2e.faults.surroundings.prepare`."""
_PATIENCE = "--timeout=300s"


def rollout(world: World) -> None:
    """A rolling update of three replicas."""
    world.apply(deployment(NAMESPACE, "web", container("app", "serve"), replicas=3))
    _rolled_out(world, "deployment/web")
    world.kubectl("set", "env", "-n", NAMESPACE, "deployment/web", "RELEASE=2")
    _rolled_out(world, "deployment/web")


def scale_down(world: World) -> None:
    """Replicas that are taken away, to the last."""
    world.apply(deployment(NAMESPACE, "queue", container("app", "serve"), replicas=3))
    _rolled_out(world, "deployment/queue")
    world.kubectl("scale", "-n", NAMESPACE, "deployment/queue", "--replicas=0")
    world.kubectl("wait", "-n", NAMESPACE, "pod", "-l", "app.kubernetes.io/name=queue", "--for=delete", _PATIENCE)


def completed_job(world: World) -> None:
    """A Job that does its work and ends."""
    _job(world, "nightly", ["exit", "--code", "0", "--after", "1s"], backoffLimit=0)
    world.kubectl("wait", "-n", NAMESPACE, "job/nightly", "--for=condition=Complete", _PATIENCE)


def retried_job(world: World) -> None:
    """A Job of which one pod fails, and whose other pods do the work."""
    flaky = ["serve", "--require-file", "/shared/started"]
    workload = Workload(
        name="retried",
        kind="Job",
        args=flaky,
        container={"volumeMounts": [{"name": "shared", "mountPath": "/shared"}]},
        pod={"volumes": [{"name": "shared", "configMap": {"name": "late", "optional": True}}]},
        spec={"backoffLimit": 6, "activeDeadlineSeconds": 600},
    )
    _apply(world, manifest(workload))
    world.wait("the first pod of the Job to fail", lambda: _failed(world, "retried") or None)
    late = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "late"}, "data": {"started": "yes"}}
    _apply(world, late)
    world.kubectl("wait", "-n", NAMESPACE, "job/retried", "--for=jsonpath={.status.ready}=1", _PATIENCE)
    world.kubectl("delete", "-n", NAMESPACE, "job/retried", "--wait=false")


def cron_job(world: World) -> None:
    """A CronJob that is started by hand, and one that is suspended."""
    template = {
        "spec": {
            "template": {"spec": {"restartPolicy": "Never", "containers": [container("app", "exit", "--code", "0")]}}
        }
    }
    for name, suspend in (("report", False), ("paused", True)):
        spec = {"schedule": "0 3 * * *", "suspend": suspend, "jobTemplate": template}
        _apply(world, {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": name}, "spec": spec})
    world.kubectl("create", "job", "-n", NAMESPACE, "--from=cronjob/report", "report-by-hand")
    world.kubectl("wait", "-n", NAMESPACE, "job/report-by-hand", "--for=condition=Complete", _PATIENCE)


def slow_start(world: World) -> None:
    """A server that is not ready for some seconds, as its probe says each time."""
    probe = {"httpGet": {"path": "/healthz", "port": 8080}, "periodSeconds": 1}
    slow = container("app", "serve") | {
        "readinessProbe": probe | {"initialDelaySeconds": 5},
        "startupProbe": probe | {"failureThreshold": 60},
    }
    world.apply(deployment(NAMESPACE, "slow", slow))
    _rolled_out(world, "deployment/slow")


def waiting_init_container(world: World) -> None:
    """An init container that waits for something, and then ends."""
    workload = Workload(
        name="patient",
        args=["serve"],
        pod={"initContainers": [container("wait", "exit", "--code", "0", "--after", "8s")]},
    )
    _apply(world, manifest(workload))
    _rolled_out(world, "deployment/patient")


def drain(world: World) -> None:
    """A node is cordoned and drained; its pods wait until it is back.

    No longer than until that is seen: what is Pending for long is a failure.
    """
    labelled = ("-n", NAMESPACE, "-l", "app.kubernetes.io/name=stateless")
    world.apply(deployment(NAMESPACE, "stateless", container("app", "serve"), replicas=2))
    _rolled_out(world, "deployment/stateless")
    try:
        world.kubectl("cordon", world.node)
        world.kubectl("delete", "pod", *labelled, "--wait=false")
        world.wait("a pod without a node", lambda: _unplaced(world, *labelled) or None)
    finally:
        world.kubectl("uncordon", world.node)
    _rolled_out(world, "deployment/stateless")


def disruption_budget(world: World) -> None:
    """A budget that allows no disruption, which is what a single replica has."""
    world.apply(deployment(NAMESPACE, "single", container("app", "serve")))
    spec = {"minAvailable": 1, "selector": {"matchLabels": {"app.kubernetes.io/name": "single"}}}
    _apply(
        world, {"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "single"}, "spec": spec}
    )
    _rolled_out(world, "deployment/single")


def recreated_behind_service(world: World) -> None:
    """A caller that tries again and says so, while all pods behind a Service are replaced at once."""
    ports = {"selector": {"app.kubernetes.io/name": "ledger"}, "ports": [{"port": 8080}]}
    _apply(world, {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "ledger"}, "spec": ports})
    behind = deployment(NAMESPACE, "ledger", container("app", "serve"), replicas=2)
    behind["spec"]["strategy"] = {"type": "Recreate"}
    world.apply(behind)
    address = ("--address", "$(LEDGER_SERVICE_HOST):8080", "--attempts", "600", "--timeout", "1s")
    world.apply(deployment(NAMESPACE, "reader", container("app", "connect", *address)))
    _rolled_out(world, "deployment/ledger")
    world.kubectl("set", "env", "-n", NAMESPACE, "deployment/ledger", "RELEASE=2")
    _rolled_out(world, "deployment/ledger")
    _rolled_out(world, "deployment/reader")
    world.kubectl("delete", "-n", NAMESPACE, "deployment/reader", "--wait=true")


Scenario = Callable[[World], None]

BESIDE_FAULTS: tuple[Scenario, ...] = (
    rollout,
    scale_down,
    completed_job,
    retried_job,
    cron_job,
    slow_start,
    waiting_init_container,
    disruption_budget,
    recreated_behind_service,
)
SCENARIOS = (drain, *BESIDE_FAULTS)


def _job(world: World, name: str, args: list[str], **spec: Any) -> None:
    _apply(world, manifest(Workload(name=name, kind="Job", args=args, spec=spec)))


def _apply(world: World, body: dict[str, Any]) -> None:
    body["metadata"] = {"namespace": NAMESPACE} | body["metadata"]
    world.apply(body)


def _rolled_out(world: World, what: str) -> None:
    world.kubectl("rollout", "status", "-n", NAMESPACE, what, _PATIENCE)


def _failed(world: World, job: str) -> bool:
    return world.kubectl("get", "-n", NAMESPACE, f"job/{job}", "-o", "jsonpath={.status.failed}") not in ("", "0")


def _unplaced(world: World, *which: str) -> bool:
    shown = world.kubectl("get", "pods", *which, "--field-selector=spec.nodeName=", "-o", "name")
    return bool(shown.strip())
