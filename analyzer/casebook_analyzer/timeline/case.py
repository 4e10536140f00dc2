"""What happened in one case: what the conclusion rests on, the first failure, and when it was noticed."""

from collections.abc import Iterator
from datetime import UTC, datetime

from casebook_analyzer.models import Conclusion, EvidenceBundle, Fact, FactKind, Resolution, Trigger, is_known
from casebook_analyzer.text import bound, telling_row
from casebook_analyzer.timeline.moment import Moment, MomentKind
from casebook_analyzer.timeline.times import clock

MAX_FACTS = 10
"""More is a log, and the evidence has it."""
_TEXT_LIMIT = 160
"""Characters of one fact."""


def case_moments(
    bundle: EvidenceBundle, conclusion: Conclusion, opened_at: datetime, resolution: Resolution | None = None
) -> tuple[Moment, ...]:
    """Cited facts and changes that have a time, the failure that opened the case, its opening and its end."""
    found = _of_facts(bundle, conclusion)
    known = {clock(moment.time) for moment in found}
    found += [*_of_the_case(bundle, opened_at, known), *_of_the_end(resolution)]
    # Facts of one second stand as the conclusion cites them.
    return tuple(sorted(found, key=lambda moment: moment.time))


def _of_facts(bundle: EvidenceBundle, conclusion: Conclusion) -> list[Moment]:
    place = {id_: number for number, id_ in enumerate(conclusion.cited)}
    shown = [fact for fact in bundle.facts if fact.id in place or fact.kind is FactKind.CHANGE]
    shown.sort(key=lambda fact: place.get(fact.id, len(place)))
    kept: dict[tuple[datetime, str], Moment] = {}
    for fact in shown:
        if fact.time is not None:
            kind = MomentKind.CHANGE if fact.kind is FactKind.CHANGE else MomentKind.OBSERVED
            moment = Moment(time=_began(fact, fact.time), kind=kind, text=_told(fact), fact=fact.id)
            kept.setdefault((moment.time, moment.text), moment)
    return list(kept.values())[:MAX_FACTS]


def _of_the_case(bundle: EvidenceBundle, opened_at: datetime, known: set[str]) -> Iterator[Moment]:
    """The failure, unless a fact of the same second tells of it, and the opening; each only when a clock told it."""
    signal = bundle.signal
    seen, opened = signal.occurred_at.astimezone(UTC), opened_at.astimezone(UTC)
    if bundle.imported is not None:  # Casebook was not there
        if is_known(opened):
            yield Moment(time=opened, kind=MomentKind.FAILURE, text=f"It begins, as {bundle.imported.source} has it")
        return
    told = signal.undated or clock(seen) in known
    if not told and is_known(seen) and signal.trigger is not Trigger.MANUAL:  # a person asked, and nothing need fail
        why = f" ({signal.reason})" if signal.reason and signal.reason != signal.trigger else ""
        text = f"The failure that opened the case: {signal.trigger}{why}"
        yield Moment(time=seen, kind=MomentKind.FAILURE, text=text)
    if is_known(opened):
        yield Moment(time=opened, kind=MomentKind.OPENED, text="Casebook opened the case")


def _of_the_end(resolution: Resolution | None) -> Iterator[Moment]:
    if resolution is not None:
        time = resolution.resolved_at.astimezone(UTC)
        yield Moment(time=time, kind=MomentKind.RECOVERY, text=f"Recovered: {resolution.summary}")


def _began(fact: Fact, time: datetime) -> datetime:
    """The first time of an Event that repeats: the fact itself has the last."""
    try:
        first = datetime.fromisoformat(fact.attributes.get("firstTime", ""))
    except ValueError:
        first = time
    return (first if first.tzinfo is not None else time).astimezone(UTC)


def _told(fact: Fact) -> str:
    text = bound(telling_row(fact.text), _TEXT_LIMIT)
    return f"{text} (seen {fact.count} times)" if fact.count > 1 else text
