"""What a pod's specification, its claims and its node say beside what was told, as the collectors write it."""

from collections.abc import Iterator

import msgspec

from casebook_analyzer.evidence import Collected
from casebook_analyzer.models import Fact, FactKind


class Specified(msgspec.Struct, kw_only=True):
    mounts: dict[str, str] = {}
    """Path -> what is mounted there."""
    claims: dict[str, str] = {}
    """Name -> the size that it asks for."""
    bound: str = ""
    """The PersistentVolume of the claims."""
    specified: dict[str, str] = {}
    """Attributes of what the pod asks for."""
    environment: dict[str, str] = {}

    def collected(self) -> Collected:
        return Collected(facts=(*self._states(), *self._claims()), environment=self.environment)

    def _states(self) -> Iterator[Fact]:
        if self.specified:
            yield Fact(id="", kind=FactKind.STATE, source="pod", text="What it asks for", attributes=self.specified)
        for path, source in self.mounts.items():
            at = {"container": "app", "mountPath": path, "mounted": source, "volume": path.rpartition("/")[2]}
            text = f"Container app mounts {source} at {path}"
            yield Fact(id="", kind=FactKind.STATE, source="pod", text=text, attributes=at)

    def _claims(self) -> Iterator[Fact]:
        for name, size in self.claims.items():
            at = {"object": "PersistentVolumeClaim", "name": name, "finding": "ok", "requested": size}
            at |= {"boundTo": self.bound} if self.bound else {}
            text = f"PersistentVolumeClaim shop/{name} is Bound (asks for {size})"
            yield Fact(id="", kind=FactKind.OBJECT, source="claim", text=text, attributes=at)
