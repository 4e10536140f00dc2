"""Alerts stand in one annotation: bounded, folded, and read whatever somebody has made of it."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.models import Trigger
from casebook_operator.investigation import alerts as alerts_module
from casebook_operator.investigation.alerts import (
    ANNOTATION,
    BYTES,
    FIRES_FOR,
    LONGEST,
    MOST,
    NotedAlert,
    annotation,
    bounded,
    noted_on,
    with_alert,
)
from casebook_operator.investigation.status import alerts_status
from tests.crds.schema import STATUS, problems
from tests.operator.builders import at, investigation, signal
from tests.rows import of_every

_BEGAN = '[{"name": "x", "fingerprint": "f", "toldAt": "2026-03-01T12:00:00Z", "startsAt": "%s"}]'
BEFORE_THE_CALENDAR = _BEGAN % "0001-01-01T00:00:00+14:00"
BEHIND_THE_CALENDAR = _BEGAN % "9999-12-31T23:59:59-14:00"


def noted(fingerprint: str = "f1", **changes: Any) -> NotedAlert:
    values: dict[str, Any] = {"name": "HighLatency", "fingerprint": fingerprint, "starts_at": at(), "told_at": at(1)}
    return NotedAlert(**(values | changes))


def on(value: object) -> dict[str, Any]:
    return {"metadata": {"annotations": {ANNOTATION: value}}}


def test_what_is_noted_is_read_back() -> None:
    several = (
        noted("f1", labels={"pod": "a"}, generator_url="http://p/g", severity="info"),
        noted("f2", ends_at=at(9)),
    )
    assert noted_on(on(annotation(several))) == several


@of_every(
    "value",
    [
        None,
        "",
        "no JSON",
        "{}",
        "[1]",
        '[{"name": "x"}]',
        "[" * 5000,
        "x" * (LONGEST + 1),
        ["a", "list"],
        BEFORE_THE_CALENDAR,
        BEHIND_THE_CALENDAR,
    ],
)
def test_an_annotation_that_says_nothing_is_no_alert_and_no_error(value: object) -> None:
    assert noted_on(on(value)) == ()
    assert noted_on({"metadata": {}}) == noted_on({}) == ()


def test_an_annotation_by_hand_is_read_within_the_bounds() -> None:
    written = [
        {
            "name": "a\x1b[31mb\n" + "x" * 500,
            "fingerprint": f"f{number}",
            "startsAt": "2026-03-01T12:00:00",
            "toldAt": "2026-03-01T12:00:00Z",
            "generatorURL": "javascript:alert(1)",
            "labels": {f"l{n:02}": "v" * 100 for n in range(40)},
        }
        for number in range(9)
    ]
    found = noted_on(on(msgspec.json.encode(written[:2]).decode()))
    assert len(found) == 2
    assert found[0].name.startswith("ab ⏎")
    assert len(found[0].name) <= alerts_module.NAME_LENGTH
    assert found[0].starts_at == at()
    assert found[0].generator_url == ""
    assert len(found[0].labels) == alerts_module.MOST_LABELS
    assert all(len(value) <= alerts_module.LABEL_LENGTH for value in found[0].labels.values())


def test_the_first_alert_stays_and_of_the_others_the_latest() -> None:
    kept: tuple[NotedAlert, ...] = ()
    for number in range(20):
        kept = with_alert(kept, noted(f"f{number}"))
    assert [alert.fingerprint for alert in kept] == ["f0", "f16", "f17", "f18", "f19"]
    assert len(kept) == MOST


@pytest.mark.parametrize(
    ("new", "is_news"),
    [
        (noted(told_at=at(60)), False),
        (noted(told_at=at(3700)), True),
        (noted(ends_at=at(50), told_at=at(60)), True),
        (noted(starts_at=at(30), told_at=at(60)), True),
        (noted(starts_at=at(-30), told_at=at(60)), False),
    ],
    ids=["told again soon", "told again later", "it ended", "it fires again", "an earlier time, told late"],
)
def test_an_alert_that_is_noted_is_written_only_when_there_is_news(new: NotedAlert, is_news: bool) -> None:
    assert with_alert((noted(),), new) == ((new,) if is_news else (noted(),))


def test_an_alert_that_ended_does_not_fire_again_because_a_notification_was_late() -> None:
    ended = (noted(ends_at=at(50)),)
    assert with_alert(ended, noted(told_at=at(9000))) == ended
    assert with_alert(ended, noted(ends_at=at(50), told_at=at(9000))) == ended


def test_an_alert_fires_until_somebody_says_that_it_ended_or_nobody_says_anything() -> None:
    assert noted().fires(at(60))
    assert not noted(ends_at=at(50)).fires(at(60))
    assert not noted().fires(at(1) + FIRES_FOR)


def test_a_case_that_alerts_opened_is_alerted_while_one_fires() -> None:
    by_alert = signal(trigger=Trigger.ALERT, failure_class="Alert")
    case = msgspec.structs.replace(investigation("Open", of=by_alert), alerts=(noted(), noted("f2", ends_at=at(90))))
    assert case.alerted(at(60))
    assert case.last_seen == at(90)
    over = msgspec.structs.replace(case, alerts=(noted(ends_at=at(90)),))
    assert not over.alerted(at(60))


def test_alerts_on_a_case_that_a_signal_opened_do_not_keep_it_open() -> None:
    case = msgspec.structs.replace(investigation("Open"), alerts=(noted(ends_at=at(90)), noted("f2")))
    assert not case.alerted(at(60))
    assert case.last_seen == at()


def test_the_status_tells_the_alerts_without_their_labels() -> None:
    case = msgspec.structs.replace(
        investigation("Open"), alerts=(noted(summary="slow", labels={"pod": "a"}, ends_at=at(60)),)
    )
    (told,) = alerts_status(case)["alerts"]
    assert told == {
        "name": "HighLatency",
        "fingerprint": "f1",
        "summary": "slow",
        "startedTime": "2026-03-01T12:00:00Z",
        "endedTime": "2026-03-01T12:01:00Z",
    }


def test_a_case_without_alerts_says_nothing_of_them_unless_it_did() -> None:
    assert alerts_status(investigation("Open")) == {}
    assert alerts_status(investigation("Open", alerts=[{"name": "gone"}])) == {"alerts": []}


@given(st.text(max_size=400), st.dictionaries(st.text(max_size=90), st.text(max_size=90), max_size=20))
def test_the_largest_and_strangest_alerts_stay_within_the_annotation_and_the_schema(
    text: str, labels: dict[str, str]
) -> None:
    hostile = bounded(noted(name=text, severity=text, summary=text * 9, generator_url=f"http://{text}", labels=labels))
    several = [msgspec.structs.replace(hostile, fingerprint=f"f{number}") for number in range(MOST)]
    case = msgspec.structs.replace(investigation("Open"), alerts=tuple(several))
    assert len(annotation(several).encode()) <= BYTES
    assert problems(alerts_status(case), STATUS) == []
    assert bounded(hostile) == hostile


def test_of_too_much_the_alert_that_led_here_keeps_the_most() -> None:
    several = [noted(f"f{n}", summary="s" * 200, labels={f"l{m}": "v" * 50 for m in range(12)}) for n in range(MOST)]
    first, *_, last = noted_on(on(annotation(several)))
    assert first == several[0]
    assert (last.labels, last.summary) == ({}, "")


def test_times_are_kept_in_whole_seconds_of_utc() -> None:
    odd = bounded(noted(starts_at=at(0.7), told_at=at(1.2) + timedelta(0)))
    assert (odd.starts_at, odd.told_at) == (at(), at(1))
