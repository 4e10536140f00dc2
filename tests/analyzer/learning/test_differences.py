"""What differs between two cases of one family, and what only looks different."""

from typing import Any

from casebook_analyzer.learning import differences
from casebook_analyzer.models import Category, Differences, EvidenceBundle, Fact, FactKind, Mention
from tests.analyzer.learning.members import day
from tests.operator.builders import bundle, signal, subject

NAMED = Mention(
    id="1", namespace="shop", name="cart-1", subject="s", category=Category.UNKNOWN, title="t", opened_at=day(0)
)


def case(*texts: str, kind: FactKind = FactKind.LOG, name: str = "checkout") -> EvidenceBundle:
    facts = tuple(Fact(id=f"F{n}", kind=kind, source="s", text=text) for n, text in enumerate(texts, start=1))
    return bundle(facts=facts, subject=subject(name=name), signal=signal())


def found(mine: Any, other: Any) -> Differences | None:
    return differences(mine, other, NAMED)


def test_other_names_times_and_numbers_are_no_difference() -> None:
    mine = case("checkout: 17 of 20 sessions lost at 2026-03-01T12:00:00Z")
    other = case("cart: 3 of 4 sessions lost at 2026-02-01T08:11:02Z", name="cart")
    assert found(mine, other) is None


def test_what_is_new_is_cited_and_what_is_missing_is_quoted() -> None:
    mine, other = case("disk full", "exit"), case("exit", "heap full")
    assert found(mine, other) == Differences(compared_with=NAMED, new=("disk full (F1)",), missing=("heap full",))


def test_another_exit_code_is_a_difference() -> None:
    result = found(case("exit code 137", kind=FactKind.STATE), case("exit code 1", kind=FactKind.STATE))
    assert result is not None
    assert result.new == ("exit code 137 (F1)",)


def test_measured_numbers_are_left_out() -> None:
    assert found(case("memory 17 MiB", kind=FactKind.METRIC), case()) is None


def test_a_log_of_a_thousand_new_lines_is_cut() -> None:
    words = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta")
    result = found(case(*(f"{word} failed" for word in words)), case("x" * 1000))
    assert result is not None
    assert len(result.new) == 4
    assert len(result.missing[0]) <= 160
