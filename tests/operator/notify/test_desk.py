"""What is told when: what settles, what quiet hours keep back, and what is told together."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from casebook_analyzer.models import SubjectRef
from casebook_operator.investigation import Investigation
from casebook_operator.notify.desk import Desk
from casebook_operator.notify.news import Happening
from casebook_operator.notify.quiet import QuietHours
from casebook_operator.notify.told import MOST, NEWS_FOR, Told, read_told, written
from casebook_operator.notify_settings import NotifySettings, QuietSettings
from tests.operator.bucket_clock import Watch
from tests.operator.builders import at, investigation

ENDED = {"resolution": {"resolvedTime": "2026-03-01T12:20:00Z", "summary": "env DATABASE_URL added"}}
HEAD = {"causedBy": {"name": "db-1", "namespace": "shop", "uid": "x"}}


def case(state: str = "Open", name: str = "checkout", **more: Any) -> Investigation:
    about = SubjectRef(kind="Deployment", namespace="shop", name=name)
    return investigation(state, about=about, uid=name, **{"severity": "Warning"} | more)


class Office:
    """A desk whose day passes when a test says so."""

    def __init__(self, **settings: Any) -> None:
        self.now = at()
        self.watch = Watch()
        self.told = Told(since=at())
        self.settings = NotifySettings(**{"settle_seconds": 30} | settings)
        self.desk = Desk(self.told, self.settings, self.watch)

    def see(self, *cases: Investigation) -> None:
        for one in cases:
            self.desk.see(one, self.now)

    def after(self, seconds: float) -> list[list[tuple[str, Happening]]]:
        """What is told when time has passed."""
        self.now += timedelta(seconds=seconds)
        self.watch.now += seconds
        messages = self.desk.due(self.now)
        for message in messages:
            self.desk.say(message)
        return [[(news.uid, news.happening) for news in message] for message in messages]


def test_a_case_is_told_once_when_it_has_settled_and_once_when_it_is_over() -> None:
    office = Office()
    office.see(case())
    assert office.after(29) == []
    assert office.after(1) == [[("checkout", Happening.OPENED)]]
    office.see(case(occurrences=7))
    assert office.after(3600) == []
    office.see(case("Resolved", **ENDED))
    assert office.after(30) == [[("checkout", Happening.ENDED)]]
    office.see(case("Resolved", **ENDED))
    assert office.after(3600) == []
    office.see(case())
    assert office.after(30) == [[("checkout", Happening.REOPENED)]]


SILENT = {
    "not concluded": case(""),
    "waits for the database": case("Investigating"),
    "refused": case("Failed"),
    "answered": case("Answered"),
    "over before it was told": case("Resolved", **ENDED),
    "hangs on a head": case(**HEAD),
    "too little": case(severity="Info"),
    "open for long": case(created=-NEWS_FOR.total_seconds() - 1),
}


def test_what_is_no_news_is_not_told() -> None:
    told = []
    for name, one in SILENT.items():
        office = Office()
        office.see(one)
        told += [name] if office.after(60) else []
    assert told == []


def test_joiners_of_an_outage_give_no_message_and_their_head_one() -> None:
    office = Office()
    office.see(case(name="a"), case(name="b"), case(name="head", followers={"count": 2}))
    office.see(case(name="a", **HEAD), case(name="b", **HEAD))
    assert office.after(30) == [[("head", Happening.OPENED)]]


def test_what_is_over_or_gone_before_it_was_told_is_not_told() -> None:
    office = Office()
    office.see(case(name="a"), case(name="b"))
    office.see(case("Resolved", name="a", **ENDED))
    office.desk.forget("b")
    assert office.after(60) == []


def test_a_restart_repeats_nothing() -> None:
    before = Office()
    before.see(case(name="a"), case(name="b"))
    before.after(30)
    after = Office()
    after.told.cases = read_told(written(before.told), at()).cases
    after.see(case(name="a"), case("Resolved", name="b", **ENDED))
    assert after.after(30) == [[("b", Happening.ENDED)]]


def test_more_than_there_is_room_for_is_told_in_one_message() -> None:
    office = Office(per_hour=60)
    office.see(*(case(name=f"n{number}") for number in range(5)))
    assert [len(one) for one in office.after(30)] == [1] * 5
    office.see(*(case(name=f"m{number}") for number in range(300)))
    assert [len(one) for one in office.after(30)] == []
    assert office.desk.beyond_rate == 300
    assert [len(one) for one in office.after(60)] == [300]
    assert office.desk.beyond_rate == 0
    assert office.desk.waiting == 0


def test_the_most_urgent_stands_first() -> None:
    office = Office(per_hour=1)
    office.see(case(name="a"), case(name="b", severity="Critical"), case(name="c"))
    assert [uid for uid, _ in office.after(30)[0]] == ["b", "a", "c"]


def test_quiet_hours_keep_back_what_is_not_critical_and_tell_it_together() -> None:
    office = Office(quiet=QuietSettings(begins="12:00", ends="13:00"))
    office.see(case(name="a"), case(name="b"), case(name="c"), case(name="urgent", severity="Critical"))
    assert office.after(60) == [[("urgent", Happening.OPENED)]]
    office.see(case("Resolved", name="c", **ENDED))
    assert office.after(1800) == []
    assert office.after(1800) == [[("a", Happening.OPENED), ("b", Happening.OPENED)]]


HOURS = (
    ("22:00", "07:00", "+00:00", ("22:00", "23:59", "00:00", "06:59"), ("07:00", "21:59")),
    ("00:00", "06:00", "+00:00", ("00:00", "05:59"), ("06:00", "23:59")),
    ("22:00", "07:00", "+02:00", ("20:00", "04:59"), ("05:00", "19:59")),
    ("", "07:00", "+00:00", (), ("00:00", "12:00")),
    ("22:00", "07:00", "+14:00", ("08:00", "16:59"), ("17:00", "07:59")),
    ("22:00", "07:00", "-12:00", ("10:00", "18:59"), ("19:00", "09:59")),
)


def test_quiet_hours_reach_over_midnight() -> None:
    wrong = []
    for begins, ends, offset, quiet, loud in HOURS:
        hours = QuietHours(QuietSettings(begins=begins, ends=ends, offset=offset))
        for clock in (*quiet, *loud):
            now = datetime.fromisoformat(f"2026-01-31T{clock}").replace(tzinfo=UTC)
            if hours.at(now) is not (clock in quiet):
                wrong.append((begins, ends, offset, clock))
    assert wrong == []


@pytest.mark.parametrize(
    ("first", "last", "quiet"),
    [
        ("2026-01-31T21:00", "2026-01-31T21:59", False),
        ("2026-01-31T21:00", "2026-01-31T22:00", True),
        ("2026-01-31T23:00", "2026-02-01T09:00", True),
        ("2026-02-01T06:59", "2026-02-01T09:00", True),
        ("2026-02-01T07:00", "2026-02-01T21:59", False),
        ("2026-02-01T12:00", "2026-02-09T12:00", True),
        ("2026-02-01T23:00", "2026-02-01T22:30", False),
    ],
)
def test_a_period_has_quiet_moments_or_none(first: str, last: str, quiet: bool) -> None:
    hours = QuietHours(QuietSettings(begins="22:00", ends="07:00"))
    one, other = (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (first, last))
    assert hours.between(one, other) is quiet
    assert QuietHours(QuietSettings()).between(one, other) is False


NIGHT = {"quiet": {"begins": "22:00", "ends": "07:00", "offset": "+10:00"}}
"""Cases of this file begin at noon: ten in the evening there."""


def test_who_is_started_in_the_morning_tells_in_one_message_what_happened_at_night() -> None:
    office = Office(**NIGHT)
    office.now = at(9.1 * 3600)
    office.told.cases["c"] = "open"
    office.see(case(name="a"), case(name="b"), case("Resolved", name="c", **ENDED), case(name="d", severity="Critical"))
    night = [("a", Happening.OPENED), ("b", Happening.OPENED), ("c", Happening.ENDED)]
    assert office.after(30) == [[("d", Happening.OPENED)], night]


def test_one_message_waits_until_all_that_belongs_to_it_is_read() -> None:
    office = Office(**NIGHT)
    office.now = at(9.1 * 3600)
    office.see(case(name="a"))
    assert office.after(29) == []
    office.see(case(name="b"))
    assert office.after(1) == []
    assert office.after(29) == [[("a", Happening.OPENED), ("b", Happening.OPENED)]]


def test_what_happens_by_day_is_told_by_itself_also_by_who_is_started_later() -> None:
    office = Office(quiet={"begins": "22:00", "ends": "07:00"})
    office.now = at(3600)
    office.see(case(name="a"), case(name="b"))
    assert office.after(30) == [[("a", Happening.OPENED)], [("b", Happening.OPENED)]]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"begins": "22:00", "offset": "+99:00"}, "offset"),
        ({"begins": "22:00", "offset": "-24:00"}, "offset"),
        ({"begins": "22:00", "offset": "+15:00"}, "offset"),
        ({"begins": "07:00", "ends": "07:00"}, "begins and ends are both 07:00: name two times"),
        ({"begins": "07:00"}, "begins and ends are both 07:00"),
    ],
)
def test_quiet_hours_that_no_clock_has_or_that_would_never_be_are_refused(given: dict[str, str], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        QuietSettings(**given)


def test_what_was_told_is_bounded_and_survives_nonsense() -> None:
    told = Told(since=at())
    for number in range(MOST + 5):
        told.say(f"{number}", "open")
    assert len(told.cases) == MOST
    assert "4" not in told.cases
    uids = {f"{number:036}": "over" for number in range(MOST)}
    assert len(written(Told(since=at(), cases=uids))) < 1024 * 1024 * 3 // 4  # type: ignore[arg-type]
    for text in ("", "{", "[]", '{"since": 1}'):
        assert read_told(text, at(5)) == Told(since=at(5))


def test_settings_that_cannot_be_are_refused() -> None:
    for wrong in ({"quiet": {"begins": "25:00"}}, {"per_hour": 0}, {"state": "../x"}, {"least": "Loud"}):
        with pytest.raises(ValueError, match="validation error"):
            NotifySettings.model_validate(wrong)
