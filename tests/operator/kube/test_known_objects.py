"""What watches have brought answers like the API server, and nothing else does."""

from random import Random
from typing import Any

import msgspec
import pytest

from casebook_operator.kube import ApiStatusError, Object, paths
from casebook_operator.kube.known_events import KEPT_SECONDS, ROOM_BYTES, About, KnownEvents
from casebook_operator.kube.known_first import KnownFirst
from casebook_operator.kube.known_objects import LARGEST_BYTES, NAMESPACE_BYTES, NORMAL_EVENTS, KnownObjects


class Server:
    """An API server that has nothing, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def get(self, path: str, **_: str | int) -> Object:
        self.asked.append(path)
        raise ApiStatusError(404, "NotFound", "not found")

    async def get_metadata(self, path: str) -> Object:
        self.asked.append(path)
        return {"metadata": {"name": "of-the-server"}}

    async def get_text(self, path: str, **_: str | int) -> bytes:
        self.asked.append(path)
        return b"of the server"

    async def list(self, path: str, **_: Any) -> list[Object]:
        self.asked.append(path)
        return []


def made(kind: str, name: str, **labels: str) -> bytes:
    metadata = {"name": name, "namespace": "shop", "labels": labels}
    return msgspec.json.encode({"apiVersion": "apps/v1", "kind": kind, "metadata": metadata, "spec": {"replicas": 2}})


@pytest.fixture
def known() -> KnownObjects:
    """All Deployments of a cluster, two of them."""
    known = KnownObjects()
    for name, tier in (("web", "front"), ("api", "back")):
        known.put("Deployment", "shop", name, made("Deployment", name, tier=tier))
    known.say("Deployment", "", complete=True)
    return known


def names(objects: list[Object]) -> list[str]:
    return [one["metadata"]["name"] for one in objects]


async def test_what_is_known_costs_no_request(known: KnownObjects) -> None:
    reader = KnownFirst(server := Server(), known)
    assert (await reader.get(paths.item("Deployment", "shop", "web")))["spec"] == {"replicas": 2}
    assert names(await reader.list(paths.collection("Deployment", "shop"))) == ["api", "web"]
    assert await reader.list(paths.collection("Deployment", "elsewhere")) == []
    assert server.asked == []


@pytest.mark.parametrize(
    ("selector", "selected"),
    [("tier=back", ["api"]), ("tier in (front,back)", ["api", "web"]), ("tier!=back,tier", ["web"]), ("!tier", [])],
)
async def test_a_list_is_selected_by_labels(known: KnownObjects, selector: str, selected: list[str]) -> None:
    found = await KnownFirst(Server(), known).list(paths.collection("Deployment", "shop"), labelSelector=selector)
    assert names(found) == selected


async def test_labels_that_are_none_select_nothing_and_break_nothing(known: KnownObjects) -> None:
    known.put("Deployment", "shop", "odd", b'{"metadata": {"name": "odd", "labels": {"tier": null}}}')
    known.put("Deployment", "shop", "bare", b'{"metadata": {"name": "bare"}}')
    found = await KnownFirst(Server(), known).list(paths.collection("Deployment", "shop"), labelSelector="tier=back")
    assert names(found) == ["api"]


async def test_only_the_server_says_that_an_object_does_not_exist(known: KnownObjects) -> None:
    with pytest.raises(ApiStatusError, match="not found"):
        await KnownFirst(Server(), known).get(paths.item("Deployment", "shop", "gone"))


async def test_what_is_gone_is_not_known(known: KnownObjects) -> None:
    known.forget("Deployment", "shop", "web")
    assert names(await KnownFirst(Server(), known).list(paths.collection("Deployment", "shop"))) == ["api"]


@pytest.mark.parametrize(
    ("path", "query"),
    [
        (paths.collection("StatefulSet", "shop"), {}),
        (paths.collection("Deployment"), {}),
        (paths.collection("Deployment", "shop"), {"fieldSelector": "metadata.name=web"}),
        (paths.collection("Deployment", "shop"), {"resourceVersion": "0"}),
        ("/apis/apps.kruise.io/v1/namespaces/shop/deployments", {}),
    ],
)
async def test_what_is_not_known_is_asked_for(known: KnownObjects, path: str, query: dict[str, str]) -> None:
    server = Server()
    await KnownFirst(server, known).list(path, **query)
    assert server.asked == [path]


async def test_metadata_and_texts_are_those_of_the_server(known: KnownObjects) -> None:
    reader, path = KnownFirst(server := Server(), known), paths.item("Deployment", "shop", "web")
    assert await reader.get_metadata(path) == {"metadata": {"name": "of-the-server"}}
    assert await reader.get_text(f"{path}/log") == b"of the server"
    assert server.asked == [path, f"{path}/log"]


async def test_a_part_of_an_object_is_asked_for(known: KnownObjects) -> None:
    with pytest.raises(ApiStatusError):
        await KnownFirst(Server(), known).get(f"{paths.item('Deployment', 'shop', 'web')}/scale")


async def test_of_namespaces_that_are_watched_alone_others_are_asked_for() -> None:
    known, server = KnownObjects(), Server()
    known.say("Deployment", "shop", complete=True)
    reader = KnownFirst(server, known)
    await reader.list(paths.collection("Deployment", "shop"))
    await reader.list(paths.collection("Deployment", "other"))
    assert server.asked == [paths.collection("Deployment", "other")]


async def test_a_watch_that_has_to_begin_anew_is_not_relied_on(known: KnownObjects) -> None:
    known.say("Deployment", "", complete=False)
    await KnownFirst(server := Server(), known).list(paths.collection("Deployment", "shop"))
    assert len(server.asked) == 1


LARGE = made("Deployment", "large", tier="x" * LARGEST_BYTES)


async def test_of_a_namespace_with_an_object_that_is_too_large_the_server_is_asked(known: KnownObjects) -> None:
    reader = KnownFirst(server := Server(), known)
    known.put("Deployment", "shop", "large", LARGE)
    await reader.list(paths.collection("Deployment", "shop"))
    assert len(server.asked) == 1
    assert await reader.list(paths.collection("Deployment", "elsewhere")) == []
    known.put("Deployment", "shop", "large", made("Deployment", "large"))
    assert names(await reader.list(paths.collection("Deployment", "shop"))) == ["api", "large", "web"]
    known.put("Deployment", "shop", "large", LARGE)
    known.forget("Deployment", "shop", "large")
    assert names(await reader.list(paths.collection("Deployment", "shop"))) == ["api", "web"]
    assert len(server.asked) == 1


def test_one_namespace_takes_the_room_of_no_other(known: KnownObjects) -> None:
    rude = Random(1)
    for number in range(NAMESPACE_BYTES // 40_000 + 50):
        text = rude.randbytes(20_000).hex()
        known.put("Deployment", "rude", f"d-{number}", made("Deployment", f"d-{number}", text=text))
    assert not known.is_complete("Deployment", "rude")
    assert known.is_complete("Deployment", "shop")
    known.put("Deployment", "shop", "new", made("Deployment", "new"))
    assert len(known.all("Deployment", "shop")) == 3


def test_who_deletes_has_room_again(known: KnownObjects) -> None:
    for _ in range(3):
        for number in range(300):
            known.put("Deployment", "busy", f"d-{number}", made("Deployment", f"d-{number}", text="x" * 40_000))
        for number in range(300):
            known.forget("Deployment", "busy", f"d-{number}")
    known.put("Deployment", "busy", "last", made("Deployment", "last"))
    assert known.is_complete("Deployment", "busy")


def event(name: str, text: str = "") -> bytes:
    return msgspec.json.encode({"metadata": {"name": name}, "message": text})


WEB = About("shop", "Deployment", "web")
OF_WEB = {"fieldSelector": "involvedObject.kind=Deployment,involvedObject.name=web"}


async def test_events_about_an_owner_are_known(known: KnownObjects) -> None:
    known.events.put(WEB, "scaled", event("scaled"))
    known.events.put(About("shop", "Deployment", "api"), "other", event("other"))
    for kind in ("Event", NORMAL_EVENTS):
        known.say(kind, "", complete=True)
    found = await KnownFirst(server := Server(), known).list(paths.collection("Event", "shop"), **OF_WEB)
    assert (names(found), server.asked) == (["scaled"], [])


@pytest.mark.parametrize("complete", ["Event", NORMAL_EVENTS])
async def test_as_long_as_one_of_both_watches_of_events_is_missing_they_are_asked_for(complete: str) -> None:
    known = KnownObjects()
    known.say(complete, "", complete=True)
    await KnownFirst(server := Server(), known).list(paths.collection("Event", "shop"), **OF_WEB)
    assert len(server.asked) == 1


@pytest.mark.parametrize("about", ["involvedObject.kind=Pod,involvedObject.name=web-0", "reason=Killing", ""])
async def test_events_about_pods_are_asked_for(known: KnownObjects, about: str) -> None:
    for kind in ("Event", NORMAL_EVENTS):
        known.say(kind, "", complete=True)
    await KnownFirst(server := Server(), known).list(paths.collection("Event", "shop"), fieldSelector=about)
    assert len(server.asked) == 1


def test_the_newest_version_of_an_event_counts_until_it_is_gone() -> None:
    events = KnownEvents()
    events.put(WEB, "scaled", event("scaled", "to 2"))
    events.put(WEB, "scaled", event("scaled", "to 3"))
    assert [one["message"] for one in events.about(WEB) or ()] == ["to 3"]
    events.forget("shop", "scaled")
    assert events.about(WEB) == []


def test_an_event_that_the_server_has_forgotten_meanwhile_is_evidence_no_more() -> None:
    now = 0.0
    events = KnownEvents(clock=lambda: now)
    events.put(WEB, "scaled", event("scaled", "to 2"))
    events.put(WEB, "heard-again", event("heard-again", "to 3"))
    now = KEPT_SECONDS
    events.put(WEB, "heard-again", event("heard-again", "to 3"))
    now += 1
    assert [one["message"] for one in events.about(WEB) or ()] == ["to 3"]


def test_a_flood_of_events_is_dropped_and_then_nobody_says_that_all_are_here() -> None:
    now = 0.0
    events = KnownEvents(clock=lambda: now)
    long = "x" * 16_000
    for number in range(ROOM_BYTES // len(long) + 10):
        events.put(WEB, f"flood-{number}", event(f"flood-{number}", long))
    assert events.about(WEB) is None
    now = KEPT_SECONDS
    kept = events.about(WEB)
    assert kept is not None
    assert 0 < len(kept) <= ROOM_BYTES // len(long)
    assert "flood-0" not in names(kept)
