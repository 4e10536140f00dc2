"""Texts in which nothing was found are not searched again, and nothing else is passed over."""

from unittest.mock import patch

import pytest

from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction.harmless import LONGEST
from casebook_analyzer.redaction.redactor import Redactor
from casebook_analyzer.redaction_policy import RedactionPolicy

POLICY = RedactionPolicy(phones=True)
PASSWORD = "password=xK4-pq93-Lm"


def test_a_name_is_searched_once_whatever_the_namespace() -> None:
    with patch.object(Redactor, "redact", autospec=True, side_effect=Redactor.redact) as search:
        for key in (b"shop", b"bank"):
            for _ in range(3):
                assert Sanitizer(key, POLICY).line("a-name-that-no-other-test-has") == "a-name-that-no-other-test-has"
    assert search.call_count == 1


def test_a_secret_is_found_each_time_and_has_the_marker_of_its_key() -> None:
    marked = {Sanitizer(key, POLICY).line(PASSWORD) for key in (b"shop", b"bank") for _ in range(2)}
    assert len(marked) == 2
    assert not any("xK4" in line for line in marked)


def test_what_is_harmless_by_itself_may_be_a_secret_in_a_field() -> None:
    sanitizer = Sanitizer(b"key", POLICY)
    assert sanitizer.line("xK4-pq93-Lm") == "xK4-pq93-Lm"
    assert "xK4" not in sanitizer.line("xK4-pq93-Lm", field="password")


def test_what_one_policy_lets_through_another_may_not() -> None:
    text = "mail ann@example.org about it"
    assert Sanitizer(b"key", RedactionPolicy(emails=False)).line(text) == text
    assert "ann@" not in Sanitizer(b"key", RedactionPolicy(emails=True)).line(text)


@pytest.mark.parametrize("limit", [40, LONGEST - 2])
def test_what_is_known_is_cut_all_the_same(limit: int) -> None:
    text = "word " * (LONGEST // 5)
    sanitizer = Sanitizer(b"key", POLICY)
    sanitizer.line(text.strip())
    assert len(sanitizer.line(text.strip(), limit)) <= limit
