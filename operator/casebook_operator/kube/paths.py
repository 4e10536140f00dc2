"""API paths of the kinds that Casebook reads.

All but :func:`known` and :func:`is_workload` raise KeyError for a kind that has no path here.
"""

from urllib.parse import quote

_COLLECTIONS = {
    "Pod": ("/api/v1", "pods"),
    "Node": ("/api/v1", "nodes"),
    "Event": ("/api/v1", "events"),
    "Namespace": ("/api/v1", "namespaces"),
    "Service": ("/api/v1", "services"),
    "ConfigMap": ("/api/v1", "configmaps"),
    "ServiceAccount": ("/api/v1", "serviceaccounts"),
    "ResourceQuota": ("/api/v1", "resourcequotas"),
    "LimitRange": ("/api/v1", "limitranges"),
    "PersistentVolumeClaim": ("/api/v1", "persistentvolumeclaims"),
    "PersistentVolume": ("/api/v1", "persistentvolumes"),
    "ReplicationController": ("/api/v1", "replicationcontrollers"),
    "Deployment": ("/apis/apps/v1", "deployments"),
    "ReplicaSet": ("/apis/apps/v1", "replicasets"),
    "StatefulSet": ("/apis/apps/v1", "statefulsets"),
    "DaemonSet": ("/apis/apps/v1", "daemonsets"),
    "ControllerRevision": ("/apis/apps/v1", "controllerrevisions"),
    "Job": ("/apis/batch/v1", "jobs"),
    "CronJob": ("/apis/batch/v1", "cronjobs"),
    "HorizontalPodAutoscaler": ("/apis/autoscaling/v2", "horizontalpodautoscalers"),
    "PodDisruptionBudget": ("/apis/policy/v1", "poddisruptionbudgets"),
    "NetworkPolicy": ("/apis/networking.k8s.io/v1", "networkpolicies"),
    "CiliumNetworkPolicy": ("/apis/cilium.io/v2", "ciliumnetworkpolicies"),
    "CiliumClusterwideNetworkPolicy": ("/apis/cilium.io/v2", "ciliumclusterwidenetworkpolicies"),
    # Calico calls it NetworkPolicy, too.
    "CalicoNetworkPolicy": ("/apis/crd.projectcalico.org/v1", "networkpolicies"),
    "GlobalNetworkPolicy": ("/apis/crd.projectcalico.org/v1", "globalnetworkpolicies"),
    "AdminNetworkPolicy": ("/apis/policy.networking.k8s.io/v1alpha1", "adminnetworkpolicies"),
    "Ingress": ("/apis/networking.k8s.io/v1", "ingresses"),
    "IngressClass": ("/apis/networking.k8s.io/v1", "ingressclasses"),
    "Gateway": ("/apis/gateway.networking.k8s.io/v1", "gateways"),
    "GatewayClass": ("/apis/gateway.networking.k8s.io/v1", "gatewayclasses"),
    "HTTPRoute": ("/apis/gateway.networking.k8s.io/v1", "httproutes"),
    "EndpointSlice": ("/apis/discovery.k8s.io/v1", "endpointslices"),
    "Lease": ("/apis/coordination.k8s.io/v1", "leases"),
    "StorageClass": ("/apis/storage.k8s.io/v1", "storageclasses"),
    "VolumeAttachment": ("/apis/storage.k8s.io/v1", "volumeattachments"),
    "CSINode": ("/apis/storage.k8s.io/v1", "csinodes"),
    "PriorityClass": ("/apis/scheduling.k8s.io/v1", "priorityclasses"),
    "RuntimeClass": ("/apis/node.k8s.io/v1", "runtimeclasses"),
    "ResourceClaim": ("/apis/resource.k8s.io/v1", "resourceclaims"),
    "ResourceSlice": ("/apis/resource.k8s.io/v1", "resourceslices"),
    "Role": ("/apis/rbac.authorization.k8s.io/v1", "roles"),
    "RoleBinding": ("/apis/rbac.authorization.k8s.io/v1", "rolebindings"),
    "ClusterRole": ("/apis/rbac.authorization.k8s.io/v1", "clusterroles"),
    "ClusterRoleBinding": ("/apis/rbac.authorization.k8s.io/v1", "clusterrolebindings"),
    "ValidatingWebhookConfiguration": (
        "/apis/admissionregistration.k8s.io/v1",
        "validatingwebhookconfigurations",
    ),
    "MutatingWebhookConfiguration": ("/apis/admissionregistration.k8s.io/v1", "mutatingwebhookconfigurations"),
    "APIService": ("/apis/apiregistration.k8s.io/v1", "apiservices"),
    "PodMetrics": ("/apis/metrics.k8s.io/v1beta1", "pods"),
    "NodeMetrics": ("/apis/metrics.k8s.io/v1beta1", "nodes"),
    "Application": ("/apis/argoproj.io/v1alpha1", "applications"),
    "Kustomization": ("/apis/kustomize.toolkit.fluxcd.io/v1", "kustomizations"),
    "HelmRelease": ("/apis/helm.toolkit.fluxcd.io/v2", "helmreleases"),
    "Investigation": ("/apis/casebook.dev/v1alpha1", "investigations"),
    "Taxonomy": ("/apis/casebook.dev/v1alpha1", "taxonomies"),
}
KINDS = tuple(_COLLECTIONS)
CLUSTER_SCOPED = frozenset(
    {
        "Node",
        "Namespace",
        "PersistentVolume",
        "StorageClass",
        "VolumeAttachment",
        "CSINode",
        "PriorityClass",
        "RuntimeClass",
        "CiliumClusterwideNetworkPolicy",
        "GlobalNetworkPolicy",
        "AdminNetworkPolicy",
        "IngressClass",
        "GatewayClass",
        "ResourceSlice",
        "ClusterRole",
        "ClusterRoleBinding",
        "ValidatingWebhookConfiguration",
        "MutatingWebhookConfiguration",
        "APIService",
        "NodeMetrics",
        "Taxonomy",
    }
)

WORKLOADS = frozenset(
    {"Deployment", "ReplicaSet", "ReplicationController", "StatefulSet", "DaemonSet", "Job", "CronJob"}
)
"""What makes pods, or what makes that: the way up from a pod stays within these kinds. A static pod belongs to its Node
object, others to resources of somebody's own."""


def known(kind: str) -> bool:
    """Whether Casebook has a path for this kind."""
    return kind in _COLLECTIONS


def is_workload(kind: str, api_version: str = "") -> bool:
    """Whether this is a workload of Kubernetes itself: others have a StatefulSet of their own (``apps.kruise.io``)."""
    if kind not in WORKLOADS:
        return False
    prefix = _COLLECTIONS[kind][0]
    return not api_version or prefix.endswith(f"/{api_version}")


def collection(kind: str, namespace: str = "") -> str:
    """The path of all objects of a kind: of one namespace, or of the whole cluster when ``namespace`` is empty.

    A kind that is not namespaced has one path, whatever ``namespace`` says.
    """
    prefix, plural = _COLLECTIONS[kind]
    if namespace and kind not in CLUSTER_SCOPED:
        return f"{prefix}/namespaces/{_part(namespace)}/{plural}"
    return f"{prefix}/{plural}"


def resource(kind: str) -> tuple[str, str]:
    """(API group, plural) of a kind, as rules of roles name it. The core group is empty."""
    prefix, plural = _COLLECTIONS[kind]
    group = prefix.removeprefix("/apis/").rpartition("/")[0]
    return "" if prefix == "/api/v1" else group, plural


def item(kind: str, namespace: str, name: str) -> str:
    """The path of one object."""
    return f"{collection(kind, namespace)}/{_part(name)}"


def _part(text: str) -> str:
    """A name as one part of a path. One of dots alone is no object's, and clients of HTTP would go up by it."""
    return quote(text, safe="") if text.strip(".") else text.replace(".", "%252E")
