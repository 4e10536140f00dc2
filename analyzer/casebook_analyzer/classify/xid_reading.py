"""What one kind of Xid means in a case: the catalogue's reading, unless what surrounds it says otherwise."""

import re
from collections.abc import Sequence

import msgspec

from casebook_analyzer.classify.device_order import AT_ONCE, seconds_between, slot_of, span
from casebook_analyzer.models import Category, Fact, FactKind
from casebook_analyzer.taxonomy import Xid

_SOFTWARE, _HARDWARE, _DRIVER = Category.SOFTWARE_BUG, Category.HARDWARE_FAILURE, Category.DRIVER_ISSUE
_PROCESSES, _RUNS = 2, 3
"""Different programs, or runs of one, that fail on one GPU before it is not the program any more."""
_HOURS = 3_600.0
"""Seconds between the first and the last of them: workers of one job fail together."""
_ALL_GPUS = 3
"""GPUs that fail at once: eight cards do not break in one minute, and what they share does."""
_SEVERAL_NODES = 2
_DRIVER_UPDATE = re.compile(
    r"GPUDriverUpgrade|(?i:upgraded?:? .{0,40}nvidia-(?:driver|kernel|dkms|open)|nvidia.{0,40}driver.{0,40}"
    r"(?:upgraded|updated) (?:from|to))"
)
"""What the GPU operator's Events and the history of a package manager say of an update."""


class XidReading(msgspec.Struct, frozen=True, kw_only=True):
    """The category for lines with one Xid number, and why it differs from NVIDIA's catalogue, if it does."""

    category: Category
    alternates: tuple[Category, ...]
    because: str = ""


def read_xid(xid: Xid, lines: Sequence[Fact], facts: Sequence[Fact]) -> XidReading:
    """Read a kind of Xid in its case: ``lines`` are the facts with its number, ``facts`` all of the case."""
    gpus = {slot for line in lines if (slot := slot_of(line))}
    if xid.category is _SOFTWARE:
        if _driver_was_updated(facts) and not _was_changed(facts, {"template", "image"}):
            return _other(xid, _DRIVER, "It began after the driver was changed, and the program was not.")
        if len(gpus) == 1 and _follows_the_gpu(lines):
            return _other(xid, _HARDWARE, "Different programs fail on this one GPU, hours apart.")
    if _DRIVER in xid.alternates and xid.category is _HARDWARE:
        if len(gpus) >= _ALL_GPUS and _at_once(lines):
            return _other(xid, _DRIVER, f"{len(gpus)} GPUs report it at once, which cards do not do by themselves.")
        if _nodes(lines) >= _SEVERAL_NODES:
            return _other(xid, _DRIVER, f"{_nodes(lines)} nodes report it, so it follows the driver and not a card.")
    if len(gpus) >= _ALL_GPUS and xid.category is not _SOFTWARE and _at_once(lines):
        shared = f"{len(gpus)} GPUs report it at once: look at what they share, a switch, a riser, power or the driver."
        return XidReading(category=xid.category, alternates=(*xid.alternates, _DRIVER), because=shared)
    return XidReading(category=xid.category, alternates=xid.alternates)


def _other(xid: Xid, category: Category, because: str) -> XidReading:
    alternates = (xid.category, *(a for a in xid.alternates if a is not category))
    return XidReading(category=category, alternates=alternates, because=because)


def _was_changed(facts: Sequence[Fact], what: set[str]) -> bool:
    return any(f.kind is FactKind.CHANGE and f.attributes.get("change") in what for f in facts)


def _driver_was_updated(facts: Sequence[Fact]) -> bool:
    told = (f for f in facts if f.kind in {FactKind.EVENT, FactKind.COMMAND})
    return _was_changed(facts, {"driver", "kernel"}) or any(_DRIVER_UPDATE.search(fact.text) for fact in told)


def _follows_the_gpu(lines: Sequence[Fact]) -> bool:
    programs = {line.attributes["process"] for line in lines if line.attributes.get("process")}
    runs = sum(int(line.attributes.get("pids", "1" if line.attributes.get("pid") else "0")) for line in lines)
    if len(programs) < _PROCESSES and runs < _RUNS:
        return False
    gaps = [gap for a in lines for b in lines if (gap := seconds_between(a, b)) is not None and a is not b]
    longest = max([*gaps, *(length for line in lines if (length := span(line)) is not None)], default=None)
    return longest >= _HOURS if longest is not None else len(programs) >= _PROCESSES and runs >= _RUNS


def _at_once(lines: Sequence[Fact]) -> bool:
    gaps = [seconds_between(lines[0], line) for line in lines[1:]]
    return all(gap is None or abs(gap) <= AT_ONCE for gap in gaps)


def _nodes(lines: Sequence[Fact]) -> int:
    return len({line.entity.name for line in lines if line.entity is not None and line.entity.kind == "Node"})
