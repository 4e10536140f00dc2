"""A workload of a fault, without the lines that are the same in every manifest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from e2e.cluster import WORKLOAD_IMAGE


class Workload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A workload with one container of the test image."""

    name: str
    args: list[str] = []
    kind: str = "Deployment"
    replicas: int = 1
    copies: int = 1
    """So many of them, called ``NAME-1``, ``NAME-2`` and so on."""
    container: dict[str, Any] = {}
    """More fields of the container."""
    pod: dict[str, Any] = {}
    """More fields of the pod specification."""
    spec: dict[str, Any] = {}
    """More fields of the workload's specification."""
    annotations: dict[str, str] = {}
    labels: dict[str, str] = {}
    """Of the workload itself, beside the one that names it."""


def manifests(workload: Workload) -> Iterator[dict[str, Any]]:
    """The whole manifest of each copy."""
    if workload.copies == 1:
        yield manifest(workload)
        return
    for number in range(1, workload.copies + 1):
        yield manifest(msgspec.structs.replace(workload, name=f"{workload.name}-{number}"))


def manifest(workload: Workload) -> dict[str, Any]:
    """The whole manifest of one."""
    labels = {"app.kubernetes.io/name": workload.name}
    container = {"name": "app", "image": WORKLOAD_IMAGE, "imagePullPolicy": "Never", "args": workload.args}
    pod = {"terminationGracePeriodSeconds": 1, "containers": [container | workload.container], **workload.pod}
    metadata: dict[str, Any] = {"name": workload.name, "labels": labels | workload.labels}
    if workload.annotations:
        metadata["annotations"] = workload.annotations
    template = {"metadata": {"labels": labels}, "spec": pod}
    match workload.kind:
        case "Pod":
            return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": pod}
        case "Job":
            once = {"metadata": {"labels": labels}, "spec": {"restartPolicy": "Never", **pod}}
            spec = {"template": once, **workload.spec}
            return {"apiVersion": "batch/v1", "kind": "Job", "metadata": metadata, "spec": spec}
        case _:
            selector = {"matchLabels": labels}
            spec = {"replicas": workload.replicas, "selector": selector, "template": template, **workload.spec}
            if workload.kind == "DaemonSet":
                spec.pop("replicas")
            return {"apiVersion": "apps/v1", "kind": workload.kind, "metadata": metadata, "spec": spec}
