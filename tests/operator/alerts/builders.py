"""Notifications of Alertmanager, as large as a claim wants them."""

from typing import Any

import msgspec

from casebook_operator.alerts.payload import Alert, Payload, read_payload
from tests.operator.builders import rfc

LABELS = {"alertname": "HighLatency", "severity": "critical", "namespace": "shop", "pod": "checkout-5d9f-abcde"}
NEVER = "0001-01-01T00:00:00Z"
"""What Alertmanager writes as the end of an alert that fires."""


def alert(*, starts: float | str = 0, ends: float | None = None, summary: str = "", **labels: str) -> dict[str, Any]:
    given = {name: value for name, value in (LABELS | labels).items() if value}
    return {
        "status": "firing" if ends is None else "resolved",
        "labels": given,
        "annotations": {"summary": summary or "The 99th percentile is above 2 s."},
        "startsAt": starts if isinstance(starts, str) else rfc(starts),
        "endsAt": NEVER if ends is None else rfc(ends),
        "generatorURL": "http://prometheus.example/graph?g0.expr=up",
        "fingerprint": "",
    }


def body(*alerts: dict[str, Any], **changes: Any) -> bytes:
    sent: dict[str, Any] = {
        "version": "4",
        "groupKey": '{}:{alertname="HighLatency"}',
        "truncatedAlerts": 0,
        "status": "firing",
        "receiver": "casebook",
        "groupLabels": {},
        "commonLabels": {},
        "commonAnnotations": {},
        "externalURL": "http://alertmanager.example",
        "alerts": list(alerts),
    }
    return msgspec.json.encode(sent | changes)


def payload(*alerts: dict[str, Any]) -> Payload:
    return read_payload(body(*alerts))


def read(**changes: Any) -> Alert:
    return payload(alert(**changes)).alerts[0]
