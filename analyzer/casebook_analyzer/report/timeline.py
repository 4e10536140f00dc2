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


class _Moment(msgspec.Struct, frozen=True):
    time: datetime
    text: str
    fact: str = ""


def timeline(bundle: EvidenceBundle, conclusion: Conclusion, opened_at: datetime) -> Timeline:
    """Cited facts and changes that have a time, and around them what opened the case."""
    moments = _of_facts(bundle, conclusion)
    moments += _of_the_case(bundle, opened_at, known={clock(moment.time) for moment in moments})
    moments.sort(key=lambda moment: moment.time)
    days = sorted({day(moment.time) for moment in moments})
    return Timeline(days[0] if len(days) == 1 else "", [_item(moment, with_day=len(days) > 1) for moment in moments])


def _of_facts(bundle: EvidenceBundle, conclusion: Conclusion) -> list[_Moment]:
    place = {id_: number for number, id_ in enumerate(conclusion.cited)}
    shown = [fact for fact in bundle.facts if fact.id in place or fact.kind is FactKind.CHANGE]
    shown.sort(key=lambda fact: place.get(fact.id, len(place)))
    kept: dict[tuple[datetime, str], _Moment] = {}
    for fact in shown:
        if fact.time is not None:
            moment = _Moment(_began(fact, fact.time), _told(fact), fact.id)
            kept.setdefault((moment.time, moment.text), moment)
    return list(kept.values())[:MAX_FACTS]


def _of_the_case(bundle: EvidenceBundle, opened_at: datetime, *, known: set[str]) -> Sequence[_Moment]:
    signal = bundle.signal
    why = f" ({signal.reason})" if signal.reason and signal.reason != signal.trigger else ""
    seen = _Moment(signal.occurred_at.astimezone(UTC), f"The failure that opened the case: {signal.trigger}{why}")
    opened = _Moment(opened_at.astimezone(UTC), "Casebook opened the case")
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


def _item(moment: _Moment, *, with_day: bool) -> str:
    when = f"{day(moment.time)} {clock(moment.time)}" if with_day else clock(moment.time)
    return f"`{when}` {inline(moment.text)}{f' ({moment.fact})' if moment.fact else ''}"
