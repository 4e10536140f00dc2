"""Volumes and mounts, each on one line. Names only: no contents are read."""

from collections.abc import Callable

from casebook_operator.kube import Object
from casebook_operator.kube.values import mapping, mappings


def volume_line(volume: Object) -> str:
    """A volume in one line: ``config: configmap/checkout-config``."""
    kind = next((key for key in volume if key != "name"), "")
    source: Object = mapping(volume, kind)
    describe = _SOURCES.get(kind)
    return f"{volume['name']}: {describe(source) if describe else kind}"


def mount_line(mount: Object) -> str:
    """A mount in one line: ``config:/etc/app``, and all else that decides what a program sees there."""
    line = f"{mount['name']}:{mount.get('mountPath')}"
    if sub_path := mount.get("subPath") or mount.get("subPathExpr"):
        line += f" subPath={sub_path}"
    return f"{line} readOnly" if mount.get("readOnly") else line


def _projected(source: Object) -> str:
    parts = []
    for part in mappings(source, "sources"):
        kind = next(iter(part), "")
        describe = _SOURCES.get(kind)
        parts.append(describe(part[kind] or {}) if describe else kind)
    return f"projected({' '.join(parts)})"


def _keyed(kind: str, field: str) -> Callable[[Object], str]:
    def describe(source: Object) -> str:
        keys = ",".join(item.get("key") or "" for item in mappings(source, "items"))
        optional = " (optional)" if source.get("optional") else ""
        return f"{kind}/{source.get(field)}{f'[{keys}]' if keys else ''}{optional}"

    return describe


def _empty_dir(source: Object) -> str:
    parts = ("emptyDir", source.get("medium"), source.get("sizeLimit"))
    return " ".join(str(part) for part in parts if part)


_SOURCES: dict[str, Callable[[Object], str]] = {
    "configMap": _keyed("configmap", "name"),
    "secret": lambda source: _keyed("secret", "secretName" if "secretName" in source else "name")(source),
    "persistentVolumeClaim": lambda source: f"pvc/{source.get('claimName')}",
    "hostPath": lambda source: f"hostPath {source.get('path')}",
    "emptyDir": _empty_dir,
    "projected": _projected,
    "csi": lambda source: f"csi {source.get('driver')}",
    "nfs": lambda source: f"nfs {source.get('server')}:{source.get('path')}",
    "image": lambda source: f"image {source.get('reference')}",
}
