"""Alerts that were noted on an Investigation: one annotation, which whoever receives alerts writes.

The status is the operator's alone. The annotation is there from the first moment of an Investigation that an alert
opens, so that no alert is lost between two processes, and the operator takes it over into the evidence and the status.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import product

import msgspec

from casebook_analyzer.text.cleaning import clean_line
from casebook_operator.investigation.names import GROUP
from casebook_operator.kube import Object
from casebook_operator.kube.values import text

ANNOTATION = f"{GROUP}/alerts"

MOST = 5
"""Alerts that are kept: the one that was noted first, which led here, and the latest others."""
MOST_LABELS = 12
NAME_LENGTH, SUMMARY_LENGTH, URL_LENGTH, LABEL_LENGTH, SEVERITY_LENGTH = 128, 256, 256, 64, 64
FINGERPRINT_LENGTH = 32
UNNAMED = "unnamed"
"""Prometheus names every alert; other senders, and people, need not."""
BYTES = 2048
"""Of the annotation, which five usual alerts just fill: the whole object is to stay below 10 KiB."""
LONGEST = 16 * 1024
"""Characters that are read of an annotation: what is longer was not written by Casebook."""

TOLD_AGAIN = timedelta(hours=1)
"""An alert that goes on is noted again after this time, and not with every notification."""
FIRES_FOR = timedelta(hours=24)
"""An alert that nobody repeats for so long is over: Alertmanager repeats them every four hours (``repeat_interval``),
and where it is told not to say when they end, nobody does."""


class NotedAlert(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """One alert as it stands in the annotation: redacted, and within the bounds above."""

    name: str
    fingerprint: str
    """What tells alerts apart: a digest of all labels."""
    starts_at: datetime
    ends_at: datetime | None = None
    """Absent while it fires."""
    told_at: datetime
    severity: str = ""
    summary: str = ""
    generator_url: str = msgspec.field(default="", name="generatorURL")
    labels: dict[str, str] = msgspec.field(default_factory=dict)

    def fires(self, now: datetime) -> bool:
        """Whether the alert still fires at ``now``, as far as anybody has said."""
        return self.ends_at is None and now - self.told_at < FIRES_FOR

    def same_time_as(self, other: "NotedAlert") -> bool:
        """Whether both report the same firing of the same alert."""
        return self.fingerprint == other.fingerprint and self.starts_at == other.starts_at


def noted_on(body: Object) -> tuple[NotedAlert, ...]:
    """The alerts in the annotation of an Investigation. Where somebody has edited it, what can be read counts."""
    written = text(body, "metadata", "annotations", ANNOTATION)
    if not written or len(written) > LONGEST:
        return ()
    try:
        alerts = msgspec.json.decode(written, type=tuple[NotedAlert, ...])
        return tuple(bounded(alert) for alert in alerts[:MOST])
    except (msgspec.DecodeError, RecursionError, OverflowError):  # a time may have none in UTC
        return ()


def annotation(alerts: Sequence[NotedAlert]) -> str:
    """The alerts as the annotation holds them, in :data:`BYTES` at most.

    When they take more, the later ones lose their labels, then summary and address, and at last are left out.
    """
    fitted = list(alerts)
    for shorter, place in product((_without_labels, _without_words), reversed(range(1, len(fitted)))):
        if _fits(fitted):
            break
        fitted[place] = shorter(fitted[place])
    while len(fitted) > 1 and not _fits(fitted):
        del fitted[1]
    if not _fits(fitted):
        fitted[0] = _without_labels(fitted[0])
    return msgspec.json.encode(fitted).decode()


def _fits(alerts: Sequence[NotedAlert]) -> bool:
    return len(msgspec.json.encode(alerts)) <= BYTES


def _without_labels(alert: NotedAlert) -> NotedAlert:
    return msgspec.structs.replace(alert, labels={})


def _without_words(alert: NotedAlert) -> NotedAlert:
    return msgspec.structs.replace(alert, summary="", generator_url="")


def bounded(alert: NotedAlert) -> NotedAlert:
    """The alert within the bounds above: each text on one line, times aware and in whole seconds."""
    cleaned = {clean_line(name, LABEL_LENGTH): clean_line(value, LABEL_LENGTH) for name, value in alert.labels.items()}
    labels = [item for item in sorted(cleaned.items()) if all(item)][:MOST_LABELS]
    return msgspec.structs.replace(
        alert,
        name=clean_line(alert.name, NAME_LENGTH) or UNNAMED,
        fingerprint=clean_line(alert.fingerprint, FINGERPRINT_LENGTH) or UNNAMED,
        starts_at=_whole(alert.starts_at),
        ends_at=_whole(alert.ends_at) if alert.ends_at is not None else None,
        told_at=_whole(alert.told_at),
        severity=clean_line(alert.severity, SEVERITY_LENGTH),
        summary=clean_line(alert.summary, SUMMARY_LENGTH),
        generator_url=_url(alert.generator_url),
        labels=dict(labels),
    )


def with_alert(alerts: Sequence[NotedAlert], new: NotedAlert) -> tuple[NotedAlert, ...]:
    """The alerts with a new one among them; unchanged when it says nothing new."""
    known = next((alert for alert in alerts if alert.fingerprint == new.fingerprint), None)
    if known is None:
        return (*alerts[:1], *(*alerts[1:], new)[-(MOST - 1) :]) if alerts else (new,)
    if not _is_news(known, new):
        return tuple(alerts)
    return tuple(new if alert is known else alert for alert in alerts)


def _is_news(known: NotedAlert, new: NotedAlert) -> bool:
    if new.starts_at != known.starts_at:
        return new.starts_at > known.starts_at
    if new.ends_at is None:  # a notification that was late does not make it fire again
        return known.ends_at is None and new.told_at - known.told_at >= TOLD_AGAIN
    return known.ends_at is None


def _whole(time: datetime) -> datetime:
    aware = time if time.tzinfo is not None else time.replace(tzinfo=UTC)
    return aware.astimezone(UTC).replace(microsecond=0)


def _url(written: str) -> str:
    """Half an address leads nowhere, and one that is no web address may do anything where it is clicked."""
    address = clean_line(written, URL_LENGTH + 1)
    return address if len(address) <= URL_LENGTH and address.startswith(("http://", "https://")) else ""
