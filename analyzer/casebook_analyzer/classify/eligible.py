"""Which facts can explain a case: rules are matched against these and no others."""

from datetime import datetime, timedelta

from casebook_analyzer.classify.nearness import Nearness, Surroundings
from casebook_analyzer.classify.other_devices import other_devices
from casebook_analyzer.classify.too_late import too_late
from casebook_analyzer.models import Entity, EvidenceBundle, Fact, FactKind

_CHANGE_BEFORE, _CHANGE_AFTER = timedelta(hours=1), timedelta(minutes=1)
"""A change counts when it was made shortly before the onset; clocks of two machines may differ by a little."""
_SAME_FAILURE = timedelta(hours=24)
"""How far back an Event that still repeats moves the onset: a crash loop begins long before its latest crash."""


def eligible_facts(
    bundle: EvidenceBundle,
    *,
    of_others: bool = False,
    of_pods: frozenset[Entity] = frozenset(),
    old_changes: bool = False,
) -> tuple[Fact, ...]:
    """Facts of the failing container and device, or of none, and changes that were made shortly before the onset.

    ``of_others`` adds those of other containers, ``of_pods`` those of certain other pods, ``old_changes`` the changes
    that were made earlier.
    """
    surroundings = Surroundings(bundle)
    is_of_another = other_devices(bundle)
    begun = onset(bundle)
    came_too_late = too_late(bundle, begun)
    earliest, latest = begun - _CHANGE_BEFORE, max(begun, bundle.signal.occurred_at) + _CHANGE_AFTER
    kept = []
    for fact in bundle.standing:
        near = of_others or fact.entity in of_pods or surroundings.of(fact) is Nearness.OWN
        if is_of_another(fact) or came_too_late(fact) or not near:
            continue
        dated_change = fact.kind is FactKind.CHANGE and fact.time is not None and not old_changes
        if not dated_change or (fact.time is not None and earliest <= fact.time <= latest):
            kept.append(fact)
    return tuple(kept)


def onset(bundle: EvidenceBundle) -> datetime:
    """When the failure began: the first time of the oldest warning about the subject that is still repeated.

    Where the object does not say since when it fails, it is the time of the oldest fact that tells of trouble; without
    such a fact, the time at which the evidence was collected.
    """
    occurred = bundle.signal.occurred_at
    if bundle.signal.undated:
        return min(
            (f.time for f in bundle.standing if f.time is not None and _is_trouble(f)), default=bundle.collected_at
        )
    times = [occurred]
    for fact in bundle.standing:
        first = _time(fact.attributes.get("firstTime", ""))
        if _warns(fact) and first is not None and occurred - _SAME_FAILURE <= first <= occurred:
            times.append(first)
    return min(times)


def _is_trouble(fact: Fact) -> bool:
    bad = fact.kind is FactKind.NODE and fact.attributes.get("bad") == "true"
    return bad or fact.kind is FactKind.KERNEL or _warns(fact)


def _warns(fact: Fact) -> bool:
    return fact.kind is FactKind.EVENT and fact.attributes.get("type") == "Warning"


def _time(text: str) -> datetime | None:
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return time if time.tzinfo is not None else None
