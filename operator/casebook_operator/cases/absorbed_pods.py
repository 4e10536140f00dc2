"""What a case stands for beside its own subject: pods that a node took down, cases that the cap kept from opening."""

from collections import Counter
from datetime import datetime

import msgspec

from casebook_analyzer.models import Signal
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from casebook_operator.kube.times import parse_time, to_rfc3339

NAMES = 10
GROUPS = 10
"""Bounds of ``status.absorbed``: the first names, and the largest groups."""

ORIGINS = 10_000
"""Origins that are remembered for a case, about 100 bytes each. Above, what is older than the last one is not counted
again: like after a restart."""


class _Page(msgspec.Struct):
    count: int = 0
    first: list[str] = msgspec.field(default_factory=list)
    groups: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)
    """By namespace and failure class."""
    last: datetime | None = None
    horizon: datetime | None = None
    """What occurred until then was counted before this process began."""
    counted: set[str] = msgspec.field(default_factory=set)


class AbsorbedPods:
    """Names and numbers of what was absorbed by each case. Each origin counts once, also after a restart."""

    def __init__(self) -> None:
        self._pages: dict[str, _Page] = {}
        self._changed: set[str] = set()

    def begin(self, case: Investigation) -> None:
        """Start from the numbers in the case's status. Does nothing for a case that was begun before."""
        if case.uid in self._pages or "absorbed" not in case.status:
            return
        written: Object = case.status["absorbed"]
        last = parse_time(written.get("lastTime"))
        groups = {(g.get("namespace") or "", g["failureClass"]): g["count"] for g in written.get("groups") or ()}
        self._pages[case.uid] = _Page(
            count=int(written["count"]),
            first=list(written.get("first") or ()),
            groups=Counter(groups),
            last=last,
            horizon=last,
        )

    def add(self, case: Investigation, signal: Signal, *, origin: str, now: datetime, name: str = "") -> bool:
        """Count a signal for a case. Says whether its origin was new. Without a name it is counted and not listed."""
        self.begin(case)
        page = self._pages.setdefault(case.uid, _Page())
        if origin in page.counted:
            return False
        if len(page.counted) >= ORIGINS:
            page.counted, page.horizon = set(), page.last
        page.counted.add(origin)
        seen = min(signal.occurred_at, now)
        if page.horizon is not None and seen <= page.horizon:
            return False
        page.count += 1
        page.groups[signal.origin.namespace, signal.failure_class] += 1
        page.last = max(seen, page.last or seen)
        if name and name not in page.first and len(page.first) < NAMES:
            page.first.append(name)
        self._changed.add(case.uid)
        return True

    def status(self, case: Investigation) -> Object:
        """The field ``absorbed`` of the case's status. Empty when the case stands for nothing but its own subject."""
        page = self._pages.get(case.uid)
        if page is None or page.last is None:
            return {}
        groups = [
            {"namespace": namespace, "failureClass": failure_class, "count": number}
            for (namespace, failure_class), number in page.groups.most_common(GROUPS)
        ]
        return {
            "absorbed": {
                "count": page.count,
                "lastTime": to_rfc3339(page.last),
                "first": list(page.first),
                "groups": groups,
            }
        }

    def take_changed(self) -> set[str]:
        """UIDs of the cases that were added to since the last call."""
        changed, self._changed = self._changed, set()
        return changed

    def forget(self, uid: str) -> None:
        self._pages.pop(uid, None)
        self._changed.discard(uid)
