"""The CRD as a real API server understands it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from e2e.cluster import Cluster
from tests.operator.clusters import cluster, namespace

__all__ = ["apply", "cluster", "namespace", "patch_status"]

Body = dict[str, Any]


def body(spec: Any = None, *, name: str = "why", **more: Any) -> Body:
    """The smallest Investigation that a person may write."""
    smallest = {"subjectRef": {"kind": "Deployment", "name": "checkout"}}
    kind = {"apiVersion": "casebook.dev/v1alpha1", "kind": "Investigation", "metadata": {"name": name}}
    return kind | {"spec": smallest if spec is None else spec} | more


@pytest.fixture
def apply(cluster: Cluster, namespace: str) -> Callable[..., Body]:
    """What the API server makes of an object. By default it is only asked and keeps nothing."""

    def applied(obj: Body, *, keep: bool = False) -> Body:
        dry = () if keep else ("--dry-run=server",)
        command = ("create", "--validate=false", "-n", namespace, "-o", "json", "-f", "-")
        done: Body = json.loads(cluster.run_kubectl(*command, *dry, stdin=json.dumps(obj)))
        return done

    return applied


@pytest.fixture
def patch_status(cluster: Cluster, namespace: str) -> Callable[..., Body]:
    """What the API server makes of a status write."""

    def patched(name: str, status: Body, *, keep: bool = False) -> Body:
        dry = () if keep else ("--dry-run=server",)
        patch = json.dumps({"status": status})
        command = (
            "patch",
            "inv",
            name,
            "-n",
            namespace,
            "--subresource=status",
            "--type=merge",
            "-o",
            "json",
            "-p",
            patch,
        )
        done: Body = json.loads(cluster.run_kubectl(*command, *dry))
        return done

    return patched
