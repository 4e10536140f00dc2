"""Kinds and the plurals that stand for them in API paths."""

import re

from casebook_operator.kube import Object, paths
from casebook_operator.kube.values import text

CLUSTER_SCOPED = paths.CLUSTER_SCOPED | {
    "CSIDriver",
    "CertificateSigningRequest",
    "ClusterOperator",
    "ClusterPolicy",
    "CustomResourceDefinition",
    "DeviceClass",
    "ResourceSlice",
    "Taxonomy",
    "ValidatingAdmissionPolicy",
    "ValidatingAdmissionPolicyBinding",
}
"""Kinds without a namespace; objects of other kinds that name none are taken to be in ``default``, as kubectl does."""

_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)$")
_MOVED_GROUPS = frozenset({"extensions"})
"""Where Ingress, Deployment and others were before Kubernetes 1.22; tools still print them so."""


def plural_of(kind: str) -> str:
    """``pods``, ``networkpolicies``, ``ingresses``: as ``UnsafeGuessKindToResource`` of apimachinery does it."""
    if paths.known(kind):
        return paths.collection(kind).rpartition("/")[2]
    lower = kind.lower()
    if lower.endswith("y") and lower[-2:-1] not in "aeiou":
        return f"{lower[:-1]}ies"
    return f"{lower}es" if _SIBILANT.search(lower) else f"{lower}s"


_SHORT = {
    "po": "Pod",
    "no": "Node",
    "svc": "Service",
    "ep": "Endpoints",
    "cm": "ConfigMap",
    "sa": "ServiceAccount",
    "quota": "ResourceQuota",
    "limits": "LimitRange",
    "pvc": "PersistentVolumeClaim",
    "pv": "PersistentVolume",
    "deploy": "Deployment",
    "rs": "ReplicaSet",
    "sts": "StatefulSet",
    "ds": "DaemonSet",
    "cj": "CronJob",
    "hpa": "HorizontalPodAutoscaler",
    "pdb": "PodDisruptionBudget",
    "netpol": "NetworkPolicy",
    "ing": "Ingress",
    "gtw": "Gateway",
}
"""Short names that kubectl knows (``kubectl api-resources``)."""


def kind_called(word: str) -> str | None:
    """The kind that a person means by ``deploy``, ``deployment``, ``Deployments``; None when there is no such."""
    lower = word.lower()
    if lower in _SHORT:
        return _SHORT[lower]
    return next((kind for kind in paths.KINDS if lower in (kind.lower(), plural_of(kind))), None)


def group_of(obj: Object) -> str | None:
    """The API group; empty for the core, None when the object does not say and any may be meant."""
    version = obj.get("apiVersion")
    if isinstance(version, str) and version:
        group, slash, _ = version.rpartition("/")
        return None if group in _MOVED_GROUPS else group if slash else ""
    kind = text(obj, "kind")
    if not paths.known(kind):
        return None
    parts = paths.collection(kind).split("/")
    return parts[2] if parts[1] == "apis" else ""
