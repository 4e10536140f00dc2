"""What Alertmanager sends is read, and everything else is refused with what is wrong."""

import json

import pytest

from casebook_operator.alerts.payload import UnreadablePayloadError, read_payload
from tests.operator.alerts.builders import alert, body
from tests.operator.builders import at
from tests.rows import of_every


def test_a_notification_is_read() -> None:
    found = read_payload(body(alert(), alert(ends=60), truncatedAlerts=3))
    first, second = found.alerts
    assert (first.name, first.resolved, first.starts_at) == ("HighLatency", False, at())
    assert (second.resolved, second.ends_at) == (True, at(60))
    assert found.truncated_alerts == 3


def test_times_of_go_are_read_with_their_nanoseconds_and_zones() -> None:
    sent = alert(starts="2026-03-01T13:00:00.123456789+01:00")
    assert read_payload(body(sent)).alerts[0].starts_at == at(0.123457)


def test_fields_that_later_versions_of_alertmanager_add_are_not_looked_at() -> None:
    assert read_payload(body(alert() | {"new": [1]}, newer={"x": 1})).alerts


@of_every(
    ("sent", "said"),
    [
        (b"", "truncated"),
        (b"{", "truncated"),
        (b"[]", "Expected `object`"),
        (b"\xff\xfe", "malformed"),
        (body(version="3"), "Version '3' of the webhook is not known"),
        (body(version=4), "Expected `str`"),
        (b"{}", "Version '' of the webhook is not known"),
        (b'{"version":"4"}', "missing required field `alerts`"),
        (body(alerts={}), "Expected `array`"),
        (body(alert() | {"status": "smouldering"}), "Invalid enum value 'smouldering'"),
        (body(alert() | {"labels": {"pod": 5}}), "Expected `str`"),
        (body(alert() | {"startsAt": "yesterday"}), "Invalid RFC3339"),
        (body(alert() | {"startsAt": "2026-03-01T12:00:00"}), "timezone"),
        (b'{"version":"4","alerts":[{"labels":' + b'{"a":' * 100_000, "nested too deeply"),
        (b'{"version":"4","x":' + b"[" * 100_000 + b"]" * 100_000 + b',"alerts":[]}', "nested too deeply"),
    ],
)
def test_what_is_no_notification_is_refused_with_what_is_wrong(sent: bytes, said: str) -> None:
    with pytest.raises(UnreadablePayloadError) as refused:
        read_payload(sent)
    assert said in str(refused.value)


def test_a_version_of_any_length_is_told_in_a_few_words() -> None:
    with pytest.raises(UnreadablePayloadError) as refused:
        read_payload(json.dumps({"version": "x" * 10_000}).encode())
    assert len(str(refused.value)) < 200
