"""Which Secret or ConfigMap lacks a key that the kubelet did not find: of a volume it names the volume alone."""

from collections.abc import Iterator

from casebook_analyzer.text import compiled
from casebook_operator.kube import Object
from casebook_operator.kube.values import mapping, mappings, text

# pkg/kubelet/volumemanager (MountVolume.SetUp failed), pkg/volume/secret and pkg/volume/configmap (MakePayload).
_LACKS = compiled(r'for volume "([^"]+)" ?: .*?references non-existent (config|secret) key: ([\w.-]+)')
_CONFIG_MAP, _SECRET = "configMapName", "secretName"


def holder_of_key(spec: Object, message: str) -> dict[str, str]:
    """What a message of the kubelet leaves out: ``secretName`` or ``configMapName``, by a pod's ``spec``.

    Empty where the message is about something else, and where several sources of a projected volume have such a key.
    """
    lacks = _LACKS.search(message)
    if lacks is None:
        return {}
    volume, kind, key = lacks.groups()
    kind = _SECRET if kind == "secret" else _CONFIG_MAP
    names = {name for name, keys in _sources(spec, volume, kind) if key in keys}
    return {kind: names.pop()} if len(names) == 1 else {}


def _sources(spec: Object, name: str, kind: str) -> Iterator[tuple[str, list[str]]]:
    for volume in mappings(spec, "volumes"):
        if volume.get("name") != name:
            continue
        for source in (volume, *mappings(volume, "projected", "sources")):
            holder = mapping(source, "secret" if kind == _SECRET else "configMap")
            keys = [text(item, "key") for item in mappings(holder, "items")]
            yield text(holder, "secretName") or text(holder, "name"), keys
