"""Patterns of one's own replace what they say, in each line, and cost no more than reading."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer import redaction_policy
from casebook_analyzer.redaction.redactor import MARKER, Redactor
from casebook_analyzer.redaction_policy import OwnPattern, RedactionPolicy, any_of
from tests.rows import of_every


def redactor(*regexes: str) -> Redactor:
    patterns = tuple(OwnPattern(f"own-{number}", regex) for number, regex in enumerate(regexes))
    return Redactor(b"k", RedactionPolicy(patterns=patterns))


def redacted(regex: str, text: str) -> str:
    return MARKER.sub("#", redactor(regex).redact(text))


@of_every(
    ("regex", "text", "kept"),
    [
        (r"cust-\d+", "of cust-17, cust-18", "of #, #"),
        (r"cust-(\d+)", "of cust-17, cust-18", "of cust-#, cust-#"),
        (r"(cust)-(?P<secret>\d+)", "of cust-17", "of cust-#"),
        (r"cust-(\d+)|guest", "cust-17 and guest", "cust-# and #"),
        (r"^id .*$", "id 1 2\nno id 3\nid 4", "#\nno id 3\n#"),
        (r"a[^x]*b", "a 1\n2 b", "a 1\n2 b"),
        (r"(?s)a.*b", "a b\nb", "#\nb"),
        (r"(?i)straße \d+", "in STRAßE 7, straße 8 \U0001f600", "in #, # \U0001f600"),
        (r"x( *)y", "xy x y", "xy x#y"),
    ],
)
def test_what_matches_is_replaced_or_its_group(regex: str, text: str, kept: str) -> None:
    assert redacted(regex, text) == kept


def test_the_marker_has_the_name_of_the_pattern() -> None:
    assert redactor("cust").redact("cust").startswith("\u2039redacted:own-0:")


def test_a_pattern_that_takes_a_part_of_a_password_leaves_none_of_it() -> None:
    assert redacted(r"\d{4}", "password=abc1234def") == "password=#"


@of_every("regex", [r"\w+", "redacted", "[0-9a-f]{8}", "[^:]+", ".+", "user=(.*)", "\u2039", ":"])
def test_markers_stay_whole_and_nothing_is_left_of_what_stands_around_them(regex: str) -> None:
    text = redactor(regex).redact("user=bob password=hunter2x, 1\nmail a.b@example.com")
    assert "hunter2x" not in text
    assert "a.b@example.com" not in text
    outside = MARKER.sub("", text)
    assert "\u2039" not in outside
    assert "redacted" not in outside
    if regex == "user=(.*)":
        assert "bob" not in text


@given(
    st.lists(
        st.sampled_from(["user=bob ", "cust-17", "a1", "\n", " ", "password=hunter2x ", "a@b.cd", "é", "foo_bar"])
    ),
    st.sampled_from([r"\w+", r"\bfoo", "a(.*)b", r"^\S+", "_bar|foo", r"\d+$", "[^a]b?"]),
)
def test_redacting_twice_changes_nothing(pieces: list[str], regex: str) -> None:
    once = redactor(regex, "_bar", r"\bfoo\b").redact("".join(pieces))
    assert redactor(regex, "_bar", r"\bfoo\b").redact(once) == once


def test_of_a_line_full_of_matches_the_rest_goes_as_a_whole() -> None:
    text = redactor(r"\d\d").redact("11 " * 500 + "end\nnext 22 line")
    assert len(MARKER.findall(text)) < 200
    assert "11" not in MARKER.sub("", text)
    assert MARKER.sub("#", text).endswith("\nnext # line")


@pytest.mark.parametrize("regex", ["a[^x]*b|a", "(a|aa|aaa)+b|a", "a.*a.*b|a", r"(?:a?){500}b|a"])
def test_no_pattern_takes_more_than_a_second_for_a_megabyte(regex: str) -> None:
    """RE2 reads linearly to find one match, and quadratically to find all of them: a line is given up in time."""
    mine = redactor(regex)
    mine.redact("a")
    before = time.process_time()
    mine.redact("a" * 1_000_000)
    assert time.process_time() - before < 1


def test_patterns_that_are_too_large_to_be_one_are_searched_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redaction_policy, "_TOGETHER", 1_000)
    patterns = (OwnPattern("customer", "cust-[0-9]{200}"), OwnPattern("account", "acct-[0-9]+"))
    assert any_of(patterns) is None
    assert MARKER.sub("#", Redactor(b"k", RedactionPolicy(patterns=patterns)).redact("of acct-17")) == "of #"
