"""What stands before the text of a Markdown file between two lines ``---``: what it is about, and for whom."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from casebook_analyzer.documents import DocumentError, DocumentLimits, yaml_documents
from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory.knowledge.unread_heads import misspelt, unread

_MARK = "---"
_ENDS = frozenset({_MARK, "..."})
_LIMITS = DocumentLimits(bytes=16 << 10, depth=8, values=1_000)
_MOST_LINES = 200
_MOST_NAMES = 100
_LONGEST = 253
"""Characters of a name: that of any object of Kubernetes."""


class UnusableDocumentError(ConfigurationError):
    """A file that cannot be used. The message begins with the file, and the line where there is one."""


class FrontMatter(msgspec.Struct, frozen=True, kw_only=True):
    """What a file says of itself. Other keys are for other programs, and are not looked at."""

    title: str = ""
    link: str = ""
    alerts: tuple[str, ...] = ()
    """Names of alerts."""
    rules: tuple[str, ...] = ()
    """Ids of rules of the taxonomy."""
    entities: tuple[str, ...] = ()
    """Objects as ``KIND/NAMESPACE/NAME``, ``KIND/NAME`` or ``NAME``."""
    tags: tuple[str, ...] = ()
    """Words that the text lacks."""
    namespaces: tuple[str, ...] = ()
    """Whose readers it is for; all, without any."""


_TEXTS = ("title", "link")
_LISTS = tuple(name for name in FrontMatter.__struct_fields__ if name not in _TEXTS)


def split(text: str, path: str) -> tuple[FrontMatter, str]:
    """What the file says of itself, and its text, in which front matter is empty lines: numbers of lines stay.

    Raises:
        UnusableDocumentError: What stands between the marks cannot be read, or says something else than it should.
    """
    lines = text.split("\n")
    end = next((at for at, line in enumerate(lines[1:_MOST_LINES], start=1) if line.rstrip() in _ENDS), 0)
    if lines[0].rstrip() != _MARK or not end:
        if wrong := unread(lines):
            raise UnusableDocumentError(f"{path}:{wrong}")
        return FrontMatter(), text  # none, or a line across the page
    body = "\n".join(["" for _ in lines[: end + 1]] + lines[end + 1 :])
    try:
        found = list(yaml_documents("\n".join(lines[1:end]).encode(errors="replace"), _LIMITS))
    except DocumentError as error:
        raise UnusableDocumentError(f"{path}:{error.line + 1}: the front matter cannot be read: {error}.") from error
    if not found or found[0][0] is None:
        return FrontMatter(), body
    value, node = found[0]
    if not isinstance(value, dict):
        raise UnusableDocumentError(f"{path}:2: the front matter has to be keys with values, such as `alerts: [NAME]`.")
    return _read(value, _lines(node, path), path), body


def _lines(node: Any, path: str) -> dict[str, int]:
    """The line in the file of each key. Of two alike YAML knows the last, and a restriction must not be lost so."""
    lines: dict[str, int] = {}
    for key, _ in node.value:
        name, line = str(key.value), int(key.start_mark.line) + 2
        if name in lines and name in FrontMatter.__struct_fields__:
            raise UnusableDocumentError(f"{path}:{line}: `{name}` stands here for the second time.")
        lines[name] = line
    return lines


def _read(value: dict[Any, Any], lines: dict[str, int], path: str) -> FrontMatter:
    given: dict[str, Any] = {}
    if wrong := misspelt(lines):
        raise UnusableDocumentError(f"{path}:{lines[wrong]}: `{wrong}` is not read; for whom it is says `namespaces`.")
    for name in FrontMatter.__struct_fields__:
        if value.get(name) is None:
            continue
        where = f"{path}:{lines.get(name, 1)}: `{name}`"
        given[name] = tuple(_names(value[name], where)) if name in _LISTS else _text(value[name], where)
    if "namespaces" in value and not given.get("namespaces"):  # a list that came out empty was to restrict
        raise UnusableDocumentError(
            f"{path}:{lines['namespaces']}: `namespaces` names none. Without the key the document is for everybody."
        )
    return FrontMatter(**given)


def _names(value: Any, where: str) -> Iterator[str]:
    values: Sequence[Any] = value if isinstance(value, list) else [value]
    if len(values) > _MOST_NAMES:
        raise UnusableDocumentError(f"{where} has more than {_MOST_NAMES} names.")
    for one in values:
        name = "" if one is None else _text(one, where)  # a template's line that nobody filled in
        if len(name) > _LONGEST:
            raise UnusableDocumentError(f"{where} has a name of more than {_LONGEST} characters.")
        if name:
            yield name


def _text(value: Any, where: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise UnusableDocumentError(f"{where} has to be a text or a list of texts.")
    return " ".join(str(value).split())
