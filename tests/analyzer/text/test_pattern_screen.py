"""The screen leaves patterns out, and never one that matches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.taxonomy import load_taxonomy
from casebook_analyzer.text import PatternScreen, compiled

PATTERNS = tuple(
    dict.fromkeys(
        text
        for rule in load_taxonomy().rules
        for condition in (*rule.all, *rule.any, *rule.none, *rule.also, *rule.against)
        for text in ((condition.text,) if isinstance(condition.text, str) else condition.text)
    )
)
SHIPPED = PatternScreen(PATTERNS)
SENTENCES = (
    "OOMKilled Error exit code 137 connection refused dial tcp 10.0.0.1:5432: i/o timeout no such host ENOENT EACCES "
    "permission denied configmap secret not found Traceback (most recent call last) KeyError: 'DATABASE_URL' not set "
    "panic: runtime error: NVRM: Xid (PCI:0000:3b:00): 79 forbidden: exceeded quota x509: certificate expired ⏎ é µ"
)
WORDS = SENTENCES.split(" ")


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), st.booleans())
def test_what_the_screen_leaves_out_does_not_match(text: str, upper: bool) -> None:
    text = text.upper() if upper else text
    left_out = set(PATTERNS) - set(SHIPPED.possible(text))
    assert [pattern for pattern in left_out if compiled(pattern).search(text)] == []


def test_most_patterns_are_left_out() -> None:
    assert len(list(SHIPPED.possible("GET /api/v1/orders/17 200 in 3 ms"))) < len(PATTERNS) / 10


@pytest.mark.parametrize("pattern", ["", ".*", r"\d+", "(?i)a|b", r"^$"])
def test_a_pattern_without_words_is_never_left_out(pattern: str) -> None:
    assert pattern in PatternScreen([pattern, "something else"]).possible("A 1")


def test_more_words_than_one_automaton_takes_are_spread_over_several() -> None:
    patterns = [f"word{number:05d}{'x' * 1_900}" for number in range(200)]
    screen = PatternScreen(patterns)
    assert all(pattern in set(screen.possible(f"… {pattern} …")) for pattern in patterns)


def test_a_screen_knows_its_patterns_each_once() -> None:
    screen = PatternScreen(["gone", "lost", "gone"])
    assert screen.patterns == {"gone", "lost"}
    assert sorted(screen.possible("gone and lost")) == ["gone", "lost"]
    assert PatternScreen([]).patterns == set()
    assert list(PatternScreen([]).possible("gone")) == []
