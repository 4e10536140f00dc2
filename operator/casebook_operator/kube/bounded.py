"""Bounds an object of strangers before anything keeps it, or looks at all of it."""

from typing import Any, TypeVar

from casebook_operator.kube.pods import CONTAINER_LISTS
from casebook_operator.kube.shallow import DEEPEST

T = TypeVar("T")

LARGE = 16 * 1024
"""Bytes of JSON of an object that may have something to be cut."""

LONGEST_TEXT = 16 * 1024
"""Characters of one text. Kubelet writes 4 KiB of a container's last words (pkg/kubelet/container/runtime.go,
``MaxContainerTerminationMessageLength``), and a condition's message has 32 KiB at most where that is validated; who may
write statuses can write 1.5 MiB."""

MOST_ITEMS = 1_000
"""Items of a list, and fields of an object. An EndpointSlice may have as many endpoints
(pkg/apis/discovery/validation), and labels of a node's features are some hundreds."""

MOST_CONTAINERS = 100
"""Of a pod, and conditions of anything: each of them is asked for its signals, and the API server takes thousands."""

_FEW = frozenset({"conditions", *(name for each in CONTAINER_LISTS for name in (each.declared, each.reported))})

_MOST_VALUES = 20_000
"""Values of one object, which are walked in 20 ms. A pod has some 300."""


def bounded(value: T) -> T:
    """The same JSON value, cut in each direction: its texts, its lists, its fields, its depth. Copied only if it is."""
    return _Cutting().cut(value, DEEPEST)  # type: ignore[no-any-return]


class _Cutting:
    def __init__(self) -> None:
        self._left = _MOST_VALUES

    def cut(self, value: Any, levels: int, most: int = MOST_ITEMS) -> Any:
        if isinstance(value, str):
            return value if len(value) <= LONGEST_TEXT else value[:LONGEST_TEXT]
        if not isinstance(value, dict | list) or not value:
            return value
        if not levels:
            return None
        return self._fields(value, levels - 1) if isinstance(value, dict) else self._items(value, levels - 1, most)

    def _fields(self, value: dict[str, Any], levels: int) -> dict[str, Any]:
        kept: dict[str, Any] = {}
        same = True
        for name, field in value.items():
            if len(kept) == MOST_ITEMS or not self._left:
                return kept
            self._left -= 1
            kept[name] = cut = self.cut(field, levels, MOST_CONTAINERS if name in _FEW else MOST_ITEMS)
            same = same and cut is field
        return value if same else kept

    def _items(self, value: list[Any], levels: int, most: int) -> list[Any]:
        kept: list[Any] = []
        same = True
        for item in value:
            if len(kept) == most or not self._left:
                return kept
            self._left -= 1
            cut = self.cut(item, levels)
            kept.append(cut)
            same = same and cut is item
        return value if same else kept
