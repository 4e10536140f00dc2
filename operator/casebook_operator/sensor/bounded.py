"""Bounds the texts of an object that a watch delivers, before anything keeps it."""

from typing import Any, TypeVar

T = TypeVar("T")

LONGEST_TEXT = 16 * 1024
"""Characters of one text. Kubelet writes 4 KiB of a container's last words (pkg/kubelet/container/runtime.go,
``MaxContainerTerminationMessageLength``), and a condition's message has 32 KiB at most where that is validated; who may
write statuses can write 1.5 MiB."""


def bounded(value: T) -> T:
    """The same JSON value, each of its texts cut. What is short enough is not copied."""
    return _cut(value)  # type: ignore[no-any-return]


def _cut(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= LONGEST_TEXT else value[:LONGEST_TEXT]
    if isinstance(value, dict):
        cut = {name: _cut(field) for name, field in value.items()}
        return cut if any(cut[name] is not field for name, field in value.items()) else value
    if isinstance(value, list):
        items = [_cut(item) for item in value]
        return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
    return value
