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
    found = [*matches]
    ends_of_another = any(_is_of_the_end(match, weights) for match in found)
    for match in found:
        if not _is_daily_life(match, weights):
            yield match
        elif not (ends_of_another or all(weights.has_other_end(fact) for fact in match.facts)):
            doubt = (match.facts[0], _GONE_ON.replace("{count}", str(match.facts[0].count)))
            yield msgspec.structs.replace(match, against=(*match.against, doubt))


def _is_daily_life(match: Match, weights: Weights) -> bool:
    return bool(match.facts) and all(is_log(fact) and weights.was_daily_life(fact) for fact in match.facts)


def _is_of_the_end(match: Match, weights: Weights) -> bool:
    """Whether a rule knows what the program wrote at the end of its log, and had not written all along."""
    return not match.rule.generic and any(is_log(fact) and weights.is_of_the_end(fact) for fact in match.facts)
