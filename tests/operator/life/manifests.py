"""Objects that live in these tests."""

from typing import Any

from casebook_operator.kube import Object
from tests.operator.life.pace import MINUTE


def template(name: str, pool: str, *, life: Object | None = None, cpu: str = "100m", **spec: Any) -> Object:
    """A pod template. ``life`` says what becomes of its pods, in minutes (see ``scripts.py``)."""
    container = {"name": "app", "image": "example.invalid/app", "resources": {"requests": {"cpu": cpu}}}
    container |= spec.pop("container", {})
    annotations = {f"life/{key}": str(value) for key, value in (life or {}).items()}
    return {
        "metadata": {"labels": {"app": name, **spec.pop("labels", {})}, "annotations": annotations},
        "spec": {"nodeSelector": {"life/pool": pool}, "containers": [container], **spec},
    }


def deployment(name: str, pool: str, *, replicas: int = 2, deadline: float = 10, **pods: Any) -> Object:
    """``deadline``: minutes in which a rollout has to get on."""
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name},
        "spec": {
            "replicas": replicas,
            "progressDeadlineSeconds": int(deadline * MINUTE),
            "selector": {"matchLabels": {"app": name}},
            "template": template(name, pool, **pods),
        },
    }


def stateful_set(name: str, pool: str, *, replicas: int, storage_class: str, **pods: Any) -> Object:
    made = deployment(name, pool, replicas=replicas, **pods)
    del made["spec"]["progressDeadlineSeconds"]
    claim = {"metadata": {"name": "data"}, "spec": claim_spec(storage_class)}
    made["spec"] |= {"serviceName": name, "volumeClaimTemplates": [claim]}
    return made | {"kind": "StatefulSet"}


def daemon_set(name: str, **pods: Any) -> Object:
    made = deployment(name, "", **pods)
    del made["spec"]["progressDeadlineSeconds"], made["spec"]["replicas"]
    pod = made["spec"]["template"]["spec"]
    del pod["nodeSelector"]
    exists = {"matchExpressions": [{"key": "life/pool", "operator": "Exists"}]}
    pod["affinity"] = {
        "nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [exists]}}
    }
    pod["tolerations"] = [{"operator": "Exists"}]
    return made | {"kind": "DaemonSet"}


def job(name: str, *, policy: str = "Never", completions: int = 1, pool: str, **pods: Any) -> Object:
    spec = {"completions": completions, "parallelism": completions, "backoffLimit": 4}
    pod = template(name, pool, restartPolicy=policy, **pods)
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": name},
        "spec": spec | {"template": pod},
    }


def cron_job(name: str, **pods: Any) -> Object:
    body = {"spec": job(name, **pods)["spec"]}
    spec = {"schedule": "* * * * *", "successfulJobsHistoryLimit": 1, "jobTemplate": body}
    return {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": name}, "spec": spec}


def budget(name: str, *, available: int) -> Object:
    spec = {"minAvailable": available, "selector": {"matchLabels": {"app": name}}}
    return {"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": name}, "spec": spec}


def autoscaler(name: str, *, most: int) -> Object:
    cpu = {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 50}}}
    return {
        "apiVersion": "autoscaling/v2",
        "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": name},
        "spec": {
            "minReplicas": 2,
            "maxReplicas": most,
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": name},
            "metrics": [cpu],
            "behavior": {"scaleDown": {"stabilizationWindowSeconds": 0}},
        },
    }


def service(name: str, *, selects: str = "", **spec: Any) -> Object:
    given = {"selector": {"app": selects or name}, "ports": [{"port": 80, "targetPort": 8080}]} | spec
    spec = {key: value for key, value in given.items() if value is not None}
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": name}, "spec": spec}


def ingress(name: str, *, to: str) -> Object:
    backend = {"service": {"name": to, "port": {"number": 80}}}
    paths = [{"path": "/", "pathType": "Prefix", "backend": backend}]
    spec = {"rules": [{"host": f"{name}.example", "http": {"paths": paths}}]}
    return {"apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "metadata": {"name": name}, "spec": spec}


def egress_policy(name: str, *rules: Object, of: str = "") -> Object:
    selector = {"matchLabels": {"app": of}} if of else {}
    spec = {"podSelector": selector, "policyTypes": ["Egress"], "egress": list(rules)}
    return {"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": {"name": name}, "spec": spec}


def claim_spec(storage_class: str) -> Object:
    return {
        "storageClassName": storage_class,
        "accessModes": ["ReadWriteOnce"],
        "resources": {"requests": {"storage": "1Gi"}},
    }


def claim(name: str, storage_class: str) -> Object:
    spec = claim_spec(storage_class)
    return {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": name}, "spec": spec}


def storage_class(name: str, *, binding: str) -> Object:
    return {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": name},
        "provisioner": "kubernetes.io/no-provisioner",
        "volumeBindingMode": binding,
    }


def volume(name: str, storage_class: str) -> Object:
    spec = claim_spec(storage_class)
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": name},
        "spec": {
            "storageClassName": storage_class,
            "accessModes": spec["accessModes"],
            "capacity": spec["resources"]["requests"],
            "hostPath": {"path": "/nowhere"},
            "persistentVolumeReclaimPolicy": "Retain",
        },
    }


def priority(name: str, value: int) -> Object:
    return {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": name},
        "value": value,
    }


METRICS = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {
        "name": "pods.metrics.k8s.io",
        "annotations": {"api-approved.kubernetes.io": "unapproved, stands in for metrics-server in tests"},
    },
    "spec": {
        "group": "metrics.k8s.io",
        "scope": "Namespaced",
        "names": {"kind": "PodMetrics", "listKind": "PodMetricsList", "plural": "pods", "singular": "podmetrics"},
        "versions": [
            {
                "name": "v1beta1",
                "served": True,
                "storage": True,
                "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}},
            }
        ],
    },
}
"""What serves the API of metrics-server, where there is none: the autoscaler's controller cannot tell."""
