"""Kubernetes writes times as RFC 3339 in UTC with whole seconds, and MicroTime with six digits."""

from datetime import UTC, datetime


def parse_time(value: object) -> datetime | None:
    """A time of an object, or None where it is absent or no time. Always aware, in UTC."""
    if not isinstance(value, str) or not value:
        return None
    try:
        parsed = datetime.fromisoformat(value)
        return parsed.astimezone(UTC) if parsed.tzinfo else parsed.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def real_time(value: object) -> datetime | None:
    """A time, unless it is the 1970 that a runtime writes for a container which it never started."""
    parsed = parse_time(value)
    return parsed if parsed and parsed > datetime(1971, 1, 1, tzinfo=UTC) else None


def to_rfc3339(value: datetime) -> str:
    """``metav1.Time``: whole seconds, ``Z``."""
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def to_micro_time(value: datetime) -> str:
    """``metav1.MicroTime``, as ``eventTime`` of events.k8s.io needs."""
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
