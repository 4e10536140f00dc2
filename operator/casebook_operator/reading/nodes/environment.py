"""Environment tags of a node: what a fix that worked elsewhere has to be compared with."""

from casebook_operator.kube import Object
from casebook_operator.kube.objects import labels_of
from casebook_operator.kube.values import mapping

_NODE_INFO = {
    "kubelet": "kubeletVersion",
    "osImage": "osImage",
    "kernel": "kernelVersion",
    "containerRuntime": "containerRuntimeVersion",
    "architecture": "architecture",
}

_LABELS = {
    "instanceType": ("node.kubernetes.io/instance-type",),
    "zone": ("topology.kubernetes.io/zone",),
    # The switch that the machine is connected to: NVIDIA/topograph; AWS's last layer; Google's sub-block, a rack.
    "switch": (
        "network.topology.nvidia.com/leaf",
        "topology.k8s.aws/network-node-layer-3",
        "cloud.google.com/gce-topology-subblock",
    ),
    "region": ("topology.kubernetes.io/region",),
    # GPU feature discovery; AMD's node labeller; GKE.
    "gpuProduct": ("nvidia.com/gpu.product", "amd.com/gpu.product-name", "cloud.google.com/gke-accelerator"),
    "gpuDriver": ("nvidia.com/cuda.driver-version.full", "nvidia.com/gpu-driver-version"),
}
"""Tag -> well-known labels, the first that a node has (kubernetes.io/docs/reference/labels-annotations-taints)."""


def environment_of(node: Object) -> dict[str, str]:
    info, labels = mapping(node, "status", "nodeInfo"), labels_of(node)
    tags = {tag: str(info[field]) for tag, field in _NODE_INFO.items() if info.get(field)}
    for tag, names in _LABELS.items():
        if value := next((labels[name] for name in names if labels.get(name)), ""):
            tags[tag] = value
    return tags
