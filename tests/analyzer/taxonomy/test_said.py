"""What programs really said, and what it must be taken for: ``said`` holds it, near misses among it.

Each file names the program and its version. That program wrote the words, with one fault at a time.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from casebook_analyzer.evidence import Collected, sample_log
from casebook_analyzer.models import Category, Conclusion, Fact, FactKind
from tests.analyzer.crashes import POD, concluded

SAID = Path(__file__).parent / "said"
HEALTHY = sorted((Path(__file__).parent / "healthy").glob("*.log"))


class Case(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    log: str
    code: int
    category: Category
    rule: str = ""
    """The one that decides."""
    names: tuple[str, ...] = ()
    """What the summary must say."""
    why: str = ""


class File(msgspec.Struct, forbid_unknown_fields=True):
    of: str
    cases: list[Case]


def cases() -> Iterator[Any]:
    for path in sorted(SAID.glob("*.yaml")):
        for case in msgspec.yaml.decode(path.read_bytes(), type=File).cases:
            yield pytest.param(case, id=f"{path.stem} {case.name}")


def conclude(log: str, code: int | None) -> Conclusion:
    """By the log of a container that ended with this code, or that runs."""
    attributes = {"container": "app", "state": "running"}
    text = "Container app is running"
    if code is not None:
        reason = "Completed" if code == 0 else "Error"
        attributes = {"container": "app", "state": "terminated", "reason": reason, "exitCode": str(code)}
        text = f"Container app ended: {reason}, exit code {code}"
    state = Fact(id="", kind=FactKind.STATE, source="pod", text=text, attributes=attributes)
    which = "current" if code is None else "previous"
    said = sample_log(log.encode(), container="app", which=which, pod=POD, source="log")
    return concluded([Collected(facts=(state,)), said], code, reason=attributes.get("reason", ""), node="worker-1")


@pytest.mark.parametrize("case", [*cases()])
def test_what_a_program_said_is_taken_for_what_it_was(case: Case) -> None:
    found = conclude(case.log, case.code)
    assert found.category is case.category, (found.rules, found.summary)
    assert not case.rule or found.rules[0] == case.rule, (found.rules, found.summary)
    assert [name for name in case.names if name not in found.summary] == [], found.summary


@pytest.mark.parametrize("log", HEALTHY, ids=lambda path: path.stem)
def test_the_log_of_a_healthy_program_names_no_cause(log: Path) -> None:
    found = conclude(log.read_text(encoding="utf-8"), None)
    assert found.category is Category.UNKNOWN, (found.rules, found.summary)
