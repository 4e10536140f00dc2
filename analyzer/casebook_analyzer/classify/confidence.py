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
"""The most that one fact alone gives after calibration: a log can be about something that does not matter, and what
was done to something that ran (an OOM kill) leaves open why. It is the most beside a rival, too, and of a rule that
fits other categories as well while one witness speaks."""
CERTAIN = 94
"""The most of one witness whose word is the failure itself (``authority``), or beside whom stands what any failure
has: only who reads it can be wrong."""
AGREED = 95
"""The least of two independent witnesses, more than any one gives, and the most for a rule that fits other categories
as well: both are wrong only where each is."""
HIGHEST = 97
"""Of two independent witnesses. Never certain: rules do not know what they do not know."""
FLOOR = 40
"""Below, the answer is unknown: a wrong cause costs a reader more than none."""
UNKNOWN = 30
"""The raw score of an unknown, and its confidence where words stand in the evidence that no rule knows: who knows the
program may tell the cause by them."""
NOTHING_DECIDES = 78
"""The confidence of an unknown where a rule knows this end and says that it tells no cause, and what stands beside is
no error of a program: of the first answers to bundles that were written blind 6 in 7 were right (by the rule of
succession; docs/decisions/2026-11-27-what-an-unknown-is-worth.md). Of words that no rule knows it was 5 in 21."""
UNTOLD = SINGLE
"""The confidence of an unknown where nobody says why. Of what the platform alone tells, 9 in 110 cannot be told from
what is there (``tests/cases``), and rules missed 1 in 100 of the others without a word (``bench/blind.json``; by the
rule of succession): nine of ten such answers are right (11 of the 11 first ones), and silence is worth no more than one
witness."""

OTHER_CONTAINER, BYSTANDER = 12, 20
"""The fact is about another container, which fails as well or does not. What a healthy one says must be said in strong
words to explain another's end."""
OTHER_RUN = 8
"""The line was written by the run after the crash."""
STALE = 10
"""It happened hours before the failure began."""
QUIET_LINE, WARNING_LINE = 18, 13
"""The program itself did not think that the line is an error: a line that it calls one decides before a warning, also
where what is warned of has but one meaning."""
EARLY_LINE, SURVIVED = 3, 6
"""The program went on after the line, or had done so before, several times."""
WENT_ON = 35
"""A program that serves, or that ended well, wrote this a while ago, or once and then more, or any program said after
it that it is over, or told of a client: nothing of its own is the matter any more."""
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


def shown(share: int, *, alone: bool, agreed: bool, enforced: bool, suggests: bool, doubted: bool) -> int:
    """The confidence in a category, 40 to 97.

    Args:
        share: What such scores are worth by the table of calibration.
        alone: Whether one witness said all of it, in one record.
        agreed: Whether two independent witnesses say something specific.
        enforced: Whether the one that enforces it says it.
        suggests: Whether the rule fits other categories as well.
        doubted: Whether the evidence fits another category nearly as well, the rule says that something failed and
            not why, or no clock shows that what it joins happened together.
    """
    share = max(FLOOR, share)
    if doubted or (alone and not enforced) or (suggests and not agreed):
        return min(SINGLE, share)
    if not agreed:
        return min(CERTAIN, share)
    return min(AGREED if suggests else HIGHEST, max(AGREED, share))


def alternative(confidence: int) -> int:
    """The confidence in a reading that a rule names beside its own."""
    return max(ALTERNATIVE_LEAST, round((100 - confidence) * ALTERNATIVE_SHARE))
