"""Kernel and driver lines as facts, wherever something exposed them."""

from collections.abc import Iterable
from datetime import datetime

from casebook_analyzer.evidence.kernel_clock import Stamp
from casebook_analyzer.evidence.kernel_reader import VARY, Identity, KernelReader, ReadMessage
from casebook_analyzer.evidence.kernel_table import kernel_table
from casebook_analyzer.models import Entity, Fact, FactKind
from casebook_analyzer.taxonomy import KernelPattern
from casebook_analyzer.text.cleaning import clean_line

MAX_FACTS_OF_ONE_MESSAGE = 40
"""Different devices, processes or sectors of which one message is told apart; the others are counted together."""

MAX_STRANGE = 3
"""Messages of a kernel log that nobody knows, which are shown where nothing is known."""

_MORE = {"more": "true"}
_VALUE_LIMIT = 200
_TEXT_LIMIT = 800
"""Characters of a message over several lines: its beginning and what it says of the place, not the whole trace."""


MESSAGE_LIMIT = 16 * 1024
"""Characters of a message or an annotation that are looked at. An Event's message has 1 KiB (client-go
tools/record/events_cache.go, ``maxMessageLength`` of kubelet's events), a condition's 32 KiB at most (apimachinery
meta/v1 ``Condition``); agents write lines of the kernel to the beginning."""


def kernel_facts(
    text: str,
    *,
    source: str,
    entity: Entity,
    time: datetime | None = None,
    own: Iterable[KernelPattern] = (),
    limit: int = MESSAGE_LIMIT,
) -> tuple[Fact, ...]:
    """The known kernel and driver messages in a text: a condition's message, an Event, a kernel log.

    Unknown lines and noise give no fact. A message that stands several times is one fact with a count, and the time of
    the first.

    Args:
        text: One or more lines.
        source: Where the text was read, for a person.
        entity: What the facts are about: a node.
        time: When the text was said: the time of lines that have none, and the reference for those without a year.
        own: Patterns of the user, which are tried before the shipped ones.
        limit: Characters that are looked at. A whole kernel log needs more than a message.
    """
    folds: dict[Identity, _Fold] = {}
    of_message: dict[str, int] = {}
    for read, stamp in KernelReader(kernel_table(tuple(own))).read(text[:limit], time):
        fold = folds.get(read.identity)
        if fold is None:
            name = read.message.name
            full = of_message.get(name, 0) >= MAX_FACTS_OF_ONE_MESSAGE
            key: Identity = (name, tuple(_MORE.items())) if full else read.identity
            fold = folds.get(key)
            if fold is None:
                of_message[name] = of_message.get(name, 0) + 1
                fold = folds[key] = _Fold(read, stamp, _MORE if full else read.attributes)
        fold.add(read, stamp)
    return tuple(fold.fact(source, entity, time) for fold in folds.values())


def strange_kernel_facts(
    text: str, *, source: str, entity: Entity, own: Iterable[KernelPattern] = ()
) -> tuple[Fact, ...]:
    """The last messages of a kernel log that no pattern knows and that sound like trouble, each of them once.

    They explain nothing. Where nothing else does they are shown, so that a person who knows them can.
    """
    found: dict[str, Fact] = {}
    for row, stamp in KernelReader(kernel_table(tuple(own))).strange(text, None):
        attributes = {"strange": "true"} | ({"kernelTime": stamp.uptime} if stamp.uptime else {})
        line = clean_line(row, _TEXT_LIMIT)
        found.pop(line, None)
        found[line] = Fact(
            id="", kind=FactKind.KERNEL, source=source, text=line, time=stamp.time, entity=entity, attributes=attributes
        )
    return tuple(found.values())[-MAX_STRANGE:]


class _Fold:
    """Repeats of one message, folded into one fact."""

    def __init__(self, first: ReadMessage, stamp: Stamp, attributes: dict[str, str]) -> None:
        self._read, self._attributes = first, attributes
        self._first = self._last = stamp
        self._count = 0
        self._different: dict[str, set[str]] = {name: set() for name in VARY}

    def add(self, read: ReadMessage, stamp: Stamp) -> None:
        self._count += 1
        self._last = stamp
        for name, value in read.varying:
            if len(self._different[name]) < MAX_FACTS_OF_ONE_MESSAGE:
                self._different[name].add(value)

    def fact(self, source: str, entity: Entity, time: datetime | None) -> Fact:
        return Fact(
            id="",
            kind=FactKind.KERNEL,
            source=source,
            text=clean_line(self._read.text, _TEXT_LIMIT),
            time=self._first.time or time,
            count=self._count,
            entity=entity,
            attributes=self._all_attributes(),
        )

    def _all_attributes(self) -> dict[str, str]:
        attributes = {name: clean_line(value, _VALUE_LIMIT) for name, value in self._attributes.items()}
        attributes["pattern"] = self._read.message.name
        if self._first.uptime:
            attributes["kernelTime"] = self._first.uptime
        if self._count > 1:
            several = ((VARY[name], seen) for name, seen in self._different.items() if len(seen) > 1)
            attributes |= {name: str(len(seen)) for name, seen in several if name}
            if self._last.uptime:
                attributes["lastKernelTime"] = self._last.uptime
            if self._last.time:
                attributes["lastTime"] = self._last.time.isoformat()
        if self._read.message.often and self._count >= self._read.message.often:
            attributes["often"] = "true"
        return attributes
