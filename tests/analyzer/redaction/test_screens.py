"""Families of patterns find together what one screen of all patterns would."""

from casebook_analyzer.redaction.pattern import Pattern, context, shape
from casebook_analyzer.redaction.screens import Region, Screens

NAME = context("password", r"(?i:(?:pass(?:[._-]?word|wd|phrase|code)?|pwd?))", "pass(?P<secret>x)")
SHAPE = shape("token", r"tok_[a-z]", "tok_[a-z]")
CONTEXT = context("list", r"BEGIN\nEND", r"BEGIN\n(?P<secret>END)")
OTHER = context("list", r"END\n\.", r"END\n(?P<secret>\.)")


def regions(text: bytes, *patterns: Pattern) -> list[Region]:
    return Screens(patterns).regions(text)


def test_lines_of_several_families_come_once_and_in_their_order() -> None:
    text = b"tok_a\ncalm\nBEGIN\nEND\ncalm\ntok_b"
    assert regions(text, SHAPE, CONTEXT) == [Region(0, 6, [0]), Region(11, 21, [1]), Region(26, 31, [0])]


def test_a_line_of_two_families_is_one_region_with_the_patterns_of_both_in_their_order() -> None:
    assert regions(b"tok_a BEGIN\nEND\n", CONTEXT, SHAPE) == [Region(0, 16, [0, 1])]
    assert regions(b"BEGIN\nEND tok_a\ncalm", SHAPE, CONTEXT) == [Region(0, 16, [0, 1])]


def test_runs_that_share_a_line_are_one_region() -> None:
    assert regions(b"tok_a BEGIN\nEND\n.\ncalm", CONTEXT, OTHER, SHAPE) == [Region(0, 18, [0, 1, 2])]


def test_what_may_match_is_asked_of_all_families() -> None:
    assert Screens([CONTEXT, SHAPE]).possible(b"tok_a BEGIN\nEND") == [0, 1]
    assert Screens([NAME, SHAPE]).possible(b"calm") == []
