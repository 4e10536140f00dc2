"""What a case stands for beside its own subject: pods that a node took down, cases that the cap kept from opening."""

from collections import Counter
from datetime import datetime

import msgspec

from casebook_analyzer.models import Signal
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from casebook_operator.kube.times import parse_time, to_rfc3339
from casebook_operator.kube.values import mapping, mappings
from casebook_operator.sharding import Share

NAMES = 10
GROUPS = 10
"""Bounds of ``status.absorbed``: the first names, and the largest groups."""

ORIGINS = 10_000
"""Origins that are remembered for a case, about 100 bytes each. Above, what is older than the last one is not counted
again: like after a restart."""


GROUPS_OF_SHARD = 3
"""Bound of ``status.absorbedByShards``, of which there may be fifteen: no names, and fewer groups."""

OURS, OF_SHARD = "absorbed", "absorbedByShards"


class _Page(msgspec.Struct):
    shard: int | None = None
    """Under which number it is written, where another operator looks after the case."""
    count: int = 0
    first: list[str] = msgspec.field(default_factory=list)
    groups: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)
    """By namespace and failure class."""
    last: datetime | None = None
    horizon: datetime | None = None
    """What occurred until then was counted before this process began."""
    counted_elsewhere: dict[str, datetime] = msgspec.field(default_factory=dict)
    """Namespaces that another operator has counted for before this process began, and until when it had."""
    counted: set[str] = msgspec.field(default_factory=set)

    def is_past(self, namespace: str, seen: datetime) -> bool:
        horizons = (self.horizon, self.counted_elsewhere.get(namespace))
        return any(horizon is not None and seen <= horizon for horizon in horizons)


class AbsorbedPods:
    """Names and numbers of what was absorbed by each case. Each origin counts once, also after a restart."""

    def __init__(self, share: Share | None = None) -> None:
        """What another operator's case stands for is written apart from what that operator counts itself."""
        self._share = share or Share(home="")
        self._pages: dict[str, _Page] = {}
        self._changed: set[str] = set()

    def begin(self, case: Investigation) -> None:
        """Start from the numbers in the case's status. Does nothing for a case that was begun before."""
        if case.uid in self._pages or case.status.keys().isdisjoint((OURS, OF_SHARD)):
            return
        shard = None if self._share.owns(case.namespace) else min(self._share.held)
        written, others = _written(case, shard)
        last = parse_time(written.get("lastTime"))
        self._pages[case.uid] = _Page(
            shard=shard,
            count=int(written.get("count") or 0),
            first=list(written.get("first") or ()),
            groups=Counter(_groups(written)),
            last=last,
            horizon=last,
            counted_elsewhere={
                namespace: until
                for other in others
                if (until := parse_time(other.get("lastTime"))) is not None
                for namespace, _ in _groups(other)
            },
        )

    def add(self, case: Investigation, signal: Signal, *, origin: str, now: datetime, name: str = "") -> bool:
        """Count a signal for a case. Says whether its origin was new. Without a name it is counted and not listed."""
        self.begin(case)
        ours = self._share.owns(case.namespace)
        page = self._pages.setdefault(case.uid, _Page(shard=None if ours else min(self._share.held)))
        if origin in page.counted:
            return False
        if len(page.counted) >= ORIGINS:
            page.counted, page.horizon = set(), page.last
        page.counted.add(origin)
        seen = min(signal.occurred_at, now)
        if page.is_past(signal.origin.namespace, seen):
            return False
        page.count += 1
        page.groups[signal.origin.namespace, signal.failure_class] += 1
        page.last = max(seen, page.last or seen)
        if name and name not in page.first and len(page.first) < NAMES:
            page.first.append(name)
        self._changed.add(case.uid)
        return True

    def status(self, case: Investigation) -> Object:
        """The field of the case's status that tells of it. Empty when it stands for nothing but its own subject.

        ``absorbed`` is for whoever looks after the case; all others have an entry each in ``absorbedByShards``.
        """
        page = self._pages.get(case.uid)
        if page is None or page.last is None:
            return {}
        counted = {"count": page.count, "lastTime": to_rfc3339(page.last)}
        if page.shard is None:
            return {OURS: counted | {"first": list(page.first), "groups": _shown(page.groups, GROUPS)}}
        own = {"shard": page.shard, **counted, "groups": _shown(page.groups, GROUPS_OF_SHARD)}
        _, others = _written(case, page.shard)
        entries = [own, *(other for other in others if "shard" in other)]
        return {OF_SHARD: sorted(entries, key=lambda entry: int(entry["shard"]))}

    def is_behind(self, case: Investigation) -> bool:
        """Whether the entry of this operator is not in a status: another one has overwritten it at the same moment."""
        page = self._pages.get(case.uid)
        if page is None or page.shard is None or not page.count:
            return False
        return int(_written(case, page.shard)[0].get("count") or 0) < page.count

    def take_changed(self) -> set[str]:
        """UIDs of the cases that were added to since the last call."""
        changed, self._changed = self._changed, set()
        return changed

    def forget(self, uid: str) -> None:
        self._pages.pop(uid, None)
        self._changed.discard(uid)


def _written(case: Investigation, shard: int | None) -> tuple[Object, list[Object]]:
    """(what was written here, what others wrote). ``shard`` is None for whoever looks after the case."""
    ours, by_shards = mapping(case.status, OURS), mappings(case.status, OF_SHARD)
    if shard is None:
        return ours, by_shards
    own = next((entry for entry in by_shards if entry.get("shard") == shard), {})
    return own, [ours, *(entry for entry in by_shards if entry.get("shard") != shard)]


def _groups(written: Object) -> dict[tuple[str, str], int]:
    return {(g.get("namespace") or "", g["failureClass"]): g["count"] for g in mappings(written, "groups")}


def _shown(groups: Counter[tuple[str, str]], most: int) -> list[Object]:
    return [
        {"namespace": namespace, "failureClass": failure_class, "count": number}
        for (namespace, failure_class), number in groups.most_common(most)
    ]
