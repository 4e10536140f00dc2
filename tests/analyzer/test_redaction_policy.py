"""Patterns that people bring are checked where they are made, and what is wrong with one is said."""

import pytest

from casebook_analyzer.redaction_policy import LONGEST_REGEX, MOST_PATTERNS, OwnPattern, RedactionPolicy
from tests.rows import of_every


@of_every(
    ("regex", "told"),
    [
        ("", "empty"),
        ("(a", "missing )"),
        ("a)(b", "unexpected )"),
        ("(?<=x)a", "look-around"),
        (r"(a)\1", "back references"),
        ("a{1001}", "1,000 repeats"),
        ("a*", "matches an empty text"),
        ("a|b?", "matches an empty text"),
        (r"\b", "matches an empty text"),
        ("[a-z]+|$", "matches an empty text"),
        ("^", "matches an empty text"),
        (r"\B", "matches an empty text"),
        (r"a\Cb", "byte"),
        ("a" * (LONGEST_REGEX + 1), "at most 1000"),
        ("((x{100}){10}[a-z]{500}){2}", "RE2"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_name_and_the_reason(regex: str, told: str) -> None:
    with pytest.raises(ValueError, match="'customer'") as refused:
        OwnPattern("customer", regex)
    assert told in str(refused.value)


@of_every("name", ["", "A", "a b", "a_b", "-a", "a-", "a--b", "a:b", "\u2039", "a" * 41, "a\n"])
def test_a_name_is_one_that_a_marker_can_have(name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        OwnPattern(name, "x")


@pytest.mark.parametrize(
    "regex", [r"customer-(\d+)", r"(?i)ticket [a-z]+", r"\\C", "Kundennr\\. (?P<secret>[0-9]{6})", "é+"]
)
def test_others_are_taken(regex: str) -> None:
    assert OwnPattern("customer-2", regex).regex == regex


def test_there_is_a_bound_and_names_are_different() -> None:
    many = tuple(OwnPattern(f"p{n}", "x") for n in range(MOST_PATTERNS + 1))
    assert RedactionPolicy(patterns=many[1:])
    with pytest.raises(ValueError, match="at most 50"):
        RedactionPolicy(patterns=many)
    with pytest.raises(ValueError, match="'p1'"):
        RedactionPolicy(patterns=(many[1], OwnPattern("p1", "y")))
