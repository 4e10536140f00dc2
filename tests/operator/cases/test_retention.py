"""Closed Investigations leave the cluster when their time is over, memory has them, and they cannot be opened again."""

from datetime import timedelta

import msgspec
import pytest

from casebook_analyzer.errors import ClusterRefusedError, DatabaseUnavailableError
from casebook_operator.cases import retention
from casebook_operator.cases.retention import CaseRetention
from casebook_operator.investigation import Investigation
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.settings import CaseSettings, KeepResolved
from tests.analyzer.memory.incidents import make_resolution
from tests.operator.builders import at, incident, investigation, signal
from tests.operator.cases.rooms import SEAL, Room

DAY = 86_400.0
RESOLUTION = make_resolution()


class Shelf:
    """Investigations that were closed so many days ago."""

    def __init__(self, *, days: float = 0, number: int = 0) -> None:
        self.room = Room()
        self.room.clock.now = at(100 * DAY)
        self.retention = CaseRetention(
            store=self.room.store,  # type: ignore[arg-type]
            memory=self.room.memory,  # type: ignore[arg-type]
            cases=self.room.cases,
            settings=CaseSettings(keep_resolved=KeepResolved(days=days, number=number)),
            clock=self.room.clock,
        )

    def put(self, name: str, *, days_ago: float, state: str = "Resolved", own: bool = True, ended: bool = True) -> None:
        over = self.room.clock() - timedelta(days=days_ago)
        told = {"kind": "PodReplaced", "resolvedTime": to_rfc3339(over), "secondsToResolve": 60}
        of = signal(failure_class=name)
        case = investigation(state, of=of, uid=name, **({"resolution": told} if state == "Resolved" else {}))
        case = msgspec.structs.replace(case, name=name)
        if own:
            case = msgspec.structs.replace(case, seal=SEAL._digest(case))
        self.room.cases.put(case)
        resolved = msgspec.structs.replace(RESOLUTION, resolved_at=over)
        self.room.memory.incidents[name] = incident(id=name, name=name, resolution=resolved if ended else None)

    async def sweep(self) -> list[str]:
        await self.retention.sweep()
        return self.room.store.deleted

    def known(self) -> set[str]:
        return {case.name for case in self.room.cases.index._by_uid.values()}


async def test_by_time_what_is_older_goes_and_the_rest_stays() -> None:
    shelf = Shelf(days=30)
    for days in (29, 31, 60):
        shelf.put(f"d{days}", days_ago=days)
    assert await shelf.sweep() == ["d60", "d31"]
    assert shelf.known() == {"d29"}


async def test_by_number_the_latest_stay() -> None:
    shelf = Shelf(number=2)
    for days in (9, 5, 7, 3):
        shelf.put(f"d{days}", days_ago=days)
    assert await shelf.sweep() == ["d9", "d7"]


async def test_zero_keeps_them_for_ever() -> None:
    shelf = Shelf()
    shelf.put("old", days_ago=99)
    assert await shelf.sweep() == []


@pytest.mark.parametrize("kept", [{"days": 0.001}, {"number": 1}])
async def test_what_can_be_opened_again_stays(kept: dict[str, float]) -> None:
    shelf = Shelf(**kept)  # type: ignore[arg-type]
    shelf.put("old", days_ago=1)
    shelf.put("hours", days_ago=0.2)
    shelf.put("minutes", days_ago=0.01)
    assert await shelf.sweep() == ["old"]


async def test_what_is_open_or_not_ours_or_not_in_memory_with_its_end_stays() -> None:
    shelf = Shelf(days=1)
    shelf.put("open", days_ago=50, state="Open")
    shelf.put("recurring", days_ago=50, state="Recurring")
    shelf.put("of-a-person", days_ago=50, own=False)
    shelf.put("unknown-end", days_ago=50, ended=False)
    shelf.put("forgotten", days_ago=50)
    del shelf.room.memory.incidents["forgotten"]
    assert await shelf.sweep() == []
    assert len(shelf.known()) == 5


async def test_a_sweep_deletes_no_more_than_some_and_the_next_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "MOST_AT_ONCE", 2)
    shelf = Shelf(days=1)
    for days in (5, 4, 3):
        shelf.put(f"d{days}", days_ago=days)
    assert await shelf.sweep() == ["d5", "d4"]
    assert await shelf.sweep() == ["d5", "d4", "d3"]


@pytest.mark.parametrize("where", ["memory", "store"])
async def test_while_the_database_or_the_api_server_refuses_everything_stays(where: str) -> None:
    shelf = Shelf(days=1)
    shelf.put("old", days_ago=50)
    if where == "memory":
        shelf.room.memory.errors = [DatabaseUnavailableError("away")]
    else:
        shelf.room.store.errors = [ClusterRefusedError("no")]
    with pytest.raises((DatabaseUnavailableError, ClusterRefusedError)):
        await shelf.sweep()
    assert shelf.known() == {"old"}
    assert await shelf.sweep() == ["old"]


async def _open(room: Room) -> Investigation:
    await room.see(signal(occurred_at=room.clock()))
    (case,) = room.cases.index.unresolved()
    return case


async def test_a_name_is_not_used_again_after_its_investigation_is_gone() -> None:
    room = Room()
    first = await _open(room)
    room.memory.incidents[first.uid] = incident(id=first.uid, name=first.name, namespace="shop", episode=7)
    room.cases.forget(first.uid)
    room.clock.forward(60)
    second = await _open(room)
    assert (second.episode, second.name) == (8, first.name.removesuffix("-1") + "-8")


async def test_while_the_database_is_away_a_failure_is_opened_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room()
    asked = []

    async def away(*_: str) -> int:
        asked.append(1)
        raise DatabaseUnavailableError("away")

    monkeypatch.setattr(room.memory, "last_episode", away)
    assert (await _open(room)).episode == 1
    await room.see(signal(failure_class="OOMKilled", container="other", occurred_at=room.clock()))
    assert len(room.opened()) == 2
    assert len(asked) == 1
