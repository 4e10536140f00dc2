"""What happened, in order of time: what the conclusion rests on, the first failure, and when it was noticed."""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from casebook_analyzer.models import Conclusion, EvidenceBundle, Fact, FactKind
from casebook_analyzer.report.escape import inline
from casebook_analyzer.report.times import clock, day, is_known
from casebook_analyzer.text import LINE_BREAK, bound

MAX_FACTS = 10
"""More is a log, and the evidence has it."""
_TEXT_LIMIT = 160


class Timeline(msgspec.Struct, frozen=True):
    """List items, ready to print."""

    day: str
    """The one day that all times are of; empty when the day stands in each item."""
    items: list[str]


class Moment(msgspec.Struct, frozen=True):
    """One point in time, and the fact that tells of it."""

    time: datetime
    text: str
    fact: str = ""


def timeline(bundle: EvidenceBundle, conclusion: Conclusion, opened_at: datetime) -> Timeline:
    """The moments of a case as markdown."""
    found = moments(bundle, conclusion, opened_at)
    days = sorted({day(moment.time) for moment in found})
    return Timeline(days[0] if len(days) == 1 else "", [_item(moment, with_day=len(days) > 1) for moment in found])


def moments(bundle: EvidenceBundle, conclusion: Conclusion, opened_at: datetime) -> list[Moment]:
    """Cited facts and changes that have a time, and around them what opened the case. The first first."""
    found = _of_facts(bundle, conclusion)
    found += _of_the_case(bundle, opened_at, known={clock(moment.time) for moment in found})
    return sorted(found, key=lambda moment: moment.time)


def _of_facts(bundle: EvidenceBundle, conclusion: Conclusion) -> list[Moment]:
    place = {id_: number for number, id_ in enumerate(conclusion.cited)}
    shown = [fact for fact in bundle.facts if fact.id in place or fact.kind is FactKind.CHANGE]
    shown.sort(key=lambda fact: place.get(fact.id, len(place)))
    kept: dict[tuple[datetime, str], Moment] = {}
    for fact in shown:
        if fact.time is not None:
            moment = Moment(_began(fact, fact.time), _told(fact), fact.id)
            kept.setdefault((moment.time, moment.text), moment)
    return list(kept.values())[:MAX_FACTS]


def _of_the_case(bundle: EvidenceBundle, opened_at: datetime, *, known: set[str]) -> Sequence[Moment]:
    signal = bundle.signal
    why = f" ({signal.reason})" if signal.reason and signal.reason != signal.trigger else ""
    seen = Moment(signal.occurred_at.astimezone(UTC), f"The failure that opened the case: {signal.trigger}{why}")
    opened = Moment(opened_at.astimezone(UTC), "Casebook opened the case")
    told = [opened] if signal.undated or clock(seen.time) in known else [seen, opened]
    return [moment for moment in told if is_known(moment.time)]


def _began(fact: Fact, time: datetime) -> datetime:
    """Of an Event that repeats the first time: the fact has the last."""
    try:
        first = datetime.fromisoformat(fact.attributes.get("firstTime", ""))
    except ValueError:
        first = time
    return (first if first.tzinfo is not None else time).astimezone(UTC)


def _told(fact: Fact) -> str:
    text = bound(fact.text.replace(LINE_BREAK, " "), _TEXT_LIMIT)
    return f"{text} (seen {fact.count} times)" if fact.count > 1 else text


def _item(moment: Moment, *, with_day: bool) -> str:
    when = f"{day(moment.time)} {clock(moment.time)}" if with_day else clock(moment.time)
    return f"`{when}` {inline(moment.text)}{f' ({moment.fact})' if moment.fact else ''}"
