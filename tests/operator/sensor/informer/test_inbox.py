"""Between streams and whoever looks: the newest version of each object, within a bound of bytes."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from typing_extensions import override

from casebook_operator import metrics
from casebook_operator.kube import Object
from casebook_operator.kube.bounded import LONGEST_TEXT
from casebook_operator.scope import Scope
from casebook_operator.sensor.informer.inbox import ROOM, Inbox, ObjectName, Version
from casebook_operator.sensor.informer.projections import Metadata, PodProjection, PodStatus
from casebook_operator.settings import WatchSettings
from tests.operator.sensor.notes import Notes
from tests.operator.waiting import until
from tests.patience import PATIENCE

POD = ObjectName("Pod", "shop", "cart")


def version(number: int = 1, *, size: int = 1, message: str | None = None) -> Version:
    metadata = Metadata(name="cart", namespace="shop", resource_version=str(number))
    return Version(PodProjection(metadata=metadata, status=PodStatus(message=message)), size=size)


@asynccontextmanager
async def shown(inbox: Inbox, notes: Notes | None = None) -> AsyncIterator[Notes]:
    notes = notes or Notes()
    running = asyncio.create_task(inbox.run(notes))
    try:
        yield notes
    finally:
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running


def versions(notes: Notes) -> list[str]:
    return [pod["metadata"]["resourceVersion"] for pod in notes.seen_kinds["Pod"]]


async def test_of_several_versions_the_newest_is_shown() -> None:
    inbox = Inbox()
    for number in range(5):
        await inbox.put(POD, version(number))
    assert len(inbox) == 1
    async with shown(inbox) as notes:
        await until(lambda: versions(notes) == ["4"])


async def test_what_a_deleted_object_showed_last_is_shown_before_it_is_gone() -> None:
    inbox = Inbox()
    await inbox.put(POD, version(7))
    await inbox.put(POD, Version(gone=True))
    async with shown(inbox) as notes:
        await until(lambda: notes.deleted == [("Pod", "cart")])
        assert versions(notes) == ["7"]


async def test_an_object_that_is_made_again_is_not_gone() -> None:
    inbox = Inbox()
    await inbox.put(POD, Version(gone=True))
    await inbox.put(POD, version(8))
    async with shown(inbox) as notes:
        await until(lambda: versions(notes) == ["8"])
        assert notes.deleted == []


async def test_a_stream_that_brings_too_much_waits_for_room() -> None:
    inbox = Inbox()
    await inbox.put(POD, version(size=ROOM))
    waiting = asyncio.create_task(inbox.put(ObjectName("Pod", "shop", "till"), version()))
    await asyncio.sleep(0.01)
    assert not waiting.done()
    async with shown(inbox) as notes:
        await waiting
        await until(lambda: len(versions(notes)) == 2)


async def test_a_newer_version_takes_the_room_of_the_older() -> None:
    inbox = Inbox()
    for _ in range(100):
        async with asyncio.timeout(PATIENCE):
            await inbox.put(POD, version(size=ROOM - 1))


async def test_a_text_of_a_megabyte_is_cut_before_anybody_keeps_it() -> None:
    inbox = Inbox()
    await inbox.put(POD, version(size=1_000_000, message="x" * 1_000_000))
    async with shown(inbox) as notes:
        await until(lambda: len(notes.seen_kinds["Pod"]) == 1)
    assert len(notes.seen_kinds["Pod"][0]["status"]["message"]) == LONGEST_TEXT


async def test_others_have_their_turn_while_many_objects_are_shown() -> None:
    inbox, turns = Inbox(), 0
    for number in range(20_000):
        await inbox.put(ObjectName("Pod", "shop", f"cart-{number}"), version())
    async with shown(inbox) as notes:
        while len(notes.seen_kinds["Pod"]) < 20_000:
            await asyncio.sleep(0)
            turns += 1
    assert turns > 3


def own(uid: str) -> tuple[ObjectName, Version]:
    body = {"metadata": {"name": "cart-1", "namespace": "shop", "uid": uid}}
    return ObjectName("Investigation", "shop", "cart-1", uid), Version(body)


async def test_an_investigation_that_is_made_again_under_its_name_is_another_and_the_first_is_gone() -> None:
    inbox = Inbox()
    await inbox.put(own("one")[0], Version(gone=True))
    await inbox.put(*own("two"))
    async with shown(inbox) as notes:
        await until(lambda: notes.investigations == [("cart-1", True), ("cart-1", False)])


async def test_what_nobody_should_see_is_not_shown() -> None:
    scope = Scope(watch=WatchSettings(namespaces=("shop",)))
    inbox = Inbox(scope.shows)
    for kind in ("Node", "Pod"):
        event = {"metadata": {"name": f"of-{kind}", "namespace": "default"}, "involvedObject": {"kind": kind}}
        await inbox.put(ObjectName("Event", "default", f"of-{kind}"), Version(event))
    await inbox.put(POD, version())
    async with shown(inbox) as notes:
        await until(lambda: notes.pods == ["cart"])
        assert notes.names("Event") == ["of-Node"]


class Startled(Notes):
    """Whoever looks at objects, with a mistake that nobody has found yet."""

    @override
    def seen(self, kind: str, obj: Object, *, deleted: bool) -> None:
        super().seen(kind, obj, deleted=deleted)
        if deleted or obj["metadata"]["resourceVersion"] == "1":
            raise OverflowError("date value out of range")


async def test_an_object_that_breaks_whoever_looks_is_passed_over() -> None:
    """And not the end of the operator, now and after each start."""
    errors = metrics.WORK_ERRORS.labels(work="watch")._value
    before = errors.get()
    inbox, notes = Inbox(), Startled()
    await inbox.put(ObjectName("Pod", "shop", "broken"), version(1))
    await inbox.put(ObjectName("Pod", "shop", "gone"), Version(gone=True))
    await inbox.put(POD, version(2))
    async with shown(inbox, notes):
        await until(lambda: versions(notes) == ["1", "2"])
    assert errors.get() == before + 2
