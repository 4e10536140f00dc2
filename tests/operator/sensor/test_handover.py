"""Objects come from another thread to the loop of who looks at them: none is lost, and the newest version counts."""

import asyncio
import threading
from typing import Any

from casebook_operator.sensor.handover import Handover
from tests.operator.waiting import until


def named(name: str, uid: str = "1", version: int = 0) -> dict[str, Any]:
    return {"metadata": {"name": name, "uid": uid, "resourceVersion": str(version)}}


class Looks:
    """What was shown, and in which thread."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str, bool]] = []
        self.versions: dict[str, str] = {}
        self.threads: set[int] = set()

    def show(self, body: dict[str, Any], deleted: bool) -> None:
        metadata = body["metadata"]
        self.seen.append((metadata["name"], metadata["uid"], deleted))
        self.versions[metadata["name"]] = metadata.get("resourceVersion", "")
        self.threads.add(threading.get_ident())


async def test_everything_that_a_thread_puts_in_is_shown_in_the_loop_and_the_newest_version_last() -> None:
    looks = Looks()
    handover = Handover(looks.show)

    def put() -> None:
        for version in range(1000):
            handover.put(named(f"t-{version % 7}", version=version), deleted=False)

    await asyncio.to_thread(put)
    await until(lambda: len(looks.versions) == 7 and min(map(int, looks.versions.values())) == 993)
    assert looks.threads == {threading.get_ident()}


async def test_no_more_waits_than_there_are_objects() -> None:
    looks = Looks()
    handover = Handover(looks.show)
    for version in range(100):
        handover.put(named("one", version=version), deleted=False)
    await asyncio.sleep(0)
    assert looks.seen == [("one", "1", False)]
    assert looks.versions == {"one": "99"}


async def test_one_that_was_made_anew_is_not_gone_with_the_one_before() -> None:
    looks = Looks()
    handover = Handover(looks.show)
    handover.put(named("one", uid="new"), deleted=False)
    handover.put(named("one", uid="old"), deleted=True)
    await asyncio.sleep(0)
    handover.put(named("one", uid="old"), deleted=True)
    await asyncio.sleep(0)
    assert looks.seen == [("one", "new", False)]
    assert handover.known == {"one": "new"}
    handover.put(named("one", uid="new"), deleted=True)
    await asyncio.sleep(0)
    assert looks.seen[-1] == ("one", "new", True)
    assert handover.known == {}


async def test_what_a_later_list_lacks_is_gone() -> None:
    looks = Looks()
    handover = Handover(looks.show)
    for name in ("stays", "goes", "comes-again"):
        handover.put(named(name), deleted=False)
    await asyncio.sleep(0)
    before = handover.known
    handover.put(named("comes-again", uid="2"), deleted=False)
    await asyncio.sleep(0)
    handover.compare(before, {"stays": "1", "comes-again": "2"})
    assert [seen for seen in looks.seen if seen[2]] == [("goes", "1", True)]
    assert handover.known == {"stays": "1", "comes-again": "2"}
