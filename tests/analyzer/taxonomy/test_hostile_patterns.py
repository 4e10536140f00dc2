"""A catastrophic pattern costs nothing: RE2's time is linear in the text."""

import re
import time

import pytest

from casebook_analyzer.classify import classify
from casebook_analyzer.models import Category
from casebook_analyzer.taxonomy import compose, shipped_taxonomy
from casebook_analyzer.text import compiled
from tests.analyzer.classify.builders import bundle, log
from tests.analyzer.taxonomy.overlays import overlay, rule

CATASTROPHIC = [r"(a+)+$", r"(a|aa)+$", r"(a|a?)+$", r"(.*a){20}$", r"^(([a-z])+.)+[A-Z]([a-z])+$", r"(x+x+)+y"]
HOSTILE = "a" * 100_000 + "!"


@pytest.mark.parametrize("pattern", CATASTROPHIC)
def test_a_pattern_that_backtracks_elsewhere_is_answered_at_once(pattern: str) -> None:
    began = time.monotonic()
    compiled(pattern).search(HOSTILE)
    assert time.monotonic() - began < 5


def test_python_needs_longer_for_22_characters_than_re2_for_100_000() -> None:
    began = time.monotonic()
    compiled(r"(a+)+$").search(HOSTILE)
    linear = time.monotonic() - began
    began = time.monotonic()
    re.compile(r"(a+)+$").search("a" * 22 + "!")
    assert time.monotonic() - began > linear


def test_a_taxonomy_of_catastrophic_patterns_judges_a_hostile_log() -> None:
    rules = [rule(id=f"evil-{n}", all=[{"kind": "log", "text": text}]) for n, text in enumerate(CATASTROPHIC)]
    composition = compose(shipped_taxonomy(), [overlay(rules=rules)])
    assert not [problem for problem in composition.problems if problem.is_error]
    lines = [log(f"{'a' * 1_990} {number}!") for number in range(50)]
    began = time.monotonic()
    assert classify(bundle(*lines), composition.taxonomy).category in Category
    assert time.monotonic() - began < 10
