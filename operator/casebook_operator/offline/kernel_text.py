"""Kernel logs as text: what ``dmesg``, ``journalctl -k`` and syslog print."""

import re
from collections.abc import Iterable, Iterator

from casebook_analyzer.evidence.kernel_clock import Stamp, read_stamp
from casebook_operator.offline.bundle import Bundle, BundleTrigger

MAX_LINES = 20_000
"""Kernel lines that are looked at, the last ones: more than the kernel's ring buffer of 1 MiB holds."""

_HOST = re.compile(r"(?:^|\s)(?P<host>[A-Za-z0-9][\w.-]*) kernel(?:\[\d+\])?: ")
_HEAD_LINES = 100
"""Lines in which the host's name is looked for; it stands in each of them, or in none."""

_STEP = 1e-6


def in_order(lines: Iterable[str]) -> list[str]:
    """The lines, each with a stamp where others have the kernel's clock: the order of errors tells the first one.

    A line that somebody cut the stamp from follows, by its clock, at once on the line before it.
    """
    kept = list(lines)[-MAX_LINES:]
    stamps = [read_stamp(line, None) for line in kept]
    if not any(stamp.uptime for stamp in stamps):
        return kept
    return list(_stamped(zip(kept, stamps, strict=True)))


def read_kernel_text(text: str, name: str) -> Bundle:
    """A bundle of kernel lines alone: a case of the node that wrote them."""
    lines = [line for line in text.splitlines() if line.strip()]
    hosts = (match["host"] for line in lines[:_HEAD_LINES] if (match := _HOST.search(line)))
    trigger = BundleTrigger(type="KernelLogLine", kind="Node", name=next(hosts, "node"))
    return Bundle(name=name, kernel_log=lines, trigger=trigger)


def _stamped(lines: Iterable[tuple[str, Stamp]]) -> Iterator[str]:
    last = 0.0
    for line, stamp in lines:
        if stamp.uptime:
            last = float(stamp.uptime)
        cut = not stamp.uptime and stamp.time is None
        last += _STEP if cut else 0
        yield f"[{last:.6f}] {line}" if cut else line
