"""No namespace uses up what is there for all, and nothing that waits stands behind all of another's."""

import pytest

from casebook_operator.cases.fair_line import FairLine
from casebook_operator.cases.namespace_budget import NamespaceBudget
from casebook_operator.cases.overflow import Overflow
from casebook_operator.settings import CaseSettings
from tests.operator.builders import subject


@pytest.fixture
def budget() -> NamespaceBudget:
    return NamespaceBudget(per_minute=0.001, burst=8, share=0.75)


def test_a_namespace_leaves_something_to_others(budget: NamespaceBudget) -> None:
    assert [budget.take("evil") for _ in range(8)] == [True] * 6 + [False] * 2
    assert [budget.take("bank") for _ in range(3)] == [True] * 2 + [False]


def test_what_is_refused_to_one_is_not_taken_from_all(budget: NamespaceBudget) -> None:
    for _ in range(100):
        budget.take("evil")
    assert (budget.available, budget.available_to("evil"), budget.available_to("bank")) == (2, 0, 2)


def test_what_is_given_back_may_be_taken_again(budget: NamespaceBudget) -> None:
    for _ in range(6):
        budget.take("evil")
    budget.give_back("evil")
    assert (budget.available, budget.available_to("evil")) == (3, 1)


def test_a_share_of_one_token_is_one_token() -> None:
    assert NamespaceBudget(per_minute=1, burst=1, share=0.1).take("shop")


def line(**numbers: int) -> FairLine:
    made = FairLine()
    for namespace, number in numbers.items():
        for each in range(number):
            made.add(f"{namespace}{each}", namespace)
    return made


def test_namespaces_come_in_turn() -> None:
    taken = line(evil=100, bank=2, shop=1).take(6, lambda _: 10)
    assert taken == ["evil0", "bank0", "shop0", "evil1", "bank1", "evil2"]


def test_a_namespace_without_room_waits_and_keeps_its_place() -> None:
    waiting = line(evil=3, bank=2)
    assert waiting.take(5, lambda namespace: 0 if namespace == "evil" else 1) == ["bank0"]
    assert (len(waiting), "evil0" in waiting, "bank0" in waiting) == (4, True, False)


def test_what_waits_already_keeps_its_place_and_what_is_removed_is_gone() -> None:
    waiting = line(evil=3)
    assert waiting.add("evil0", "evil") is None
    assert waiting.add("evil3", "evil") == 4
    waiting.remove("evil0")
    waiting.remove("never")
    assert waiting.take(9, lambda _: 9) == ["evil1", "evil2", "evil3"]
    assert len(waiting) == 0


def test_a_thousand_failing_workloads_of_one_namespace_leave_room_for_a_failure_of_another() -> None:
    overflow = Overflow(CaseSettings())
    opened = sum(overflow.admit(subject(namespace="evil", name=str(number))) for number in range(1000))
    assert opened == 45
    assert overflow.admit(subject(namespace="bank"))
