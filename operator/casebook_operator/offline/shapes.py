"""Objects as the API would have sent them: what code indexes without asking is there and of the right type.

Sparse objects are filled with names and never with findings: no status, no time, no reason is made up.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from casebook_operator.kube import Object
from casebook_operator.kube.pods import CONTAINER_LISTS
from casebook_operator.kube.values import mappings
from casebook_operator.offline import fields

_MISSING: Any = object()
_DIGITS = 19
"""Of an int64, without its sign."""


def shaped(obj: Object) -> Object:
    """A copy without what is of the wrong type, and without nulls, which mean the same as nothing."""
    whole = _fields(obj)
    whole.setdefault("metadata", {})
    _name_containers(whole)
    references = mappings(whole["metadata"], "ownerReferences")
    if references and not any("controller" in reference for reference in references):
        references[0]["controller"] = True  # written down by hand: the API server always has it on one of them
    return whole


def _fields(obj: Object) -> Object:
    found = {name: _COERCIONS.get(name, _any)(value) for name, value in obj.items() if value is not None}
    return {name: value for name, value in found.items() if value is not _MISSING}


def _any(value: Any) -> Any:
    if isinstance(value, dict):
        return _fields(value)
    return [_any(item) for item in value if item is not None] if isinstance(value, list) else value


def _object(value: Any) -> Any:
    return _fields(value) if isinstance(value, dict) else _MISSING


def _object_or_text(value: Any) -> Any:
    """``status`` of an object and of a condition."""
    return _fields(value) if isinstance(value, dict) else _text(value)


def _objects(value: Any, needed: tuple[str, ...] = ()) -> Any:
    if not isinstance(value, list):
        return _MISSING
    items = [_fields(item) for item in value if isinstance(item, dict)]
    return [item for item in items if all(item.get(field) for field in needed)]


def _texts_by_name(value: Any) -> Any:
    if not isinstance(value, dict):
        return _MISSING
    return {name: text for name, item in value.items() if (text := _text(item)) is not _MISSING}


def _conditions(value: Any) -> Any:
    """Of most objects a list, of an endpoint of an EndpointSlice one of flags."""
    return _fields(value) if isinstance(value, dict) else _objects(value, fields.NEEDED["conditions"])


def _limits(value: Any) -> Any:
    """Of a container by resource, of a LimitRange a list of rules."""
    return _objects(value) if isinstance(value, list) else _texts_by_name(value)


def _texts(value: Any) -> Any:
    return [text for item in value if (text := _text(item)) is not _MISSING] if isinstance(value, list) else _MISSING


def _text(value: Any) -> Any:
    """YAML reads an unquoted ``True`` or ``8080`` as something else where the API has a text."""
    if isinstance(value, str):
        return value
    return _MISSING if value is None or isinstance(value, dict | list) else str(value)


def _number(value: Any) -> Any:
    if isinstance(value, str) and value.isascii() and value.removeprefix("-").isdecimal():
        value = int(value[:_DIGITS])
    return value if isinstance(value, int) and not isinstance(value, bool) else _MISSING


def _boolean(value: Any) -> Any:
    return value if isinstance(value, bool) else _MISSING


_COERCIONS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(fields.TEXT, _text),
    **dict.fromkeys(fields.NUMBER, _number),
    **dict.fromkeys(fields.BOOLEAN, _boolean),
    **dict.fromkeys(fields.OBJECT, _object),
    **dict.fromkeys(fields.TEXTS, _texts),
    **dict.fromkeys(fields.TEXTS_BY_NAME, _texts_by_name),
    **{name: partial(_objects, needed=fields.NEEDED.get(name, ())) for name in fields.OBJECTS},
    "conditions": _conditions,
    "limits": _limits,
    "status": _object_or_text,
}


def _name_containers(obj: Object) -> None:
    """Statuses without a name are those of the containers at their place."""
    status, spec = obj.get("status"), obj.get("spec")
    if not isinstance(status, dict):
        obj.pop("status", None)
        return
    for each in CONTAINER_LISTS:
        declared = mappings(spec, each.declared)
        for index, container in enumerate(mappings(status, each.reported)):
            named = declared[index]["name"] if index < len(declared) else f"container-{index}"
            container.setdefault("name", named)
