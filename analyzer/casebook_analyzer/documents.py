"""YAML and JSON of strangers: looked at before anything is built of it, within limits.

Documents can do harm before anybody looks at what they say. Aliases of aliases, and merge keys, grow without bound when
they are followed; an alias may contain itself; PyYAML's composer recurses in C, so that some thousand open brackets end
the process; and sixteen megabytes of ``{}`` become a gigabyte of objects.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import yaml

_JSON_TEXT = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
"""A text of JSON, closed or not."""


class DocumentLimits(msgspec.Struct, frozen=True, kw_only=True):
    """What one document may have."""

    bytes: int
    depth: int
    """Brackets and indentations within each other."""
    values: int
    """With every alias followed; each has some hundred bytes of memory, and while YAML is read five times as many."""


class DocumentError(ValueError):
    """The document cannot be read. ``line`` counts from 1; 0 means the whole of it. The message is half a sentence."""

    def __init__(self, what: str, line: int = 0) -> None:
        super().__init__(what)
        self.line = line


class TooMuchError(DocumentError):
    """The document is larger than was allowed, and could be read if more were."""


def yaml_documents(raw: bytes, limits: DocumentLimits) -> Iterator[tuple[Any, Any]]:
    """(value, PyYAML's node graph, which knows the lines) of each document of a stream.

    Raises:
        DocumentError: It is not YAML, or exceeds a limit.
    """
    _require_size(raw, limits)
    try:
        _require_shallow(raw, limits)
        loader = yaml.CSafeLoader(raw)
        try:
            while loader.check_node():
                root: Any = loader.get_node()
                _count(root, {}, limits)
                yield loader.construct_document(root), root
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = " ".join(part for part in (error.context, error.problem) if part)
        raise DocumentError(f"it is not YAML: {what}", mark.line + 1 if mark else 0) from error
    except (yaml.YAMLError, ValueError, UnicodeError, RecursionError) as error:
        if isinstance(error, DocumentError):
            raise
        raise DocumentError(f"it is not YAML: {' '.join(str(error).split())[:200]}") from error


def json_document(raw: bytes, limits: DocumentLimits) -> Any:
    """The value of a JSON text.

    Raises:
        DocumentError: It is not JSON, or exceeds a limit.
    """
    _require_size(raw, limits)
    if _signs(raw) > limits.values and _signs(_JSON_TEXT.sub(b"", raw)) > limits.values:
        raise TooMuchError(f"it has more than {limits.values:,} values")
    try:
        value = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        what = "it is nested too deep" if isinstance(error, RecursionError) else " ".join(str(error).split())
        raise DocumentError(f"it is not JSON: {what}") from error
    if _deeper(value, limits.depth):
        raise DocumentError(f"it is nested more than {limits.depth} levels deep")
    return value


def values_in(value: Any) -> int:
    """How many values a value is made of, itself among them."""
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(values_in(item) if isinstance(item, dict | list) else 1 for item in below)


def children(node: Any) -> Iterator[Any]:
    """The nodes directly below one: keys and values of a mapping, items of a sequence."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from (key, value)
    elif isinstance(node, yaml.SequenceNode):
        yield from node.value


def _require_size(raw: bytes, limits: DocumentLimits) -> None:
    if len(raw) > limits.bytes:
        raise TooMuchError(f"it has {len(raw):,} bytes, and {limits.bytes:,} are allowed: split it into several files")


def _signs(raw: bytes) -> int:
    """At least as many as values, where there are no texts: each follows an opening or a comma, or else is a key's."""
    return raw.count(b",") + raw.count(b"[") + raw.count(b"{")


def _deeper(value: Any, depth: int) -> bool:
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return depth < 0 or any(_deeper(item, depth - 1) for item in below if isinstance(item, dict | list))


def _require_shallow(raw: bytes, limits: DocumentLimits) -> None:
    depth = values = 0
    event: Any
    for event in yaml.parse(raw, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        values += isinstance(event, yaml.NodeEvent)
        if depth > limits.depth:
            raise DocumentError(f"it is nested more than {limits.depth} levels deep", event.start_mark.line + 1)
        if values > limits.values:
            raise TooMuchError(f"it has more than {limits.values:,} values", event.start_mark.line + 1)


def _count(node: Any, counted: dict[int, int], limits: DocumentLimits) -> int:
    """How many values a node stands for when its aliases are followed."""
    known = counted.get(id(node))
    if known is not None:
        if known == 0:
            raise DocumentError("an alias stands inside of what it names", node.start_mark.line + 1)
        return known
    counted[id(node)] = 0
    total = 1 + sum(_count(below, counted, limits) for below in children(node))
    if total > limits.values:
        line = node.start_mark.line + 1
        raise TooMuchError(f"it has more than {limits.values:,} values when its aliases are followed", line)
    counted[id(node)] = total
    return total
