"""What a failure is about: a workload and its container, or a node."""

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
    """The subject of an Investigation: the *owner* of the failing pod (or the bare pod), or a node."""

    kind: str
    name: str
    namespace: str = ""
    uid: str = ""
    container: str = ""
    node_name: str = ""

    @override
    def __str__(self) -> str:
        where = f"{self.namespace}/" if self.namespace else ""
        return f"{self.kind}/{where}{self.name}"
