"""All numbers of the raw score, in one place, each with its reason.

The raw score orders conclusions by their evidence. What share of conclusions with such a score is right is measured,
and stands in ``data/calibration.yaml``: change a number here, and fit that table again (bench/calibrate.py).
"""

from casebook_analyzer.classify.witnesses import Agreement
from casebook_analyzer.taxonomy import Strength

BASE = {
    Strength.DECISIVE: 72,
    Strength.STRONG: 60,
    Strength.SUGGESTIVE: 46,
}
"""What the deciding facts are worth by themselves."""
MEDIUM = 69
"""The most that a single witness, or a contradicted conclusion, can reach: one source can be wrong as a whole."""
SECOND_WITNESS, FURTHER_WITNESS = 20, 6
"""Two independent witnesses that agree are seldom wrong together; a third adds little to that."""
REPEATED, BLAND_BESIDE = 10, 2
"""A repetition shows that nothing was misread, an exit code that the program did fail: half of a second witness, and
next to nothing beside one."""
LOOKED_AT = 8
"""The deciding fact is an object that Casebook looked up, and not what somebody says of it: an absent ConfigMap
explains the error in the log, and not the other way round."""
SINGLE = 89
"""The most that one fact alone can give after calibration: two that agree give 90 and more, however weak their rule."""
HIGHEST = 97
"""Never certain: rules do not know what they do not know."""
FLOOR = 40
"""Below, the answer is unknown: a wrong cause costs a reader more than none."""
UNKNOWN = 30
"""The confidence of an unknown: the number is about a category, and none was chosen."""

OTHER_CONTAINER, BYSTANDER = 12, 20
"""The fact is about another container, which fails as well or does not. What a healthy one says must be said in strong
words to explain another's end."""
OTHER_RUN = 8
"""The line was written by the run after the crash."""
STALE = 10
"""It happened hours before the failure began."""
QUIET_LINE, WARNING_LINE = 18, 8
"""The program itself did not think that the line is an error."""
EARLY_LINE, SURVIVED = 3, 6
"""The program went on after the line, or had done so before, several times."""
WENT_ON = 35
"""A program that serves, or that ended well, wrote this a while ago, or once and then more: it is over."""
NODE_BESIDE = 6
"""A container fails, and the fact is about its node: most containers fail for reasons of their own."""
FAR = 10
"""A fact that costs as much agrees with nothing any more."""

RIVAL_WITHIN, RIVAL_COSTS = 10, 8
"""Another category this close behind means that the evidence fits both."""
ALTERNATIVE_SHARE, ALTERNATIVE_LEAST = 0.3, 10
"""A reading that only a rule suggests gets this share of what the conclusion leaves over ..."""
ALTERNATIVE_OF_UNKNOWN = 35
"""... and this when there is no conclusion."""


def score(points: int, agreement: Agreement, *, contradicted: bool) -> int:
    """The raw score of a category, 0 to 97: the points of its strongest rule, and more for witnesses that agree."""
    others = max(0, agreement.witnesses - 1)
    halves = agreement.bland + agreement.repeated
    if others:
        points += SECOND_WITNESS + FURTHER_WITNESS * (others - 1) + BLAND_BESIDE * halves
    elif halves:
        points += REPEATED + BLAND_BESIDE * (halves - 1)
    return min(points, MEDIUM if contradicted or agreement.is_single else HIGHEST)


def most(*, alone: bool) -> int:
    """The highest confidence that a conclusion can have, which rests on one fact alone or on more."""
    return SINGLE if alone else HIGHEST


def alternative(confidence: int) -> int:
    """The confidence in a reading that a rule names beside its own."""
    return max(ALTERNATIVE_LEAST, round((100 - confidence) * ALTERNATIVE_SHARE))
