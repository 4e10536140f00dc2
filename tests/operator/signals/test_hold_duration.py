"""Time: when a symptom is a failure, and when it is history."""

from datetime import UTC, datetime

import pytest
from pydantic import ValidationError

from casebook_analyzer.models import HoldDuration
from casebook_operator.settings import SignalSettings
from casebook_operator.signals.hold_duration import NEVER, due_at, history_from
from tests.operator.builders import at, signal
from tests.rows import of_every

SETTINGS = SignalSettings(image_seconds=30, history_seconds=3600)


def test_what_is_not_held_is_due_when_it_occurred() -> None:
    assert due_at(signal(7), SETTINGS) == at(7)


def test_every_other_waits_for_the_time_of_its_setting() -> None:
    assert due_at(signal(7, hold=HoldDuration.IMAGE), SETTINGS) == at(37)


@of_every("hold", [hold for hold in HoldDuration if hold is not HoldDuration.NONE])
def test_every_hold_duration_has_a_setting_and_no_setting_has_none(hold: HoldDuration) -> None:
    settings = SignalSettings(**{f"{hold.value}_seconds": 12.5})
    assert due_at(signal(hold=hold), settings) == at(12.5)
    known = {f"{hold.value}_seconds" for hold in HoldDuration if hold is not HoldDuration.NONE}
    assert set(SignalSettings.model_fields) == known | {"history_seconds"}


def test_it_waits_from_the_end_of_what_the_object_allows() -> None:
    assert due_at(signal(7, hold=HoldDuration.IMAGE, allowed_until=at(100)), SETTINGS) == at(130)
    assert due_at(signal(7, hold=HoldDuration.IMAGE, allowed_until=at(-100)), SETTINGS) == at(37)


def test_an_event_is_due_when_it_was_still_told_after_its_time_and_else_when_it_is_told_again() -> None:
    assert due_at(signal(0, hold=HoldDuration.IMAGE, told_until=at(30)), SETTINGS) == at(30)
    assert due_at(signal(0, hold=HoldDuration.IMAGE, told_until=at(29)), SETTINGS) == NEVER


def test_what_goes_on_is_never_history_and_what_is_over_becomes_it() -> None:
    assert history_from(signal(0), SETTINGS) == NEVER
    assert history_from(signal(0, active=False), SETTINGS) == at(3600)


def test_what_has_no_time_is_no_history() -> None:
    assert history_from(signal(active=False, occurred_at=datetime(1970, 1, 1, tzinfo=UTC)), SETTINGS) == NEVER


def test_no_setting_and_no_time_is_out_of_range() -> None:
    last = datetime.max.replace(tzinfo=UTC)
    longest = SignalSettings(image_seconds=36_500 * 86_400)
    assert due_at(signal(hold=HoldDuration.IMAGE, occurred_at=last), longest) == NEVER
    with pytest.raises(ValidationError, match="a hundred years"):
        SignalSettings(image_seconds=1e300)
    assert history_from(signal(active=False, occurred_at=last), SETTINGS) == NEVER
