"""Whether a conclusion that was drawn from later evidence takes the place of the one that stands. Pure."""

from casebook_analyzer.models import Category, Conclusion, EvidenceBundle, Signal
from casebook_analyzer.text import mask

SURER = 15
"""Points of confidence from which on the same cause is worth being written again."""

LIKELY = 70
"""From here on another cause is believed, however sure the earlier one was (docs/concepts.md: *likely* from 70)."""


def same_cause(before: Conclusion, after: Conclusion) -> bool:
    """Whether two conclusions tell the same: category, deciding rule, and words but for numbers and times."""
    return (
        (before.category, before.title, before.rules[:1]) == (after.category, after.title, after.rules[:1])
    ) and mask(before.summary) == mask(after.summary)


def is_shown(signal: Signal, bundle: EvidenceBundle) -> bool:
    """Whether evidence still shows the end of a container that a signal told of: it may be over, its pod replaced.

    What shows itself in another way than by an exit code is taken as shown.
    """
    code = None if signal.exit_code is None else str(signal.exit_code)
    return code is None or any(fact.attributes.get("exitCode") == code for fact in bundle.facts)


def takes_the_place(before: Conclusion, after: Conclusion, *, another_failure: bool) -> bool:
    """Whether ``after`` is what is to be said from now on.

    Evidence perishes: Events are forgotten, logs are rotated, and what came back may be over again when it is looked
    at. What is seen of the same failure later counts when it says more. Of ``another_failure`` (another exit code) that
    :func:`is_shown` it counts whatever it says: the earlier cause is not that of what happens now.
    """
    if same_cause(before, after):
        return after.confidence >= before.confidence + SURER
    if another_failure:
        return True
    if after.category is Category.UNKNOWN:
        return False
    return before.category is Category.UNKNOWN or after.confidence >= min(before.confidence, LIKELY)
