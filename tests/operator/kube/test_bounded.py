"""Texts of what a watch delivers are bounded."""

from typing import Any

from casebook_operator.kube.bounded import LONGEST_TEXT, MOST_CONTAINERS, MOST_ITEMS, bounded
from casebook_operator.kube.shallow import DEEPEST

LONG = "x" * (LONGEST_TEXT + 1)


def test_each_text_is_cut_wherever_it_stands() -> None:
    found = bounded({"a": LONG, "b": [{"c": LONG}, 1, None], "d": "short"})
    assert found == {"a": LONG[:-1], "b": [{"c": LONG[:-1]}, 1, None], "d": "short"}


def test_what_is_short_is_not_copied() -> None:
    obj = {"a": ["b", {"c": "d"}], "e": {"f": 1}}
    assert bounded(obj) is obj


def test_what_is_nested_too_deeply_is_left_out() -> None:
    deep: Any = "bottom"
    for _ in range(5_000):
        deep = {"a": [deep]}
    found = bounded({"deep": deep, "long": LONG, "empty": {}})
    assert found["long"] == LONG[:-1]
    levels, below = 1, found["deep"]
    while isinstance(below, dict | list):
        levels, below = levels + 1, below["a"] if isinstance(below, dict) else below[0]
    assert (levels, below) == (DEEPEST, None)


def test_lists_and_objects_lose_their_ends() -> None:
    many = [*range(5_000)]
    found = bounded({"list": many, "containers": many, "fields": {str(number): number for number in many}})
    assert found == {
        "list": many[:MOST_ITEMS],
        "containers": many[:MOST_CONTAINERS],
        "fields": {str(number): number for number in many[:MOST_ITEMS]},
    }


def test_lists_in_lists_are_walked_for_a_while_only() -> None:
    obj = [[[1] * 90] * 90] * 90
    assert len([leaf for row in bounded(obj) for column in row for leaf in column]) < 20_000
