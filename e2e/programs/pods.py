"""A scene as a pod: what the cage imitates is in its manifest. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from e2e.faults.fault import Fault as Injected
from e2e.faults.workload import Workload
from e2e.programs.cage import ENV, PRIVILEGED_PORTS
from e2e.programs.scenes import Fault
from e2e.programs.trees import SCENE


def injected(program: str, fault: Fault, places: Mapping[str, Path]) -> Injected:
    """A Deployment with one container, in a namespace of its own, and the Services that nobody is behind."""
    services = [_service(name, port) for name, port in fault.services.items()]
    workload = Workload(name=program, container=_container(fault, places), pod=_pod(fault, places))
    return Injected(
        what=f"{program}: {fault.name}",
        name=f"{program}-{fault.name}",
        expect=[],
        names=list(fault.names),
        objects=services,
        workload=workload,
    )


def question(program: str, namespace: str) -> dict[str, Any]:
    """Somebody asks about a program that Kubernetes sees running."""
    return {
        "apiVersion": "casebook.dev/v1alpha1",
        "kind": "Investigation",
        "metadata": {"name": f"{program}-asked", "namespace": namespace},
        "spec": {"subjectRef": {"kind": "Deployment", "name": program}},
    }


def _container(fault: Fault, places: Mapping[str, Path]) -> dict[str, Any]:
    mounts: list[dict[str, Any]] = [
        {"name": _volume(number), "mountPath": place, "readOnly": True} for number, place in enumerate(places)
    ]
    mounts += [{"name": _disk(number), "mountPath": place} for number, place in enumerate(fault.disk)]
    if fault.read_only:
        mounts.append({"name": "locked", "mountPath": fault.read_only, "readOnly": True})
    made: dict[str, Any] = {
        "command": ["/usr/bin/bash", f"{SCENE}/pod.sh"],
        "env": [{"name": name, "value": value} for name, value in ENV.items()],
        "volumeMounts": mounts,
    }
    if fault.memory:
        amount = {"memory": fault.memory}
        made["resources"] = {"limits": amount, "requests": amount}
    return made


def _pod(fault: Fault, places: Mapping[str, Path]) -> dict[str, Any]:
    volumes: list[dict[str, Any]] = [
        {"name": _volume(number), "hostPath": {"path": str(folder), "type": "Directory"}}
        for number, folder in enumerate(places.values())
    ]
    volumes += [
        {"name": _disk(number), "emptyDir": {"medium": "Memory", "sizeLimit": size}}
        for number, size in enumerate(fault.disk.values())
    ]
    if fault.read_only:
        volumes.append({"name": "locked", "emptyDir": {}})
    made: dict[str, Any] = {"volumes": volumes}
    if fault.privileged_ports:
        name, value = PRIVILEGED_PORTS
        made["securityContext"] = {"sysctls": [{"name": name, "value": value}]}
    return made


def _service(name: str, port: int) -> dict[str, Any]:
    """It selects pods by a label that none has: its Deployment is gone, or was never made."""
    spec = {"selector": {"app.kubernetes.io/name": name}, "ports": [{"port": port}]}
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": name}, "spec": spec}


def _volume(number: int) -> str:
    return f"files-{number}"


def _disk(number: int) -> str:
    return f"data-{number}"
