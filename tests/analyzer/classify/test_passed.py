"""What a program says is over, and what a server tells of a client, is why nothing ended."""

import msgspec
import pytest

from casebook_analyzer.classify.passed import Troubles, passed
from casebook_analyzer.models import Category, Fact
from casebook_analyzer.taxonomy import Passing
from tests.analyzer.classify.builders import at, log
from tests.analyzer.taxonomy.test_healthy import asked

ALARM = Passing(text=("alarm set",), until=("alarm cleared",))
CLIENT = Passing(text=(r"\[client [\d.]+\]",))


def numbered(*facts: Fact) -> list[Fact]:
    return [msgspec.structs.replace(fact, id=f"F{number}") for number, fact in enumerate(facts)]


def over(*ids: str) -> Troubles:
    return Troubles(over=frozenset(ids), lasting=frozenset())


def lasting(*ids: str) -> Troubles:
    return Troubles(over=frozenset(), lasting=frozenset(ids))


def test_a_trouble_is_over_when_the_program_says_so_later() -> None:
    assert passed(numbered(log("alarm set"), log("alarm cleared")), (ALARM,)) == over("F0")
    assert passed(numbered(log("alarm cleared"), log("alarm set")), (ALARM,)) == lasting("F1")
    assert passed(numbered(log("alarm set")), (ALARM,)) == lasting("F0")


def test_what_another_log_says_ends_nothing() -> None:
    other = msgspec.structs.replace(log("alarm cleared"), source="previous of proxy")
    assert passed(numbered(log("alarm set"), other), (ALARM,)) == lasting("F0")


@pytest.mark.parametrize(("last", "is_over"), [(1, True), (9, False)])
def test_a_trouble_that_came_again_is_over_where_times_say_that_its_end_came_last(last: int, is_over: bool) -> None:
    again = msgspec.structs.replace(
        log("alarm set"),
        count=3,
        time=at(),
        attributes={"log": "previous", "lastTime": at(last).isoformat()},
    )
    end = msgspec.structs.replace(log("alarm cleared"), time=at(5))
    assert passed(numbered(again, end), (ALARM,)) == (over("F0") if is_over else lasting("F0"))


def test_without_times_a_trouble_that_came_again_may_not_be_over() -> None:
    again = msgspec.structs.replace(log("alarm set"), count=3)
    assert passed(numbered(again, log("alarm cleared")), (ALARM,)) == lasting("F0")


def test_a_clients_trouble_needs_no_end() -> None:
    said = numbered(log("no rights: /a [client 10.1.2.3]"), log("no rights: /a"))
    assert passed(said, (CLIENT,)) == over("F0")
    assert passed(said, ()) == over()


DOWN = "[WARNING]  (8) : Server web/s1 is DOWN, reason: Layer4 timeout, check duration: 2001ms. 0 active servers left."
UP = "[WARNING]  (8) : Server web/s1 is UP, reason: Layer4 check passed, check duration: 0ms. 1 active servers left."
ANSWERS = "\n".join(
    f"10.1.2.3:40{n} [04/Mar/2026:05:06:07] web web/s1 0/0/0/1/1 200 1 - - ---- 1/1/0/0/0" for n in range(1500)
)


def test_what_is_said_once_when_it_begins_holds_for_who_asks_later_until_it_is_over() -> None:
    found = asked(f"{DOWN}\n{ANSWERS}")
    assert (found.category, found.rules[0]) == (Category.NETWORK_PARTITION, "haproxy-peer-silent")
    assert "web/s1: Layer4 timeout" in found.summary
    assert asked(f"{DOWN}\n{UP}\n{ANSWERS}").category is Category.UNKNOWN
