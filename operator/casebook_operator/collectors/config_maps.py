"""Which ConfigMaps and keys a pod uses, and which keys a ConfigMap has. Names only. Pure functions."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from casebook_operator.kube import Object

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
    for container in (*(spec.get("initContainers") or ()), *(spec.get("containers") or ())):
        by = f"container {container.get('name')}"
        for source in container.get("envFrom") or ():
            if reference := source.get("configMapRef"):
                yield from _use(reference, by, "envFrom", ())
        for entry in container.get("env") or ():
            if reference := (entry.get("valueFrom") or {}).get("configMapKeyRef"):
                yield from _use(reference, by, f"env {entry.get('name')}", (reference.get("key"),))
    for volume in spec.get("volumes") or ():
        sources = [volume, *((volume.get("projected") or {}).get("sources") or ())]
        for source in sources:
            if reference := source.get("configMap"):
                items = [item.get("key") for item in reference.get("items") or ()]
                yield from _use(reference, f"volume {volume.get('name')}", f"volumes[{volume.get('name')}]", items)


def _use(reference: Object, by: str, where: str, keys: Iterable[object]) -> Iterator[ConfigUse]:
    name, optional = str(reference.get("name") or ""), bool(reference.get("optional"))
    if name:
        yield ConfigUse(name, by, where, {} if optional else {str(key): by for key in keys if key}, optional)


def keys_of(config_map: Object) -> frozenset[str] | None:
    """Its keys, or None when it does not show them.

    Metadata shows them too: every write leaves the paths of its fields in ``managedFields``, and never a value.
    """
    if "data" in config_map or "binaryData" in config_map:
        return frozenset({**(config_map.get("data") or {}), **(config_map.get("binaryData") or {})})
    found: set[str] = set()
    for entry in (config_map.get("metadata") or {}).get("managedFields") or ():
        fields = entry.get("fieldsV1") or {}
        for part in ("f:data", "f:binaryData"):
            found.update(key.removeprefix("f:") for key in fields.get(part) or () if key.startswith("f:"))
    return frozenset(found) or None
