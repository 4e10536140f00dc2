"""Which ConfigMaps and keys a pod uses, and which keys a ConfigMap has. Names only. Pure functions."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from casebook_operator.kube import Object
from casebook_operator.kube.objects import managed_fields
from casebook_operator.kube.pods import containers_of
from casebook_operator.kube.values import mapping, mappings, text

_GIVEN_TO_ALL = "kube-root-ca.crt"
"""In every namespace, mounted with every token (pkg/controller/certificates/rootcacertpublisher)."""


@dataclass(frozen=True, slots=True)
class ConfigUse:
    """One ConfigMap, and what of it the pod cannot do without."""

    name: str
    by: str
    where: str
    keys: dict[str, str] = field(default_factory=dict)
    """Key -> who needs it."""
    optional: bool = False


def config_uses(spec: Object) -> list[ConfigUse]:
    """One entry for each ConfigMap, in the order in which the specification names them."""
    merged: dict[str, ConfigUse] = {}
    for use in _uses(spec):
        if use.name == _GIVEN_TO_ALL:
            continue
        known = merged.get(use.name)
        if known is None:
            merged[use.name] = use
            continue
        first = use if known.optional and not use.optional else known
        merged[use.name] = replace(first, keys={**use.keys, **known.keys})
    return list(merged.values())


def _uses(spec: Object) -> Iterator[ConfigUse]:
    for container in containers_of(spec):
        by = f"container {container.get('name')}"
        for source in mappings(container, "envFrom"):
            if reference := source.get("configMapRef"):
                yield from _use(reference, by, "envFrom", ())
        for entry in mappings(container, "env"):
            if reference := mapping(entry, "valueFrom").get("configMapKeyRef"):
                yield from _use(reference, by, f"env {entry.get('name')}", (reference.get("key"),))
    for volume in mappings(spec, "volumes"):
        sources = [volume, *mappings(volume, "projected", "sources")]
        for source in sources:
            if reference := source.get("configMap"):
                items = [item.get("key") for item in mappings(reference, "items")]
                yield from _use(reference, f"volume {volume.get('name')}", f"volumes[{volume.get('name')}]", items)
        whole = mapping(volume, "configMap")
        if whole and not whole.get("items"):
            by = f"volume {volume.get('name')} (subPath)"
            yield from _use(whole, by, f"volumes[{volume.get('name')}]", _sub_paths(spec, volume.get("name")))


def _sub_paths(spec: Object, volume: object) -> Iterator[str]:
    """What containers mount of a volume: where it has no such key, kubelet makes an empty directory of that name."""
    for container in containers_of(spec):
        for mount in mappings(container, "volumeMounts"):
            first = text(mount, "subPath").partition("/")[0]
            if mount.get("name") == volume and first:
                yield first


def _use(reference: Object, by: str, where: str, keys: Iterable[object]) -> Iterator[ConfigUse]:
    name, optional = text(reference, "name"), bool(reference.get("optional"))
    if name:
        yield ConfigUse(name, by, where, {} if optional else {str(key): by for key in keys if key}, optional)


def keys_of(config_map: Object) -> frozenset[str] | None:
    """The keys of a ConfigMap, or None when the object does not show them.

    Metadata shows them too: every write leaves the paths of its fields in ``managedFields``, and never a value.
    """
    if "data" in config_map or "binaryData" in config_map:
        return frozenset({**mapping(config_map, "data"), **mapping(config_map, "binaryData")})
    found: set[str] = set()
    for entry in managed_fields(config_map):
        fields = mapping(entry, "fieldsV1")
        for part in ("f:data", "f:binaryData"):
            found.update(key.removeprefix("f:") for key in mapping(fields, part) if key.startswith("f:"))
    return frozenset(found) or None
