"""What became of an alert is remembered for seconds, and for so many alerts."""

from casebook_operator.alerts.outcome import AlertOutcome, AlertResult
from casebook_operator.alerts.recent_results import SECONDS, SIZE, RecentResults


def result(name: str = "x") -> AlertResult:
    return AlertResult(alert=name, fingerprint=name, outcome=AlertOutcome.OPENED)


def test_a_result_is_known_until_its_time_is_over() -> None:
    now = 0.0
    recent = RecentResults(clock=lambda: now)
    recent.put("a", result())
    assert recent.get("a") == result()
    assert recent.get("b") is None
    now = SECONDS
    assert recent.get("a") is None


def test_a_storm_of_different_alerts_takes_no_more_memory_than_its_bound() -> None:
    recent = RecentResults(clock=lambda: 0.0)
    for number in range(SIZE + 50):
        recent.put(number, result(str(number)))
    assert len(recent._kept) == SIZE
    assert recent.get(49) is None
    assert recent.get(50) is not None
