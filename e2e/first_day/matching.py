"""Whether an output is the one that the page shows: alike but for what no two days share."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import yaml

_VARIES = (
    re.compile(r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?: UTC|Z)?)?"),
    re.compile(r"\b(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?(?<=\d[dhms])\b"),
    re.compile(r"\b\d+ (?:s|min|h|d)\b"),
    re.compile(r"(?<=Open |lved )\d+"),  # the column COUNT, which grows as long as a container starts anew
)


def plain(line: str) -> str:
    """Return a line with one space between words, and a mark for times, ages and counts."""
    line = re.sub(r"\s+", " ", line).strip()
    for pattern in _VARIES:
        line = pattern.sub("~", line)
    return line


def missing(printed: list[str], output: str) -> str:
    """Return the first line of the page that the output has not, in this order; nothing if it has all.

    Where the page has no `...`, the output has no line beside.
    """
    there = [plain(line) for line in output.splitlines() if line.strip()]
    wanted = [plain(line) for line in printed if line.strip()]
    if "..." not in wanted and wanted:
        return next((one for one in wanted if one not in there), "") or (
            "" if there == wanted else f"nothing beside it; there is {_beside(there, wanted)!r}"
        )
    rest = iter(there)
    return next((one for one in wanted if one != "..." and one not in rest), "")


def _beside(there: list[str], wanted: list[str]) -> str:
    return next((one for one in there if one not in wanted), "another order")


def lacking(language: str, block: str, output: str) -> str:
    """Return what of a block of JSON or YAML is nowhere in the output; nothing if it is all there."""
    wanted = list(_documents(language, block))
    there = list(_objects([json.loads(_json_of(output))] if language == "json" else list(yaml.safe_load_all(output))))
    return next((json.dumps(one) for one in wanted if not any(_within(one, had) for had in there)), "")


def _documents(language: str, block: str) -> Iterator[Any]:
    if language == "yaml":
        yield from yaml.safe_load_all(block)
        return
    decoder, at = json.JSONDecoder(), 0
    while at < len(block.rstrip()):
        found, at = decoder.raw_decode(block, at)
        yield found
        at += len(block[at:]) - len(block[at:].lstrip())


def _json_of(output: str) -> str:
    """All of an output of lines with JSON, as one list."""
    return "[" + ",".join(line for line in output.splitlines() if line.startswith(("{", "["))) + "]"


def _objects(value: Any) -> Iterator[Any]:
    yield value
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for child in children:
        yield from _objects(child)


def _within(wanted: Any, had: Any) -> bool:
    if isinstance(wanted, dict):
        return isinstance(had, dict) and all(key in had and _within(wanted[key], had[key]) for key in wanted)
    if isinstance(wanted, list):
        rest: Iterator[Any] = iter(had if isinstance(had, list) else ())
        return all(any(_within(one, other) for other in rest) for one in wanted)
    return plain(str(wanted)) == plain(str(had))
