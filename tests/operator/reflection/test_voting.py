"""Several answers of one model are one opinion if enough of them name one category."""

import msgspec

from casebook_analyzer.models import Category
from casebook_operator.reflection.answers import Answer
from casebook_operator.reflection.voting import hopeless, vote
from tests.operator.reflection.scripted import GOOD


def said(*categories: str) -> list[Answer]:
    return [msgspec.convert(GOOD | {"category": one, "cause": f"{n}"}, Answer) for n, one in enumerate(categories)]


def test_the_first_answer_of_the_most_is_taken_and_those_that_failed_agree_with_nobody() -> None:
    found = vote(said("unknown", "config_error", "config_error"), asked=4, least=2)
    assert found is not None
    assert (found.answer.category, found.answer.cause) == (Category.CONFIG_ERROR, "1")
    assert (found.agreeing, found.asked) == (2, 4)


def test_too_few_or_as_many_for_another_category_are_no_opinion() -> None:
    assert vote(said("config_error"), asked=3, least=2) is None
    assert vote(said("config_error", "unknown"), asked=2, least=1) is None
    assert vote([], asked=3, least=1) is None


def test_it_is_not_asked_further_once_enough_cannot_agree_any_more() -> None:
    assert hopeless([], left=1, least=2)
    assert not hopeless([], left=2, least=2)
    assert hopeless(said("config_error", "unknown"), left=0, least=2)
    assert not hopeless(said("config_error", "unknown"), left=1, least=2)
