"""Kernel and driver lines, parsed by patterns that are data (``data/kernel.yaml``)."""

import re
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from importlib.resources import files

import msgspec

from casebook_analyzer.models import Entity, Fact, FactKind
from casebook_analyzer.text import LINE_BREAK, Pattern, clean_line, compiled

_ROWS = re.compile(rf"{LINE_BREAK.strip()}|[\r\n]+|;(?=\s*(?:ErrorCode:|NVRM:))")
_PREFIX = re.compile(r"^\s*(?:<\d+>)?\[\s*(?P<seconds>\d+\.\d+)\](?:\[[^\]]*\])?\s*")
_FALLEN_BEGINS, _FALLEN_ENDS, _FALLEN_ROWS = "NVRM: The NVIDIA GPU", "fallen off the bus", 3


class KernelPattern(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One message of a kernel or a driver."""

    name: str
    pattern: str
    source: str
    unless: str = ""
    """A pattern that must not occur in the line."""
    noise: bool = False


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    patterns: tuple[KernelPattern, ...]


@cache
def kernel_patterns() -> tuple[tuple[KernelPattern, Pattern], ...]:
    """The patterns in the order in which they are tried."""
    raw = files(__package__).joinpath("data/kernel.yaml").read_bytes()
    return tuple((p, compiled(p.pattern)) for p in msgspec.yaml.decode(raw, type=_File).patterns)


def kernel_facts(text: str, *, source: str, entity: Entity, time: datetime | None = None) -> tuple[Fact, ...]:
    """The known messages in a text: a condition's message, an Event, a piece of a kernel log. Unknown lines are none.

    A message that stands several times is one fact with a count.
    """
    facts: dict[tuple[str, tuple[tuple[str, str], ...]], Fact] = {}
    for row in _rows(text):
        fact = _fact(row, source, entity, time)
        if fact is None:
            continue
        identity = {k: v for k, v in fact.attributes.items() if k not in {"kernelTime", "pid"}}
        key = fact.attributes["pattern"], tuple(sorted(identity.items()))
        known = facts.get(key)
        facts[key] = fact if known is None else msgspec.structs.replace(known, count=known.count + 1)
    return tuple(facts.values())


def _rows(text: str) -> Iterator[str]:
    """Lines, with the three lines of a GPU that fell off the bus without an Xid as one."""
    rows = [row for row in _ROWS.split(text) if row.strip()]
    index = 0
    while index < len(rows):
        together = rows[index : index + _FALLEN_ROWS]
        if _FALLEN_BEGINS in rows[index] and _FALLEN_ENDS not in rows[index]:
            end = next((i for i, row in enumerate(together) if _FALLEN_ENDS in row), 0)
            yield " ".join([rows[index], *(_PREFIX.sub("", row) for row in together[1 : end + 1])])
            index += end + 1
        else:
            yield rows[index]
            index += 1


def _fact(row: str, source: str, entity: Entity, time: datetime | None) -> Fact | None:
    row = clean_line(row)
    for pattern, regex in kernel_patterns():
        match = regex.search(row)
        if match is None or (pattern.unless and compiled(pattern.unless).search(row)):
            continue
        if pattern.noise:
            return None
        attributes = {"pattern": pattern.name, **{k: v for k, v in match.groupdict().items() if v}}
        prefix = _PREFIX.match(row)
        if prefix is not None:
            attributes["kernelTime"] = prefix["seconds"]
        return Fact(
            id="",
            kind=FactKind.KERNEL,
            source=source,
            text=row[prefix.end() :] if prefix else row,
            time=time,
            entity=entity,
            attributes=attributes,
        )
    return None
