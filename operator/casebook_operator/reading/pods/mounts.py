"""What stands at which path of a container: claims, ConfigMaps, Secrets, directories of the node."""

from collections.abc import Iterator

from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of
from casebook_operator.kube.pods import container_spec
from casebook_operator.kube.values import mapping, mappings, text

MAX_MOUNTS = 12
"""Of one container. More are rarely its own: charts mount a file a key."""
_GIVEN_TO_ALL = "/var/run/secrets/kubernetes.io/"
"""Where every container has its token and the certificate of the API server."""
_NAMED = {
    "configMap": ("ConfigMap/", "name"),
    "secret": ("Secret/", "secretName"),
    "persistentVolumeClaim": ("PersistentVolumeClaim/", "claimName"),
    "hostPath": ("hostPath ", "path"),
    "csi": ("CSI volume of ", "driver"),
}
"""Sources of volumes, each with the words for it and the field that names what is behind (core/v1 types.go)."""


def mounts_of(pod: Object, container: str) -> Iterator[dict[str, str]]:
    """The mounts of a container, each with ``mountPath``, ``mounted`` (what it is), ``volume`` and ``mode``."""
    volumes = {text(volume, "name"): volume for volume in mappings(pod, "spec", "volumes")}
    mounts = [m for m in mappings(container_spec(pod, container), "volumeMounts") if m.get("mountPath")]
    own = [mount for mount in mounts if not text(mount, "mountPath").startswith(_GIVEN_TO_ALL)]
    for mount in own[:MAX_MOUNTS]:
        volume = volumes.get(text(mount, "name"))
        source = _source(pod, volume) if volume is not None else ""
        if source:
            part = text(mount, "subPath")
            yield {
                "mountPath": text(mount, "mountPath").rstrip("/") or "/",
                "mounted": f"{source} ({part})" if part else source,
                "volume": text(mount, "name"),
                "mode": "read-only" if mount.get("readOnly") else "",
            }


def _source(pod: Object, volume: Object) -> str:
    for field, (words, name) in _NAMED.items():
        if field in volume:
            return f"{words}{text(volume, field, name)}"
    if "ephemeral" in volume:
        return f"PersistentVolumeClaim/{name_of(pod)}-{text(volume, 'name')}"
    if "nfs" in volume:
        return f"NFS {text(volume, 'nfs', 'server')}:{text(volume, 'nfs', 'path')}"
    if "emptyDir" in volume:
        limit = mapping(volume, "emptyDir").get("sizeLimit")
        return f"emptyDir {text(volume, 'name')}" + (f" (limit {limit})" if limit else "")
    parts = [_part(source) for source in mappings(volume, "projected", "sources")]
    return ", ".join(part for part in parts if part)


def _part(source: Object) -> str:
    """A part of a projected volume, which calls a Secret by another field than a volume does."""
    found = ((kind, text(source, field, "name")) for field, kind in (("configMap", "ConfigMap"), ("secret", "Secret")))
    return next((f"{kind}/{name}" for kind, name in found if name), "")
