"""What a run prints: how far it is, what failed, what each lane took, and the total."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tools.lanes import junit
from tools.lanes.ended import Ended

SLOWEST = 20

_PERCENT = re.compile(r"\[ *(\d+)%\]")
_CLOSING = re.compile(r"=+ (.*\b(?:passed|failed|skipped|error|errors)\b.*) in [\d.]+s.*=+")
_DETAILS = re.compile(r"^=+ (?:FAILURES|ERRORS) =+$", re.MULTILINE)
_LOOK_BACK = 20_000


def progress(name: str, log: Path) -> str:
    """Return how far a lane has come by the end of its log: a share of its tests, or its last line before them."""
    text = _end_of(log)
    percents = _PERCENT.findall(text)
    if percents:
        return f"{name} {percents[-1]}%"
    last = next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "starts")
    return f"{name}: {last[:60]}"


def closing(lane: Ended) -> str:
    """Return pytest's closing line, and how long the lane took with all that it needs."""
    found = [line for line in _end_of(lane.log).splitlines() if _CLOSING.fullmatch(line.strip())]
    return "\n".join([*found[-1:], f"lane {lane.name}: {lane.seconds:.0f} s, {lane.verdict}"])


def failure(lane: Ended) -> str:
    """Return what the log of a failed lane says: from the first failure on, or all of it if no test failed."""
    text = lane.log.read_text(errors="replace")
    details = _DETAILS.search(text)
    return f"---- lane {lane.name}: {lane.problem} ({lane.log})\n{text[details.start() :] if details else text}"


def slowest(lanes: Sequence[Ended]) -> str:
    """Return a list of the slowest tests of all lanes."""
    cases = junit.slowest([case for lane in lanes for case in lane.cases], SLOWEST)
    return "\n".join([f"the {len(cases)} slowest tests:", *(f"{one.seconds:8.1f} s  {one.shown}" for one in cases)])


def total(lanes: Sequence[Ended]) -> str:
    """Return the last line. A lane that failed without a failed test counts as one, so that nobody reads it as good."""
    found = junit.counts([case for lane in lanes for case in lane.cases])
    other = sum(1 for lane in lanes if lane.problem and not junit.counts(lane.cases)["failed"])
    return f"{found['passed']} passed, {found['failed'] + other} failed, {found['skipped']} skipped"


def _end_of(log: Path) -> str:
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - _LOOK_BACK))
        return file.read().decode(errors="replace")
