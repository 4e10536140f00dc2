"""A queue whose namespaces come in turn: who waits in a long line of his own holds up nobody else."""

from collections import OrderedDict
from collections.abc import Callable


class FairLine:
    """Keys that wait, by namespace, each once."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()
        self._namespaces: dict[str, str] = {}

    def add(self, key: str, namespace: str) -> int | None:
        """Put a key at the end of its namespace's line. Returns its place there from 1; None if it waits already."""
        if key in self._namespaces:
            return None
        self._namespaces[key] = namespace
        line = self._lines.setdefault(namespace, OrderedDict())
        line[key] = None
        return len(line)

    def remove(self, key: str) -> None:
        namespace = self._namespaces.pop(key, None)
        if namespace is not None:
            del self._lines[namespace][key]
            self._drop_if_empty(namespace)

    def take(self, number: int, room: Callable[[str], int]) -> list[str]:
        """Take up to ``number`` keys out, round robin; of a namespace no more than ``room`` says that it may have."""
        left = {namespace: room(namespace) for namespace in self._lines}
        taken: list[str] = []
        while (
            len(taken) < number and (namespace := next((one for one in self._lines if left[one] > 0), None)) is not None
        ):
            key = next(iter(self._lines[namespace]))
            self.remove(key)
            taken.append(key)
            left[namespace] -= 1
            if namespace in self._lines:
                self._lines.move_to_end(namespace)
        return taken

    def __contains__(self, key: str) -> bool:
        return key in self._namespaces

    def __len__(self) -> int:
        return len(self._namespaces)

    def _drop_if_empty(self, namespace: str) -> None:
        if not self._lines[namespace]:
            del self._lines[namespace]
