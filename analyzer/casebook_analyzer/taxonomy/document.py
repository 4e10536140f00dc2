"""YAML of strangers, read within bounds, and the line on which each value stands.

YAML can do harm before anybody looks at what it says: aliases of aliases grow without bound when they are followed, an
alias may contain itself, and PyYAML's composer recurses in C, so that some thousand open brackets end the process.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import yaml

MAX_BYTES = 1 << 20
"""Of one file. etcd takes objects of 1.5 MiB at most, so a larger file could never become a Taxonomy in a cluster."""
MAX_DEPTH = 32
"""Brackets and indentations within each other. A rule needs eight."""
MAX_VALUES = 100_000
"""Values of one document with every alias followed. The rules that Casebook ships have some thousand."""

Path = Sequence[str | int]


class DocumentError(ValueError):
    """The text cannot be read as YAML. ``line`` counts from 1; 0 means the whole of it."""

    def __init__(self, what: str, line: int = 0) -> None:
        super().__init__(what)
        self.line = line


class Document(msgspec.Struct, frozen=True):
    """One document of a YAML stream."""

    value: Any
    root: Any
    """Its node graph, which knows the lines."""

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
    """All documents of a YAML stream. Raises :class:`DocumentError` for what is no YAML or breaks a bound."""
    if len(raw) > MAX_BYTES:
        raise DocumentError(f"it has {len(raw)} bytes, and {MAX_BYTES} are allowed: split it into several files")
    try:
        _require_shallow(raw)
        loader = yaml.CSafeLoader(raw)
        try:
            return list(_documents(loader))
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = " ".join(part for part in (error.context, error.problem) if part)
        raise DocumentError(f"it is not YAML: {what}", mark.line + 1 if mark else 0) from error
    except (yaml.YAMLError, ValueError, UnicodeError) as error:
        if isinstance(error, DocumentError):
            raise
        raise DocumentError(f"it is not YAML: {' '.join(str(error).split())}") from error


def _documents(loader: Any) -> Iterator[Document]:
    while loader.check_node():
        root = loader.get_node()
        _values(root, {})
        _require_distinct_keys(root, set())
        yield Document(loader.construct_document(root), root)


def _require_shallow(raw: bytes) -> None:
    depth = 0
    event: Any
    for event in yaml.parse(raw, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_DEPTH:
            raise DocumentError(f"it is nested more than {MAX_DEPTH} levels deep", event.start_mark.line + 1)


def _values(node: Any, counted: dict[int, int]) -> int:
    """How many values a node stands for when its aliases are followed."""
    known = counted.get(id(node))
    if known is not None:
        if known == 0:
            raise DocumentError("an alias stands inside of what it names", node.start_mark.line + 1)
        return known
    counted[id(node)] = 0
    total = 1 + sum(_values(below, counted) for below in _children(node))
    if total > MAX_VALUES:
        raise DocumentError(
            f"it has more than {MAX_VALUES} values when its aliases are followed", node.start_mark.line + 1
        )
    counted[id(node)] = total
    return total


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
    for below in _children(node):
        _require_distinct_keys(below, seen)


def _children(node: Any) -> Iterator[Any]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from (key, value)
    elif isinstance(node, yaml.SequenceNode):
        yield from node.value


def _below(node: Any, step: str | int) -> tuple[int, Any] | None:
    """(line, node) of one item; the line of an entry of a mapping is that of its key."""
    if isinstance(node, yaml.MappingNode):
        found = next(((key, value) for key, value in node.value if key.value == step), None)
        return None if found is None else (found[0].start_mark.line + 1, found[1])
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        item = node.value[step]
        return item.start_mark.line + 1, item
    return None
