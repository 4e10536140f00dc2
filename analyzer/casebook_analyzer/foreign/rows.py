"""Rows of a CSV file, or objects of a JSON Lines file, within bounds, each with its line."""

import csv
import io
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from casebook_analyzer.documents import DocumentError, DocumentLimits, json_document
from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.foreign.mapping import ForeignMapping
from casebook_analyzer.regular_files import open_regular

FILE_LIMIT = 64 * 1024 * 1024
"""Bytes. A hundred thousand tickets with their descriptions are less."""
ROW_LIMIT = 1024 * 1024
_OBJECT = DocumentLimits(bytes=ROW_LIMIT, depth=32, values=20_000)
_FIELD = 300
"""Characters of a path that a message tells."""
_NAMED = 40
"""Characters of a column's name in a message."""


class RowFormat(StrEnum):
    """How a file of another system's incidents is written."""

    CSV = "csv"
    JSONL = "jsonl"


class RowError(ValueError):
    """One row cannot be used. The message is half a sentence."""


class Row(msgspec.Struct, frozen=True):
    """One record as it stands in the file, or why it cannot be read."""

    line: int
    """Where it begins, from 1."""
    values: Mapping[str, Any]
    problem: str = ""


def read_rows(path: Path, written: RowFormat, mapping: ForeignMapping) -> Iterator[Row]:
    """Every row of a file. Empty ones are left out.

    Raises:
        ConfigurationError: The file cannot be read, or is no such file. The message names the line.
    """
    try:
        if path.stat().st_size > FILE_LIMIT:
            raise ConfigurationError(
                f"{path} has more than {FILE_LIMIT // 1024**2} MiB: split it into several files, which may be imported "
                "one after the other."
            )
        with open_regular(path) as file:
            raw = file.read(FILE_LIMIT)
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}.") from error
    return _csv_rows(path, raw, mapping) if written is RowFormat.CSV else _json_rows(raw)


def value_at(values: Mapping[str, Any], name: str) -> str:
    """The text at a column or a path; empty where nothing stands.

    Raises:
        RowError: An object stands there.
    """
    found: Any = values.get(name)
    if found is None and "." in name:
        found = values
        for part in name.split("."):
            found = found.get(part) if isinstance(found, dict) else None
    return _text(found, name)


def _text(found: Any, name: str) -> str:
    match found:
        case None:
            return ""
        case bool():
            return str(found).lower()
        case str():
            return found.strip()
        case int() | float():
            return f"{found:.15g}" if isinstance(found, float) else str(found)
        case list():
            return "\n".join(_text(one, name) for one in found if not isinstance(one, list))
        case _:
            field = f"{name}.{next(iter(found), 'name')}"[:_FIELD]
            raise RowError(f"at {name!r} stands an object; name one of its fields ({field!r})")


def _csv_rows(path: Path, raw: bytes, mapping: ForeignMapping) -> Iterator[Row]:
    text = io.StringIO(_decoded(path, raw, mapping.encoding), newline="")
    reader = csv.reader(text, delimiter=mapping.delimiter, strict=True)
    line = 1
    try:
        columns = next(reader, [])
        _require_header(path, columns)
        mapping.require_columns(columns)
        line = reader.line_num + 1
        for cells in reader:
            if any(cells):
                yield _csv_row(line, columns, cells)
            line = reader.line_num + 1
    except csv.Error as error:
        raise ConfigurationError(
            f"{path} line {line}: it is not CSV ({error}), so that nothing after it can be read. A cell holds at most "
            f"{csv.field_size_limit():,} characters; one with a quote, a delimiter or a line break stands in quotes."
        ) from error


def _decoded(path: Path, raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding).removeprefix("\ufeff")
    except UnicodeError as error:
        # Whoever reads on would remember words without their letters, and nobody would miss them.
        at = error.start if isinstance(error, UnicodeDecodeError) else 0
        line = raw[:at].count(b"\n") + 1
        raise ConfigurationError(
            f"{path} line {line}: it is no text in {encoding}. Say in the mapping what it is written in "
            "(`encoding: cp1252` for most files of Excel on Windows), or save it as UTF-8."
        ) from error


def _csv_row(line: int, columns: list[str], cells: list[str]) -> Row:
    if len(cells) != len(columns):
        return Row(line, {}, f"it has {len(cells)} cells, and the first line has {len(columns)} names of columns")
    return Row(line, dict(zip(columns, cells, strict=True)))


def _require_header(path: Path, columns: list[str]) -> None:
    if not any(columns):
        raise ConfigurationError(f"{path} has no first line with the names of columns.")
    twice = next((name for name in columns if columns.count(name) > 1), None)
    if twice is not None:
        raise ConfigurationError(f"{path} has two columns called {twice[:_NAMED]!r}: rename one of them.")


def _json_rows(raw: bytes) -> Iterator[Row]:
    for line, text in enumerate(io.BytesIO(raw), start=1):
        if not text.strip():
            continue
        try:
            found = json_document(text, _OBJECT)
        except DocumentError as error:
            yield Row(line, {}, str(error))
            continue
        if isinstance(found, dict):
            yield Row(line, found)
        else:
            yield Row(line, {}, "it is no object; a file of objects with a line each is needed (`jq -c '.[]'`)")
