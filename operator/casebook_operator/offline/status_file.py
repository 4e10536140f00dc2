"""Bundles in one file: ``status.json`` or ``status.yaml``, and plain lists of objects as ``kubectl get -o yaml``."""

from collections.abc import Iterator
from typing import Any

from casebook_analyzer.models import Gap, GapReason
from casebook_operator.kube import Object
from casebook_operator.kube.times import parse_time
from casebook_operator.offline.bundle import Bundle, BundleTrigger, LogKey, Which

NAMES = ("status.json", "status.yaml", "status.yml")

_PARTS = frozenset({"trigger", "objects", "events", "logs", "kernel_log", "commands"})
_WHICH: tuple[Which, ...] = ("current", "previous")


def is_status(document: Any) -> bool:
    """Whether a document has the parts of a bundle. A Kubernetes object has none at its top."""
    return isinstance(document, dict) and bool(_PARTS & document.keys()) and "kind" not in document


def from_status(document: Object, name: str) -> Bundle:
    """The bundle. A part of the wrong type is a Gap and not an error."""
    parts = _Parts(document)
    return Bundle(
        name=str(document.get("id") or name),
        objects=parts.of("objects", list),
        events=parts.of("events", list),
        logs=dict(_logs(parts.of("logs", dict))),
        kernel_log=list(_lines(document.get("kernel_log"))),
        commands={str(command): _text(output) for command, output in parts.of("commands", dict).items()},
        trigger=_trigger(parts.of("trigger", dict)),
        read=frozenset(map(str, parts.of("read", list))),
        whole_kinds=frozenset(map(str, parts.of("complete", list))),
        saved_at=parse_time(document.get("savedAt")),
        gaps=parts.gaps,
    )


def from_objects(documents: list[Any], name: str) -> Bundle:
    return Bundle(name=name, objects=documents, about_one_failure=False)


class _Parts:
    def __init__(self, document: Object) -> None:
        self._document = document
        self.gaps: list[Gap] = []

    def of(self, name: str, wanted: type[Any]) -> Any:
        value = self._document.get(name)
        if value is None:
            return wanted()
        if isinstance(value, wanted):
            return value
        detail = f"It is a {type(value).__name__} where a {wanted.__name__} is expected."
        self.gaps.append(Gap(collector="bundle", what=name, reason=GapReason.UNAVAILABLE, detail=detail))
        return wanted()


def _trigger(trigger: Object) -> BundleTrigger | None:
    if not trigger:
        return None
    names = ("type", "kind", "name", "namespace", "container", "detail")
    return BundleTrigger(**{name: _text(trigger.get(name)) for name in names})


def _logs(logs: Object) -> Iterator[tuple[LogKey, dict[Which, bytes]]]:
    for place, value in logs.items():
        *namespace, pod, container = place.split("/") if "/" in place else (place, "")
        texts = value if isinstance(value, dict) else {"current": value}
        found: dict[Which, bytes] = {which: _text(texts[which]).encode() for which in _WHICH if texts.get(which)}
        if found:
            yield LogKey(namespace[-1] if namespace else "", pod, container), found


def _lines(value: Any) -> Iterator[str]:
    for line in value if isinstance(value, list) else [value]:
        yield from _text(line).splitlines()


def _text(value: Any) -> str:
    if value is None:
        return ""
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)
