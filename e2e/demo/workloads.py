"""The workloads of the demo, as manifests."""

from __future__ import annotations

from typing import Any

from e2e.cluster import WORKLOAD_IMAGE


def container(name: str, *arguments: str, limits: dict[str, str] | None = None) -> dict[str, Any]:
    """One container of the test image."""
    spec: dict[str, Any] = {
        "name": name,
        "image": WORKLOAD_IMAGE,
        "imagePullPolicy": "Never",
        "args": list(arguments),
    }
    if limits:
        spec["resources"] = {"limits": limits, "requests": limits}
    return spec


def deployment(namespace: str, name: str, spec: dict[str, Any], replicas: int = 1) -> dict[str, Any]:
    """A Deployment with one container."""
    labels = {"app.kubernetes.io/name": name}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"namespace": namespace, "name": name, "labels": labels},
        "spec": {
            "replicas": replicas,
            "selector": {"matchLabels": labels},
            "template": {
                "metadata": {"labels": labels},
                "spec": {"terminationGracePeriodSeconds": 1, "containers": [spec]},
            },
        },
    }


def pod(namespace: str, name: str, spec: dict[str, Any]) -> dict[str, Any]:
    """A bare Pod with one container."""
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"namespace": namespace, "name": name},
        "spec": {"terminationGracePeriodSeconds": 1, "containers": [spec]},
    }


def pin(manifest: dict[str, Any], selector: dict[str, str]) -> None:
    """Let the pods of a manifest run on certain nodes only."""
    spec = manifest.get("spec", {})
    pod_spec = spec.get("template", {}).get("spec") if manifest["kind"] == "Deployment" else spec
    if manifest["kind"] in ("Deployment", "Pod"):
        pod_spec["nodeSelector"] = selector


CHECKOUT = deployment("shop", "checkout", container("app", "serve", "--require-env", "DATABASE_URL"))
BILLING = deployment("payments", "billing", container("app", "serve", "--require-env", "DATABASE_URL"))
INVOICES = deployment("payments", "invoices", container("app", "serve", "--require-env", "DATABASE_URL"))
THUMBNAILS = deployment(
    "media", "thumbnails", container("worker", "eat-memory", "--rate", "16Mi", limits={"memory": "64Mi"})
)
IMPORTER = deployment(
    "media", "importer", container("worker", "exit", "--code", "137", "--after", "1s", "--message", "batch 17 of 40")
)
TRAINER = pod("research", "trainer", container("train", "gpu", limits={"nvidia.com/gpu": "1"}))
WEB = deployment("shop", "web", container("app", "serve"), replicas=2)

NAMESPACES = ("shop", "payments", "media", "research")
