"""Whether several answers of one model agree. Pure."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from casebook_operator.reflection.answers import Answer


class Majority(msgspec.Struct, frozen=True, kw_only=True):
    """What most of the answers say."""

    answer: Answer
    """The first one of those that agree."""
    agreeing: int
    asked: int


def vote(answers: Sequence[Answer], *, asked: int, least: int) -> Majority | None:
    """The category that most answers name, if at least so many do and no other category has as many.

    ``asked`` counts those that failed the checks, too: they agree with nobody.
    """
    ranked = Counter(answer.category for answer in answers).most_common(2)
    if not ranked or ranked[0][1] < least or (len(ranked) > 1 and ranked[1][1] == ranked[0][1]):
        return None
    category, agreeing = ranked[0]
    first = next(answer for answer in answers if answer.category is category)
    return Majority(answer=first, agreeing=agreeing, asked=asked)


def hopeless(answers: Sequence[Answer], *, left: int, least: int) -> bool:
    """Whether so many answers as are still ``left`` cannot make enough agree."""
    most = max(Counter(answer.category for answer in answers).values(), default=0)
    return most + left < least
