"""The rows of the table are whole, and their patterns, classes and sources can be relied on."""

from collections import Counter

from casebook_analyzer.models import HoldDuration, Trigger
from casebook_analyzer.text import compiled
from casebook_operator.kube import paths
from casebook_operator.signals.table import SignalRow, signal_table, state
from tests.rows import of_every

TABLE = signal_table()
ROWS: tuple[SignalRow, ...] = (
    *TABLE.waiting,
    *TABLE.terminated,
    *TABLE.pod_reasons,
    *TABLE.conditions,
    *TABLE.states,
    *TABLE.events,
    *TABLE.taints,
    *TABLE.maintenance,
    *TABLE.annotations,
)

FROM_EVENTS_OR_ELSEWHERE = {Trigger.ALERT, Trigger.OVERFLOW, Trigger.OUTAGE, Trigger.MANUAL}


def test_every_row_has_a_source() -> None:
    assert all(row.source.strip() for row in ROWS)


def test_evidence_has_neither_class_nor_hold_durations() -> None:
    for row in ROWS:
        if row.trigger is None:
            assert (row.failure_class, row.hold, row.derived) == ("", HoldDuration.NONE, False), row


def test_every_trigger_that_comes_from_an_object_has_a_row() -> None:
    assert {row.trigger for row in ROWS if row.trigger} == set(Trigger) - FROM_EVENTS_OR_ELSEWHERE


def test_every_pattern_can_be_compiled() -> None:
    for row in (*TABLE.waiting, *TABLE.terminated, *TABLE.pod_reasons, *TABLE.events, *TABLE.annotations):
        compiled(row.text)


def test_an_event_has_only_one_way_to_be_enough() -> None:
    for row in TABLE.events:
        assert row.least == 1 or row.enough == 0, row
        assert row.enough == 0 or row.hold is not HoldDuration.NONE, row


def test_no_row_hides_a_later_one() -> None:
    """The first row that fits counts, so a row without a text must be the last one of its reason and kind."""
    for kind in {kind for row in TABLE.events for kind in row.about}:
        seen: Counter[str] = Counter()
        for row in TABLE.events:
            if kind in row.about and "*" not in row.reason:
                assert not seen[row.reason], f"{kind} {row.reason}"
                seen[row.reason] += not row.text


def test_events_are_about_kinds_that_can_be_read_when_they_fire() -> None:
    for row in TABLE.events:
        if row.trigger:
            assert all(paths.known(kind) for kind in row.about), row


@of_every("name", [row.id for row in TABLE.states])
def test_states_are_found_by_their_id(name: str) -> None:
    assert state(name).id == name
