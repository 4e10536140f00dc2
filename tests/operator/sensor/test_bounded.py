"""Texts of what a watch delivers are bounded."""

from casebook_operator.sensor.bounded import LONGEST_TEXT, bounded

LONG = "x" * (LONGEST_TEXT + 1)


def test_each_text_is_cut_wherever_it_stands() -> None:
    found = bounded({"a": LONG, "b": [{"c": LONG}, 1, None], "d": "short"})
    assert found == {"a": LONG[:-1], "b": [{"c": LONG[:-1]}, 1, None], "d": "short"}


def test_what_is_short_is_not_copied() -> None:
    obj = {"a": ["b", {"c": "d"}], "e": {"f": 1}}
    assert bounded(obj) is obj
