"""Patterns of strangers are compiled once, within bounds, and a broken one says why."""

import pytest

from casebook_analyzer.text import PatternError, compiled


def test_a_pattern_finds_what_it_means() -> None:
    found = compiled(r"(?i)exit code (?P<code>\d+)").search("Exit code 137")
    assert found.group("code") == "137"


def test_the_same_pattern_is_compiled_once() -> None:
    assert compiled("a+b") is compiled("a+b")


@pytest.mark.parametrize(
    ("pattern", "why"), [("(", "missing \\)"), (r"(?=x)", r"\(\?="), (r"(a)\1", "1"), ("(a{1000}){999}", "size|large")]
)
def test_what_the_engine_does_not_take_is_refused_with_its_reason(
    pattern: str, why: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(PatternError, match=why) as refused:
        compiled(pattern)
    assert not str(refused.value).startswith("b'")
    assert capfd.readouterr().err == ""


def test_large_repeats_fit_into_the_bound_and_larger_ones_are_refused() -> None:
    assert compiled(r"^\pL{1,1000}$").search("word")
    with pytest.raises(PatternError, match="too large"):
        compiled(r"\pL{1000}\pL{1000}")
