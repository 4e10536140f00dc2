"""Services that failing workloads name are looked at in turns of their namespaces."""

import asyncio

import pytest

from casebook_operator.cases import implied
from tests.operator.builders import subject
from tests.operator.cases.rooms import Room
from tests.operator.cases.test_implied import failed_for, room
from tests.operator.waiting import until

__all__ = ["room"]


async def test_what_one_namespace_names_keeps_no_service_of_another_one_waiting(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(implied, "SWEEP_SECONDS", 0.01)
    begun: list[str] = []

    async def never(suspect: implied.Suspect) -> None:
        begun.append(suspect.service[1])
        await asyncio.Event().wait()

    monkeypatch.setattr(room.implied, "_read", never)
    evil = subject(name="front", namespace="evil", uid="uid-evil")
    room.cases.index.put(failed_for(*((evil.namespace, f"s{number}") for number in range(8)), about=evil))
    room.cases.index.put(failed_for(("shop", "db")))
    running = asyncio.create_task(room.implied.run())
    await until(lambda: len(begun) > 1)
    running.cancel()
    assert sorted(begun) == ["evil", "shop"]
