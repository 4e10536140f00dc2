"""What people say is kept as they said it, once."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory, Taken
from casebook_analyzer.models import Category, Feedback, FeedbackSource, Verdict
from tests.analyzer.memory.incidents import OPENED, make_incident

CASE = make_incident()


def word(verdict: Verdict = Verdict.CONFIRMED, **changes: object) -> Feedback:
    values = {"author": "ann", "source": FeedbackSource.ANNOTATION, "client": "kubectl-annotate", "given_at": OPENED}
    return Feedback(verdict=verdict, **(values | changes))  # type: ignore[arg-type]


@pytest.fixture
async def remembering(lexical_memory: Memory) -> Memory:
    await lexical_memory.record(CASE)
    return lexical_memory


async def said(memory: Memory) -> tuple[Feedback, ...]:
    return (await memory.past(CASE, View())).feedback


async def test_every_word_is_kept_with_who_and_when(remembering: Memory) -> None:
    first = word(Verdict.CORRECTED, category=Category.SOFTWARE_BUG, cause="a typo", fix="fix it", note="see \0 PR 7")
    second = word(Verdict.REJECTED, author="bob", source=FeedbackSource.COMMAND, given_at=OPENED + timedelta(hours=1))
    assert [await remembering.give_feedback(CASE.id, one) for one in (first, second)] == [Taken.NEW, Taken.NEW]
    kept = await said(remembering)
    assert kept[0].note == "see \ufffd PR 7"
    assert (kept[0].category, kept[0].cause, kept[0].client) == (Category.SOFTWARE_BUG, "a typo", "kubectl-annotate")
    assert kept[1] == second


async def test_the_same_annotation_read_again_is_not_another_word(remembering: Memory) -> None:
    later = word(given_at=OPENED + timedelta(days=1), client="argocd-controller")
    command = word(Verdict.REJECTED, source=FeedbackSource.COMMAND)
    given = [await remembering.give_feedback(CASE.id, one) for one in (word(), command, later)]
    assert given == [Taken.NEW, Taken.NEW, Taken.KNOWN]
    assert await said(remembering) == (word(), command)


async def test_who_changes_his_mind_and_changes_it_back_is_heard_three_times(remembering: Memory) -> None:
    given = [await remembering.give_feedback(CASE.id, one) for one in (word(), word(Verdict.REJECTED), word())]
    assert given == [Taken.NEW] * 3


async def test_two_operators_take_one_annotation_over_once(remembering: Memory, opened: Callable[..., Memory]) -> None:
    memories = [remembering, opened(), opened()]
    given = await asyncio.gather(*(memory.give_feedback(CASE.id, word()) for memory in memories))
    assert sorted(taken.name for taken in given) == ["KNOWN", "KNOWN", "NEW"]


async def test_a_word_on_what_memory_does_not_know_is_refused(
    remembering: Memory, opened: Callable[..., Memory]
) -> None:
    assert await remembering.give_feedback("nobody", word()) is Taken.NO_INCIDENT
    assert await opened(tenant="cluster-b").give_feedback(CASE.id, word()) is Taken.NO_INCIDENT


async def test_recording_a_case_again_keeps_what_was_said_of_it(remembering: Memory) -> None:
    await remembering.give_feedback(CASE.id, word())
    await remembering.record(CASE)
    assert await said(remembering) == (word(),)
