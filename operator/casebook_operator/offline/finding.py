"""One case that a bundle shows."""

from dataclasses import dataclass, replace

from casebook_analyzer.models import Signal, SubjectRef
from casebook_operator.investigation.names import case_key, investigation_name

CLUSTER = "bundle"
"""The cluster in the names of cases: a bundle does not tell where it comes from."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One case that the operator would open, or that somebody asked for."""

    subject: SubjectRef
    signal: Signal
    detected: bool = True
    """False when no signal is due, and only the bundle's own trigger names the object."""
    times: int = 1
    """Signals that were folded into it."""

    @property
    def name(self) -> str:
        """The name that its Investigation would have."""
        return investigation_name(self.subject, case_key(CLUSTER, self.subject, self.signal.failure_class), 1)


def folded(known: Finding, other: Finding) -> Finding:
    """The one that still lasts stays, of two such the earlier."""
    first = min((known, other), key=lambda f: (not f.signal.active, f.signal.occurred_at))
    return replace(first, times=known.times + other.times)
