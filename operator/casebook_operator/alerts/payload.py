"""What Alertmanager's webhook sends (version 4): strict in what is used, and blind to everything else."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from casebook_analyzer.errors import ConfigurationError

VERSION = "4"
MAX_BYTES = 1024 * 1024
"""Of a body. A thousand alerts of a usual size; ``max_alerts`` of the receiver bounds them at Alertmanager."""
MAX_ALERTS = 250
"""That are looked at in one notification. What is left out is counted, and told in the answer."""

_Time = Annotated[datetime, Meta(tz=True)]


class UnreadablePayloadError(ConfigurationError):
    """What was sent is no notification of Alertmanager in a version that Casebook knows."""


class Alert(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One alert of a notification (alertmanager: template/template.go)."""

    status: Literal["firing", "resolved"]
    labels: dict[str, str]
    annotations: dict[str, str] = msgspec.field(default_factory=dict)
    starts_at: _Time
    ends_at: _Time | None = None
    """Of an alert that fires, the year 1."""
    generator_url: str = msgspec.field(default="", name="generatorURL")
    fingerprint: str = ""

    @property
    def name(self) -> str:
        return self.labels.get("alertname", "")

    @property
    def resolved(self) -> bool:
        return self.status == "resolved"


class Payload(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One notification (alertmanager: notify/webhook/webhook.go)."""

    alerts: list[Alert]
    truncated_alerts: int = 0
    """Left out by Alertmanager itself."""


class _Versioned(msgspec.Struct, frozen=True):
    version: str = ""


def read_payload(body: bytes) -> Payload:
    """The notification in the body of a request.

    Raises:
        UnreadablePayloadError: It is none that Casebook knows. The message tells what is wrong, for the person who
            configured Alertmanager.
    """
    try:
        version = msgspec.json.decode(body, type=_Versioned).version
        if version == VERSION:
            return msgspec.json.decode(body, type=Payload)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        what = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise UnreadablePayloadError(f"This is no notification of Alertmanager: {what}.") from error
    raise UnreadablePayloadError(
        f"Version {version[:20]!r} of the webhook is not known; Casebook reads version {VERSION!r}, "
        "which Alertmanager 0.16 and later send."
    )
