"""What happened to a subject and to the nodes that its pods ran on."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

import msgspec

from casebook_analyzer.models import FactKind, Incident, is_known
from casebook_analyzer.timeline.moment import Moment, MomentKind, in_order

_NAMESPACE = "Namespace/"


def of_namespaces(namespaces: Iterable[str]) -> str:
    """What the timeline of everything in some namespaces is about: ``Namespace/media,shop``."""
    return _NAMESPACE + ",".join(sorted(set(namespaces)))


def namespaces_in(subject: str) -> frozenset[str]:
    """The namespaces that a timeline is of; none, where it is that of a workload or a node."""
    names = subject.removeprefix(_NAMESPACE).split(",") if subject.startswith(_NAMESPACE) else ()
    return frozenset(name for one in names if (name := one.strip()))


class Timeline(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that memory knows of a subject, the first first."""

    subject: str
    nodes: tuple[str, ...] = ()
    """Nodes its pods ran on when they failed, as subjects: ``Node/worker-1``."""
    moments: tuple[Moment, ...] = ()
    episodes: int = 0
    """How many incidents of the subject itself are in it."""
    open: int = 0
    """How many of those are not resolved."""

    @property
    def lanes(self) -> tuple[str, ...]:
        """The subject, then its nodes: a timeline is drawn with one column for each."""
        return (self.subject, *self.nodes)


def make_timeline(subject: str, own: Sequence[Incident], nodes: Sequence[str], faults: Sequence[Incident]) -> Timeline:
    """The timeline of a subject's own incidents and of the faults of its nodes.

    A change that several incidents tell of stands in it once.
    """
    kept: dict[tuple[datetime, str, str], Moment] = {}
    for moment in (moment for one in (*own, *faults) for moment in _moments(one)):
        kept.setdefault((moment.time, moment.on, moment.text), moment)
    return Timeline(
        subject=subject,
        nodes=tuple(nodes),
        moments=in_order(kept.values()),
        episodes=len(own),
        open=sum(one.resolution is None for one in own),
    )


def make_namespace_timeline(
    subject: str, own: Sequence[Incident], nodes: Sequence[str], faults: Sequence[Incident]
) -> Timeline:
    """The same of all in some namespaces (:func:`of_namespaces`): each moment begins with whom it happened to."""
    lanes, several = frozenset(nodes), len(namespaces_in(subject)) > 1
    found = make_timeline(subject, own, nodes, [one for one in faults if str(one.bundle.subject) in lanes])
    moments = (
        one
        if one.on in lanes
        else msgspec.structs.replace(one, on=subject, text=f"{one.on if several else _short(one.on)}: {one.text}")
        for one in found.moments
    )
    return msgspec.structs.replace(found, moments=tuple(moments))


def _short(subject: str) -> str:
    """``Deployment/checkout``: whose namespace it is stands above."""
    kind, _, rest = subject.partition("/")
    return f"{kind}/{rest.rpartition('/')[2]}"


def _moments(one: Incident) -> Iterator[Moment]:
    on, name = str(one.bundle.subject), f"{one.namespace}/{one.name}"
    onset = _onset(one)
    for fact in one.bundle.facts:
        if fact.kind is FactKind.CHANGE:
            time, text = (fact.time, fact.text) if fact.time else (onset, f"{fact.text} (at a time that is not known)")
            yield Moment(time=time.astimezone(UTC), kind=MomentKind.CHANGE, on=on, text=text, incident=name)
    failed = f"{one.bundle.signal.trigger}: {one.title} ({one.conclusion.category})"
    yield Moment(time=onset, kind=MomentKind.FAILURE, on=on, text=failed, incident=name)
    if one.resolution is not None:
        changes = [change.text for change in one.resolution.changes if change.text != one.resolution.summary]
        said = "; ".join((f"{one.resolution.kind}: {one.resolution.summary}", *changes))
        yield Moment(time=one.resolution.resolved_at, kind=MomentKind.RECOVERY, on=on, text=said, incident=name)


def _onset(one: Incident) -> datetime:
    """When it failed by the object's own clock; when the case was opened where that is not known."""
    told = one.bundle.signal.occurred_at.astimezone(UTC)
    return told if is_known(told) and not one.bundle.signal.undated else one.opened_at
