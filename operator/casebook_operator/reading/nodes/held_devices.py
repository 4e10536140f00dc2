"""Which devices a pod says that it holds, in its annotations or its environment.

A request (``nvidia.com/gpu: 1``) says that it holds *some* device. Which one, kubelet tells only programs on the node
(podresources). Schedulers that share GPUs write it into annotations (HAMi, Volcano, Run:ai), and whoever wants certain
ones names them in ``NVIDIA_VISIBLE_DEVICES``.
"""

from casebook_analyzer.evidence.device_names import device_names_in, kind_of_name, same_names
from casebook_operator.kube import Object
from casebook_operator.kube.objects import annotations_of, spec_of
from casebook_operator.kube.pods import containers_of
from casebook_operator.kube.values import mappings, text

_KINDS = frozenset({"pci", "uuid"})
"""Names that mean the same to whoever writes them. An index is one among the devices of the container, too."""


def devices_named_by(pod: Object) -> frozenset[str]:
    """The devices that a pod names."""
    told = (
        *annotations_of(pod).values(),
        *(text(one, "value") for each in containers_of(spec_of(pod)) for one in mappings(each, "env")),
    )
    return frozenset(name for value in told for name in device_names_in(value) if kind_of_name(name) in _KINDS)


def holds(pod: Object, device: str) -> bool | None:
    """Whether a pod holds a device. None where it does not say, as most pods do not."""
    return same_names(devices_named_by(pod), frozenset({device})) if device else None
