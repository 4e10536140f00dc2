"""All numbers of the confidence, in one place, each with its reason.

They are measured on labelled cases (expected calibration error): change them with the measurement beside it.
"""

from casebook_analyzer.models import FactKind
from casebook_analyzer.taxonomy import Strength

BASE = {
    Strength.DECISIVE: 69,
    Strength.STRONG: 60,
    Strength.SUGGESTIVE: 46,
}
"""What one kind of evidence is worth alone."""
MEDIUM = 69
"""The most that one kind of evidence, or a contradicted conclusion, can reach: one source can be wrong as a whole."""
SECOND_KIND, FURTHER_KIND = 20, 6
"""Two independent kinds that agree are seldom wrong together; a third adds little to that."""
HIGHEST = 97
"""Never certain: rules do not know what they do not know."""
FLOOR = 40
"""Below, the answer is unknown: a wrong cause costs a reader more than none."""
UNKNOWN = 30
"""The confidence of an unknown: the number is about a category, and none was chosen."""
RIVAL_WITHIN, RIVAL_COSTS = 10, 8
"""Another category this close behind means that the evidence fits both."""
ALTERNATIVE_SHARE, ALTERNATIVE_LEAST = 0.3, 10
"""A reading that only a rule suggests gets this share of what the conclusion leaves over ..."""
ALTERNATIVE_OF_UNKNOWN = 35
"""... and this when there is no conclusion."""

_GROUPS = {
    FactKind.STATE: "state",
    FactKind.EVENT: "event",
    FactKind.LOG: "log",
    FactKind.CHANGE: "change",
    # A node's condition repeats what an agent read in the kernel log: one kind.
    FactKind.NODE: "node",
    FactKind.KERNEL: "node",
    FactKind.OBJECT: "object",
    FactKind.METRIC: "metric",
    FactKind.COMMAND: "command",
}


def kinds_of(kinds: set[FactKind]) -> int:
    """How many independent kinds of evidence these are."""
    return len({_GROUPS[kind] for kind in kinds})


def score(strength: Strength, kinds: set[FactKind], *, contradicted: bool) -> int:
    """The confidence in a category by its strongest rule and by all kinds of evidence that agree."""
    number = kinds_of(kinds)
    points = BASE[strength]
    if number > 1:
        points += SECOND_KIND + FURTHER_KIND * (number - 2)
    else:
        points = min(points, MEDIUM)
    return min(points, MEDIUM if contradicted else HIGHEST)


def alternative(confidence: int) -> int:
    """The confidence in a reading that a rule names beside its own."""
    return max(ALTERNATIVE_LEAST, round((100 - confidence) * ALTERNATIVE_SHARE))
