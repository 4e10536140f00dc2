"""Fixes that agents pass on wait for a person, who confirms one by its number and says nothing else by that."""

import pytest

from casebook_analyzer.learning import accepting, fold_feedback, proposals
from casebook_analyzer.models import Category, Feedback, FeedbackSource, Verdict
from tests.analyzer.learning.members import day
from tests.analyzer.learning.test_said import by_agent, word

PRESSED = word(Verdict.CONFIRMED, 9, source=FeedbackSource.PAGE, author="eve")


def waiting(*words: Feedback, ended_by: str = "") -> list[tuple[int, str]]:
    return [(one.number, one.fix) for one in proposals(words, ended_by)]


def test_a_proposal_says_whose_it_is_and_that_nobody_has_confirmed_it() -> None:
    (one,) = proposals([by_agent(fix="drop it")])
    assert one.standing == "proposed by ann (agent), not yet confirmed"
    assert one.given_at == day(0)
    (nameless,) = proposals([by_agent(fix="drop it", author="")])
    assert "proposed by somebody (agent)" in nameless.standing


def test_every_other_fix_waits_under_a_number_that_never_means_another_one() -> None:
    words = [word(Verdict.CONFIRMED), by_agent(1, fix="drop it"), by_agent(2, cause="a leak"), by_agent(3, fix="x")]
    assert waiting(*words) == [(2, "drop it"), (4, "x")]
    assert waiting(*words, by_agent(4, fix="Drop it.")) == [(4, "x"), (5, "Drop it.")]


@pytest.mark.parametrize("verdict", [Verdict.CONFIRMED, Verdict.CORRECTED])
def test_once_a_person_names_a_fix_none_of_those_before_waits(verdict: Verdict) -> None:
    assert waiting(by_agent(fix="drop it"), word(verdict, 1, fix="stop it")) == []
    assert waiting(by_agent(fix="drop it"), word(verdict, 1, cause="a leak")) == [(1, "drop it")]
    assert waiting(word(verdict, fix="stop it"), by_agent(1, fix="stop it")) == []


def test_a_rejection_leaves_nothing_to_confirm() -> None:
    assert waiting(by_agent(fix="drop it"), word(Verdict.REJECTED, 1)) == []


def test_what_a_recovery_has_shown_waits_for_nobody() -> None:
    assert waiting(by_agent(fix="Raise the memory limit."), ended_by="raise the memory limit") == []
    assert waiting(by_agent(fix="drop it"), ended_by="raise the memory limit") == [(1, "drop it")]


def test_who_confirms_a_fix_leaves_category_and_cause_as_they_were_said() -> None:
    words = [by_agent(fix="drop it", category=Category.SOFTWARE_BUG, cause="a leak")]
    confirmed = accepting(words, PRESSED, 1)
    assert confirmed is not None
    assert (confirmed.fix, confirmed.author, confirmed.source) == ("drop it", "eve", FeedbackSource.PAGE)
    folded = fold_feedback([*words, confirmed])
    assert folded is not None
    assert (folded.fix, folded.proposed_fix) == ("drop it", "")
    assert (folded.verdict, folded.category, folded.cause) == (Verdict.CORRECTED, Category.SOFTWARE_BUG, "a leak")


def test_after_a_confirmation_of_the_conclusion_it_stays_confirmed() -> None:
    words = [by_agent(fix="drop it", category=Category.SOFTWARE_BUG), word(Verdict.CONFIRMED, 1)]
    confirmed = accepting(words, PRESSED, 1)
    assert confirmed is not None
    folded = fold_feedback([*words, confirmed])
    assert folded is not None
    assert (folded.verdict, folded.category, folded.fix) == (Verdict.CONFIRMED, None, "drop it")


@pytest.mark.parametrize("number", [-1, 0, 2, 3, 4, 99])
def test_what_does_not_wait_is_not_confirmed(number: int) -> None:
    words = [by_agent(fix="drop it"), word(Verdict.CONFIRMED, 1, fix="stop it"), by_agent(2, cause="a leak")]
    assert accepting(words, PRESSED, number) is None
    assert accepting(words, PRESSED, 1) is None


def test_who_has_confirmed_it_already_says_the_same_again() -> None:
    words = [by_agent(fix="drop it", cause="a leak")]
    once = accepting(words, PRESSED, 1)
    assert once is not None
    assert accepting([*words, once], PRESSED, 1) == once
    assert accepting([*words, once], word(Verdict.CONFIRMED), 1) is None
