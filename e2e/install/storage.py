"""A StorageClass without a provisioner, and volumes of it: folders of the node, as a `local` driver offers them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from e2e.cluster import Cluster

CLASS = "casebook-local"
_VOLUMES = 2


def storage_class() -> dict[str, Any]:
    """Return the cluster's default StorageClass."""
    return {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": CLASS, "annotations": {"storageclass.kubernetes.io/is-default-class": "true"}},
        "provisioner": "kubernetes.io/no-provisioner",
        "volumeBindingMode": "WaitForFirstConsumer",
    }


def volumes(cluster: Cluster) -> list[dict[str, Any]]:
    """Return volumes for the claims of one run, on empty folders that go with the cluster."""
    return [_volume(cluster, number) for number in range(_VOLUMES)]


def _volume(cluster: Cluster, number: int) -> dict[str, Any]:
    folder = cluster.kubeconfig.parent / "volumes" / str(number)
    _empty(folder)
    node = {"key": "kubernetes.io/hostname", "operator": "In", "values": [cluster.node_name]}
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": f"{CLASS}-{number}"},
        "spec": {
            "capacity": {"storage": "20Gi"},
            "accessModes": ["ReadWriteOnce"],
            "persistentVolumeReclaimPolicy": "Retain",
            "storageClassName": CLASS,
            "local": {"path": str(folder)},
            "nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": [node]}]}},
        },
    }


def _empty(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
