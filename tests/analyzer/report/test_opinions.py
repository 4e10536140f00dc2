"""What a model says stands in the report as that, and as text alone."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from casebook_analyzer.evidence.digest import evidence_digest
from casebook_analyzer.models import Category, Opinion
from casebook_analyzer.report import full_report
from tests.analyzer.report.pages import NOW, assert_inert, headings, incident, section

CASE = incident()


def opinion(**changes: Any) -> Opinion:
    values: dict[str, Any] = {
        "model": "small",
        "category": Category.NETWORK_PARTITION,
        "cause": "It cannot reach the database.",
        "reasoning": "The log says so.",
        "facts": ("F1",),
        "agreeing": 2,
        "asked": 3,
        "key": "0123456789",
        "evidence": evidence_digest(CASE.bundle),
        "given_at": NOW,
    }
    return Opinion(**(values | changes))


def told(said: Opinion | None) -> str:
    return section(full_report(replace(CASE, opinion=said), now=NOW), "Second opinion")


def test_it_says_who_was_asked_how_many_agree_and_that_it_decides_nothing() -> None:
    text = told(opinion())
    assert "`small`" in text
    assert "2 of 3 answers agree. It has decided nothing: the verdict above is that of the rules." in text
    assert "**network_partition**, the rules say config_error: It cannot reach the database." in text
    assert "F1" in text
    assert "as the rules say" in told(opinion(category=CASE.conclusion.category))


def test_an_answer_that_was_not_taken_over_says_why_and_nothing_else() -> None:
    text = told(opinion(category=None, cause="", facts=(), refused='it names "payments-db", which no fact has'))
    assert "Nothing that it answered was taken over: it names" in text
    assert "agree" not in text


def test_of_other_evidence_it_cites_no_fact() -> None:
    text = told(opinion(evidence="another"))
    assert "F1" not in text
    assert "facts that were found before" in text


def test_without_one_there_is_no_section() -> None:
    assert "Second opinion" not in headings(full_report(CASE, now=NOW))


@given(st.text(max_size=200))
def test_whatever_a_model_says_is_text(words: str) -> None:
    said = opinion(model=words, cause=words, reasoning=words)
    assert_inert(full_report(replace(CASE, opinion=said), now=NOW))
    assert_inert(full_report(replace(CASE, opinion=replace(said, category=None, refused=words)), now=NOW))
