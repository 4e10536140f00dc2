"""Objects and logs without what must not leave the cluster, and without what hides anything from a reader.

Names, images and settings stay: they are what a case is about. Values of environment variables and of ConfigMaps,
Secrets, tokens in texts, and the copies that kubectl and field managers keep of an object do not.
"""

from typing import Any

from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.text import decode
from casebook_operator.kube import Object
from casebook_operator.reading.logs.reader import HEAD_BYTES, LIMIT_BYTES

_COPIES = frozenset(
    {
        "kubectl.kubernetes.io/last-applied-configuration",
        "objectset.rio.cattle.io/applied",
    }
)
"""Annotations that hold the object once more, unredacted."""

_DROPPED = frozenset({"managedFields", "selfLink"})
_VALUES = frozenset({"data", "binaryData", "stringData"})
_ARGUMENTS = frozenset({"command", "args"})
_LOG_LIMIT = HEAD_BYTES + LIMIT_BYTES
"""Characters of a log: all that is read of one."""


class Sharer:
    """Redacts with one key, so that equal secrets of one bundle stay equal."""

    def __init__(self, sanitizer: Sanitizer) -> None:
        self._sanitizer = sanitizer

    def log(self, raw: bytes) -> str:
        """The text of one container's log."""
        return self._sanitizer.lines(decode(raw), _LOG_LIMIT)

    def obj(self, obj: Object) -> Object:
        """A copy that may be shown to others."""
        if obj.get("kind") == "Secret":
            return {name: self._value(obj[name], name) for name in ("apiVersion", "kind", "metadata") if name in obj}
        whole = {
            name: value for name, value in obj.items() if name not in _VALUES or obj.get("kind") == "ControllerRevision"
        }
        shared: Object = self._value(whole, "")
        if obj.get("kind") == "ConfigMap":
            shared |= {name: dict.fromkeys(obj[name], "") for name in _VALUES if isinstance(obj.get(name), dict)}
        return shared

    def _value(self, value: Any, name: str) -> Any:
        if isinstance(value, str):
            return self._sanitizer.lines(value, field=name)
        if isinstance(value, dict):
            return self._annotations(value) if name == "annotations" else self._fields(value)
        return self._items(value, name) if isinstance(value, list) else value

    def _fields(self, fields: Object) -> Object:
        return {self._name(name): self._value(value, name) for name, value in fields.items() if name not in _DROPPED}

    def _items(self, items: list[Any], name: str) -> list[Any]:
        if name == "env":
            return [self._variable(entry) for entry in items]
        if name in _ARGUMENTS:
            return list(self._sanitizer.arguments(map(str, items)))
        return [self._value(item, "") for item in items]

    def _variable(self, entry: Any) -> Any:
        if not isinstance(entry, dict) or not isinstance(entry.get("value"), str):
            return self._value(entry, "")
        return {**entry, "value": self._sanitizer.mark("env", entry["value"])}

    def _name(self, name: str) -> str:
        """The name of a field, a label or an annotation: anybody may choose some of them."""
        return self._sanitizer.line(name)

    def _annotations(self, annotations: Object) -> Object:
        """Anybody may write anything there, so that the name of one tells whether its value is secret."""
        kept = {key: str(value) for key, value in annotations.items() if key not in _COPIES}
        return {self._name(key): self._sanitizer.lines(value, field=key) for key, value in kept.items()}
