"""How a lane ended, by pytest's code and by what it wrote down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from tools.lanes import junit

_NOTHING_COLLECTED = 5
"""Pytest's code when it finds no test."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A lane that is over."""

    name: str
    seconds: float
    log: Path
    cases: Sequence[junit.Case] = ()
    problem: str = ""
    """Why it failed, or nothing."""
    empty: bool = False
    """Whether none of the chosen tests belongs to it."""

    @property
    def verdict(self) -> str:
        """Return one word or a few."""
        return self.problem or ("nothing there" if self.empty else "ok")


def ended(name: str, code: int, seconds: float, log: Path) -> Ended:
    """Judge a lane of tests. The results are beside the log, unless pytest ended too early to write them."""
    if code == _NOTHING_COLLECTED:
        return Ended(name, seconds, log, empty=True)
    try:
        cases = junit.read(log.with_suffix(".xml"))
    except (FileNotFoundError, ET.ParseError):
        return Ended(name, seconds, log, problem=f"ended with code {code} before its tests did")
    failed = junit.counts(cases)["failed"]
    problem = f"{failed} failed" if failed else f"ended with code {code}, though no test failed" if code else ""
    return Ended(name, seconds, log, cases, problem)


def judged(lanes: Sequence[Ended], *, everything: bool) -> list[Ended]:
    """Return the lanes with what fails the run as a whole: an empty lane when everything was to run, or only such."""
    if not everything and any(not lane.empty for lane in lanes):
        return list(lanes)
    return [_without_tests(lane) if lane.empty else lane for lane in lanes]


def _without_tests(lane: Ended) -> Ended:
    return Ended(lane.name, lane.seconds, lane.log, problem="found no tests")
