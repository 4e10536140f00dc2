"""What a failure is about: a workload and its container, or a node and its device."""

import msgspec
from typing_extensions import override


class Entity(msgspec.Struct, frozen=True, kw_only=True, order=True):
    """One Kubernetes object, or one device, that a case touches."""

    kind: str
    name: str
    namespace: str = ""
    role: str = ""
    """How it takes part: ``cause`` (what to change), ``subject``, ``owner``, ``node``, ``affected``, ``device`` or
    ``related``."""

    @override
    def __str__(self) -> str:
        return f"{self.kind}/{self.namespace}/{self.name}" if self.namespace else f"{self.kind}/{self.name}"


class SubjectRef(msgspec.Struct, frozen=True, kw_only=True):
    """The subject of an Investigation: the *owner* of the failing pod (or the bare pod), a node, or a device of one."""

    kind: str
    name: str
    namespace: str = ""
    uid: str = ""
    container: str = ""
    node_name: str = ""
    device: str = ""
    """The part of a node that fails, in one spelling (``evidence/device_names.py``); empty for the node as a whole."""

    @override
    def __str__(self) -> str:
        """The object, by which its incidents are found: that of a device is its node."""
        where = f"{self.namespace}/" if self.namespace else ""
        return f"{self.kind}/{where}{self.name}"

    @property
    def title(self) -> str:
        """What people read: ``Node/gpu-7 (0000:3b:00)``."""
        return f"{self} ({self.device})" if self.device else str(self)
