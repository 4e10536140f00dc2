"""A cause that rests on what a program had lived with is doubted: it had written the same before, and gone on."""

from collections.abc import Iterable, Iterator

import msgspec

from casebook_analyzer.classify.logged import is_log
from casebook_analyzer.classify.matching import Match
from casebook_analyzer.classify.weight import Weights

_GONE_ON = (
    "The program had written this {count} times between its other work, and gone on: it may have ended of something "
    "else."
)


def doubted(matches: Iterable[Match], weights: Weights) -> Iterator[Match]:
    """The matches, with what speaks against those that rest on lines of daily life alone.

    Where the program says something else as it ends, these are left out: that is what it ends of.
    """
    for match in matches:
        if not _is_daily_life(match, weights):
            yield match
        elif not weights.has_last_word:
            doubt = (match.facts[0], _GONE_ON.replace("{count}", str(match.facts[0].count)))
            yield msgspec.structs.replace(match, against=(*match.against, doubt))


def _is_daily_life(match: Match, weights: Weights) -> bool:
    return bool(match.facts) and all(is_log(fact) and weights.was_daily_life(fact) for fact in match.facts)
