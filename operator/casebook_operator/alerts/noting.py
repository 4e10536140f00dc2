"""An alert as it is noted: redacted, bounded, on single lines."""

import re
from datetime import UTC, datetime

from casebook_analyzer.models import Severity
from casebook_analyzer.redaction import Sanitizer
from casebook_operator.alerts.payload import Alert
from casebook_operator.investigation.alerts import (
    LABEL_LENGTH,
    MOST_LABELS,
    NAME_LENGTH,
    SEVERITY_LENGTH,
    SUMMARY_LENGTH,
    NotedAlert,
    bounded,
)
from casebook_operator.investigation.names import stable_digest
from casebook_operator.kube.times import real_time

_TEXTS = ("summary", "description", "message")
"""Annotations that say in words what is wrong, the shortest first."""
_FIRST = (
    *("severity", "namespace", "pod", "container", "deployment", "statefulset", "daemonset", "job_name", "node"),
    *("Hostname", "pci_bus_id", "UUID", "gpu", "device"),
)
"""Labels that are kept before others where there are too many."""
_LABELS_READ = 64
_READ = 2_048
"""Characters of a text that are searched for secrets: eight times as many as are kept of the longest."""
_FINGERPRINT = re.compile(r"[0-9a-f]{8,32}")
_SEVERITIES = {
    "critical": Severity.CRITICAL,
    "page": Severity.CRITICAL,
    "error": Severity.CRITICAL,
    "info": Severity.INFO,
    "none": Severity.INFO,
}


def noted(alert: Alert, sanitizer: Sanitizer, *, now: datetime) -> NotedAlert:
    """The part of an alert that an Investigation keeps: redacted, bounded, told at ``now``."""
    labels = {name: sanitizer.line(value[:_READ], LABEL_LENGTH, field=name) for name, value in _kept(alert.labels)}
    text = next((alert.annotations[name] for name in _TEXTS if alert.annotations.get(name)), "")
    return bounded(
        NotedAlert(
            name=sanitizer.line(alert.name[:_READ], NAME_LENGTH),
            fingerprint=fingerprint_of(alert),
            starts_at=began(alert, now),
            ends_at=_ended(alert, now),
            told_at=now,
            severity=sanitizer.line(alert.labels.get("severity", "")[:_READ], SEVERITY_LENGTH),
            summary=sanitizer.line(text[:_READ], SUMMARY_LENGTH),
            generator_url=sanitizer.line(alert.generator_url[:_READ]),
            labels=labels,
        )
    )


def fingerprint_of(alert: Alert) -> str:
    """Which alert it is: Alertmanager's digest of its labels, or one of our own where it sent none."""
    if _FINGERPRINT.fullmatch(alert.fingerprint):
        return alert.fingerprint
    return stable_digest(*(f"{name}={value}" for name, value in sorted(alert.labels.items())))


def severity_of(alert: Alert) -> Severity:
    return _SEVERITIES.get(alert.labels.get("severity", "").lower(), Severity.WARNING)


def began(alert: Alert, now: datetime) -> datetime:
    """Since when an alert fires; ``now`` where the time is missing or lies in the future."""
    started = real_time(alert.starts_at.isoformat()) or now
    return min(started, now).astimezone(UTC).replace(microsecond=0)


def _ended(alert: Alert, now: datetime) -> datetime | None:
    if not alert.resolved:
        return None
    ended = real_time(alert.ends_at.isoformat()) if alert.ends_at is not None else None
    return min(ended or now, now)


def _kept(labels: dict[str, str]) -> list[tuple[str, str]]:
    """All labels but the name; of too many those that name objects, and then the first."""
    given = sorted(list(labels.items())[:_LABELS_READ], key=lambda item: (item[0] not in _FIRST, item[0]))
    return [item for item in given if item[0] not in ("alertname", "severity") and item[1]][:MOST_LABELS]
