"""What is asked about the health of a subject, and what can be answered."""

from datetime import datetime

import msgspec

from casebook_analyzer.models import Signal
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.cases.relations import STAGES
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from casebook_operator.signals import signals_of


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Everything is empty while the subject still fails, or when it cannot be told yet."""

    gone: str = ""
    """Why there is nothing left to watch, in words."""
    since: datetime | None = None
    """Since when the subject is healthy."""
    well: bool = False
    """Healthy, though no object says since when: then it counts from when Casebook first saw it."""
    pod: Object | None = None
    """A pod that is healthy, to compare with the one that failed."""
    pods: tuple[Object, ...] = ()
    """Every pod that is healthy."""

    @property
    def healthy(self) -> bool:
        return self.well or self.since is not None


UNDECIDED = Health()


class CaseView(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a case when its subject is looked at."""

    case: Investigation
    last_seen: datetime
    """When the failure was last seen."""
    taxonomy: Taxonomy
    callers: tuple[Investigation, ...] = ()
    """Of the case of a Service: those in whose evidence it is broken."""

    def still_shown(self, kind: str, obj: Object) -> bool:
        """Whether an object shows the failure now, in whichever of its stages, or has again since it was last seen."""
        return any(
            signal.active or signal.occurred_at > self.last_seen
            for signal in signals_of(kind, obj, self.taxonomy)
            if self._is_it(signal)
        )

    def _is_it(self, signal: Signal) -> bool:
        of = self.case.signal
        same = signal.failure_class == of.failure_class or (signal.trigger in STAGES and of.trigger in STAGES)
        return same and signal.container == self.case.subject.container
