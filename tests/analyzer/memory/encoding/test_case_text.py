"""The text that a case is compared by."""

import msgspec

from casebook_analyzer.memory import case_text
from casebook_analyzer.models import Alternative, Category
from tests.analyzer.memory.incidents import make_incident


def _text(recipe: str = "missing_env", **changes: object) -> str:
    incident = make_incident(recipe, **changes)  # type: ignore[arg-type]
    return case_text(incident.bundle, incident.conclusion)


def test_it_begins_with_what_identifies_the_failure() -> None:
    head = _text().splitlines()
    assert head[0] == "CrashLoopBackOff exit code 1"
    assert head[1] == "config error: A required environment variable is not set"
    assert _text("xid79").startswith("NodeCondition GpuFallenOffBus Xid 79\n")


def test_two_cases_of_one_failure_have_one_text() -> None:
    assert _text(number=1, workload="checkout", days=0) == _text(number=2, workload="checkout", days=40)


def test_the_workload_is_not_part_of_it() -> None:
    assert "cart" not in _text(workload="cart", namespace="cart")


def test_a_rejected_reading_is_not_part_of_it() -> None:
    incident = make_incident()
    alternative = Alternative(category=Category.NETWORK_PARTITION, confidence=20, reason="the network may be down")
    conclusion = msgspec.structs.replace(incident.conclusion, alternatives=(alternative,))
    assert case_text(incident.bundle, conclusion) == case_text(incident.bundle, incident.conclusion)


def test_a_line_that_was_logged_a_thousand_times_stands_once() -> None:
    text = _text(logs=[f"connection 10.0.0.{number % 200} refused" for number in range(1000)])
    assert text.count("refused") == 1


def test_its_length_is_bounded() -> None:
    assert len(_text(logs=[f"{chr(97 + number % 26) * 9 * (number + 1)} failed" for number in range(500)])) < 6_000
