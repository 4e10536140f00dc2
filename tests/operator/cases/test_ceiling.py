"""No namespace uses up what is there for all, and nothing that waits stands behind all of another's."""

from casebook_analyzer.models import Trigger
from casebook_operator.cases.ceiling import CaseCeiling
from casebook_operator.cases.fair_line import FairLine
from casebook_operator.cases.overflow import Overflow
from casebook_operator.settings import CaseSettings
from tests.operator.bucket_clock import Watch
from tests.operator.builders import NODE_SUBJECT, subject


def taken(ceiling: CaseCeiling, namespace: str, tries: int) -> int:
    return sum(ceiling.take(namespace) for _ in range(tries))


def test_a_namespace_may_have_all_that_others_do_not_need(watch: Watch) -> None:
    assert taken(CaseCeiling(5000), "shop", 5000) == 5000


def test_each_namespace_still_has_some_when_another_has_used_up_all(watch: Watch) -> None:
    ceiling = CaseCeiling(100)
    assert taken(ceiling, "evil", 1000) == 100 + 40
    assert (taken(ceiling, "bank", 1000), taken(ceiling, "shop", 1000)) == (40, 40)
    watch.now += 60
    assert ceiling.available == 1
    assert taken(ceiling, "bank", 1000) == 1 + 20


def test_all_of_it_comes_back_within_an_hour(watch: Watch) -> None:
    ceiling = CaseCeiling(5000)
    taken(ceiling, "evil", 5000)
    watch.now += 3600
    assert ceiling.available == 5000


def test_what_is_given_back_may_be_taken_again(watch: Watch) -> None:
    ceiling = CaseCeiling(1)
    assert ceiling.take("shop")
    ceiling.give_back()
    assert ceiling.available == 1


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


def test_five_thousand_failures_at_once_are_no_overflow_and_leave_room_for_another_namespace(watch: Watch) -> None:
    overflow = Overflow(CaseSettings().ceiling)
    assert sum(overflow.admit(subject(namespace="evil", name=str(number))) for number in range(10_000)) == 5040
    assert overflow.admit(subject(namespace="bank"))
    assert overflow.admit(NODE_SUBJECT)


def test_of_what_waits_a_namespace_with_something_left_goes_on_before_the_ceiling_rises(watch: Watch) -> None:
    overflow = Overflow(1)
    waiting = [subject(namespace="evil", name=str(number)) for number in range(100)]
    for one in waiting:
        if not overflow.admit(one):
            overflow.add(one.name, one, Trigger.CRASH_LOOP_BACK_OFF)
    assert overflow.next() == []
    watch.now += 3
    assert overflow.next() == ["41"]
