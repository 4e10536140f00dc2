"""A condition that means trouble from now on is noticed on nodes that report it already."""

from typing import Any

import pytest

from casebook_analyzer.taxonomy import TaxonomyHolder, compose, shipped_taxonomy
from casebook_operator.kube import Object
from casebook_operator.scope import Scope
from casebook_operator.settings import WatchSettings
from casebook_operator.taxonomies.signal_refresh import SignalRefresh
from tests.analyzer.taxonomy.overlays import overlay, rule

CONDITION = {
    "type": "FabricDegraded",
    "setBy": "us",
    "badStatus": ["True"],
    "failureClass": "Fabric",
    "severity": "Critical",
    "source": "us",
}


class Kube:
    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []

    async def list(self, path: str, **query: Any) -> list[Object]:
        self.asked.append((path, query))
        return [{"metadata": {"name": path.rpartition("/")[2]}}]


class Room:
    def __init__(self, scope: Scope) -> None:
        self.kube, self.holder = Kube(), TaxonomyHolder(shipped_taxonomy())
        self.seen: list[tuple[str, str]] = []
        self.sight = SignalRefresh(
            kube=self.kube,
            scope=scope,
            holder=self.holder,
            look=lambda kind, obj: self.seen.append((kind, obj["metadata"]["name"])),
        )


@pytest.fixture
def room() -> Room:
    return Room(Scope())


async def test_nodes_and_their_events_are_looked_at_when_conditions_change(room: Room) -> None:
    room.holder.replace(compose(shipped_taxonomy(), [overlay(conditions=[CONDITION])]).taxonomy)
    await room.sight.look_again()
    await room.sight.look_again()
    assert room.seen == [("Node", "nodes"), ("Event", "events")]


async def test_events_of_nodes_are_looked_for_where_they_are_watched() -> None:
    room = Room(Scope(watch=WatchSettings(namespaces=("shop",))))
    room.holder.replace(compose(shipped_taxonomy(), [overlay(conditions=[CONDITION])]).taxonomy)
    await room.sight.look_again()
    assert [path for path, _ in room.kube.asked] == [
        "/api/v1/nodes",
        "/api/v1/namespaces/shop/events",
        "/api/v1/namespaces/default/events",
    ]


async def test_nodes_that_are_not_watched_are_not_looked_at() -> None:
    room = Room(Scope(watch=WatchSettings(nodes=False)))
    room.holder.replace(compose(shipped_taxonomy(), [overlay(conditions=[CONDITION])]).taxonomy)
    await room.sight.look_again()
    assert room.kube.asked == []


async def test_rules_alone_are_no_reason_to_look(room: Room) -> None:
    room.holder.replace(compose(shipped_taxonomy(), [overlay(rules=[rule()])]).taxonomy)
    await room.sight.look_again()
    assert room.kube.asked == []
