"""Whether a case is about something that serves: a person asked, and the status of its objects shows no failure."""

from casebook_analyzer.models import EvidenceBundle, Fact, FactKind

SERVES = "serves"
"""The attribute of a fact that says so. Only what looks at what a person asked about makes one."""
STANDS_OUT = "standsOut"
"""The attribute of a fact that a reader should know of, though no rule calls it wrong."""


def serving_fact(bundle: EvidenceBundle) -> Fact | None:
    """The fact that says that the subject serves; None where it fails, and where nobody asked."""
    shown = (fact for fact in bundle.facts if fact.kind is FactKind.STATE and SERVES in fact.attributes)
    return next(shown, None)
