"""What pytest wrote down of a run: numbers of tests, and how long each took."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

OUTCOMES = ("passed", "failed", "skipped")


@dataclass(frozen=True, slots=True)
class Case:
    """One test with its parameters."""

    module: str
    """With dots: ``tests.docs.test_links``, or with the class after it."""
    name: str
    seconds: float
    """Of set-up, call and tear-down, by the clock on the wall."""
    outcome: str

    @property
    def shown(self) -> str:
        """Return what pytest calls it, nearly."""
        return f"{self.module.replace('.', '/')}.py::{self.name}"

    @property
    def folder(self) -> str:
        """Return the folder of its file."""
        return "/".join(self.module.split(".")[:-1])


def read(file: Path) -> list[Case]:
    """Return the tests of a run. An error while a file is collected counts as a failed test.

    Raises:
        FileNotFoundError: Pytest did not come so far as to write it.
        xml.etree.ElementTree.ParseError: It was stopped while it wrote.
    """
    root = ET.parse(file).getroot()  # noqa: S314 - our own pytest wrote it
    return _without_doubles(_case(found) for found in root.iter("testcase"))


def _case(found: ET.Element) -> Case:
    kinds = {child.tag for child in found}
    outcome = "failed" if kinds & {"failure", "error"} else "skipped" if "skipped" in kinds else "passed"
    name = found.get("name", "")
    return Case(found.get("classname") or name, name, float(found.get("time", 0)), outcome)


def _without_doubles(cases: Iterable[Case]) -> list[Case]:
    """A test that passes and whose tear-down fails is written twice."""
    kept: dict[tuple[str, str], Case] = {}
    for case in cases:
        before = kept.get((case.module, case.name))
        if before is None or before.outcome == "passed":
            kept[case.module, case.name] = case
    return list(kept.values())


def counts(cases: Iterable[Case]) -> dict[str, int]:
    """Return how many passed, failed and were skipped."""
    found = dict.fromkeys(OUTCOMES, 0)
    for case in cases:
        found[case.outcome] += 1
    return found


def slowest(cases: Iterable[Case], number: int) -> list[Case]:
    """Return the tests that took longest, the longest first."""
    return sorted(cases, key=lambda case: case.seconds, reverse=True)[:number]
