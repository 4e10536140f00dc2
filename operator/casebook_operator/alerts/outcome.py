"""What became of each alert, and what that means for the whole notification."""

from enum import StrEnum
from http import HTTPStatus

import msgspec


class AlertOutcome(StrEnum):
    """What became of one alert. The words are values of a metric label, and stand in the answer to the sender."""

    OPENED = "opened"
    ATTACHED = "attached"
    DUPLICATE = "duplicate"
    """It is noted already, or its case is over."""
    RESOLVED = "resolved"
    """It ended, and there is nothing to note that on."""
    OWN = "own"
    """One of Casebook's own alerts."""
    UNMAPPED = "unmapped"
    """No label names a pod, a workload or a node."""
    MISSING = "missing"
    """What it names is not there."""
    OUTSIDE = "outside"
    """Casebook does not watch what it names."""
    FORBIDDEN = "forbidden"
    FAILED = "failed"
    """The API server refuses what Casebook asks: its account lacks a permission, or the CRD is too old."""
    CAPPED = "capped"
    """More Investigations than may be opened now."""
    LEFT_OUT = "left_out"
    """Beyond what is looked at in one notification: too many alerts, or too many namespaces."""


class AlertResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer for one alert."""

    alert: str
    fingerprint: str
    outcome: AlertOutcome
    investigation: str = ""
    """``namespace/name`` of the Investigation that was opened, or that it was noted on."""
    message: str = ""
    """What to do about it, where somebody should."""


class Receipt(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """The answer to a notification."""

    results: tuple[AlertResult, ...] = ()
    left_out: int = 0

    @property
    def status(self) -> HTTPStatus:
        """503 makes Alertmanager send all of it again, which does no harm: what was done is a duplicate then.

        Whatever a repetition cannot change is a 200, and stands in the answer and in the metric; only a sender who may
        do nothing at all gets a 403, so that it shows in Alertmanager.
        """
        outcomes = {result.outcome for result in self.results}
        if AlertOutcome.CAPPED in outcomes:
            return HTTPStatus.SERVICE_UNAVAILABLE
        if outcomes == {AlertOutcome.FORBIDDEN}:
            return HTTPStatus.FORBIDDEN
        return HTTPStatus.OK
