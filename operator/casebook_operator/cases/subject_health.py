"""The question after the health of a case's subject, and the answer to it."""

from datetime import datetime

import msgspec

from casebook_analyzer.models import Signal, TriggerLevel
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.cases.device_relations import is_one_failure
from casebook_operator.cases.relations import base_class
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from casebook_operator.signals import signals_of


class SubjectHealth(msgspec.Struct, frozen=True, kw_only=True):
    """The health of a subject. All fields are empty while it still fails, or as long as nobody can tell."""

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


UNDECIDED = SubjectHealth()


class CaseView(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a case when its subject is looked at."""

    case: Investigation
    last_seen: datetime
    """When the failure was last seen."""
    taxonomy: Taxonomy
    callers: tuple[Investigation, ...] = ()
    """Of the case of a Service: those in whose evidence it is broken."""
    followers: tuple[Investigation, ...] = ()
    """Those that hang on the case, also if they are over."""

    def still_shown(self, kind: str, obj: Object) -> bool:
        """Whether an object shows the failure in any of its stages: now, or at a time after ``last_seen``."""
        return any(
            signal.active or signal.occurred_at > self.last_seen
            for signal in signals_of(kind, obj, self.taxonomy)
            if self._is_it(signal)
        )

    def _is_it(self, signal: Signal) -> bool:
        of = self.case.signal
        if of.device and signal.device:
            return is_one_failure(of, signal)
        same = signal.failure_class == base_class(of.failure_class) or {
            signal.trigger.policy.level,
            of.trigger.policy.level,
        } == {TriggerLevel.STAGE}
        return same and signal.container == self.case.subject.container
