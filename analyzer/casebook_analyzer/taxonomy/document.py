"""YAML of a taxonomy, read within limits, and the line on which each value stands."""

from collections.abc import Sequence
from typing import Any

import msgspec
import yaml

from casebook_analyzer.documents import DocumentError, DocumentLimits, children, yaml_documents

MAX_BYTES = 1 << 20
"""Of one file. etcd takes objects of 1.5 MiB at most, so a larger file could never become a Taxonomy in a cluster."""
LIMITS = DocumentLimits(bytes=MAX_BYTES, depth=32, values=100_000)
"""A rule needs eight levels, and the rules that Casebook ships have some thousand values."""

Path = Sequence[str | int]


class Document(msgspec.Struct, frozen=True):
    """One document of a YAML stream."""

    value: Any
    root: Any
    """PyYAML's node graph, which knows the lines."""

    def line(self, path: Path = ()) -> int:
        """The line of the value at a path such as ``("rules", 3, "title")``, or of the nearest that is there."""
        node, line = self.root, self.root.start_mark.line + 1
        for step in path:
            below = _below(node, step)
            if below is None:
                break
            line, node = below
        return int(line)


def read_documents(raw: bytes) -> list[Document]:
    """All documents of a YAML stream.

    Raises:
        DocumentError: It is not YAML, exceeds :data:`LIMITS`, or has a key twice.
    """
    documents = [Document(value, root) for value, root in yaml_documents(raw, LIMITS)]
    for document in documents:
        _require_distinct_keys(document.root, set())
    return documents


def _require_distinct_keys(node: Any, seen: set[int]) -> None:
    """YAML forbids a key that stands twice; PyYAML silently keeps the last."""
    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        keys: set[str] = set()
        for key, _ in node.value:
            if key.value in keys and key.value != "<<":
                raise DocumentError(f"the key {key.value} stands twice in one mapping", key.start_mark.line + 1)
            keys.add(str(key.value))
    for below in children(node):
        _require_distinct_keys(below, seen)


def _below(node: Any, step: str | int) -> tuple[int, Any] | None:
    """(line, node) of one item; the line of an entry of a mapping is that of its key."""
    if isinstance(node, yaml.MappingNode):
        found = next(((key, value) for key, value in node.value if key.value == step), None)
        return None if found is None else (found[0].start_mark.line + 1, found[1])
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        item = node.value[step]
        return item.start_mark.line + 1, item
    return None
