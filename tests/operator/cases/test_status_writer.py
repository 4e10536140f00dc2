"""A status is merged, fitted, written, remembered and announced, in this order and in one place."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.status_writer import Announcement, StatusWriter
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.conditions import CaseState, ConditionType, StatusCondition
from casebook_operator.investigation.status import OBJECT_BYTES, SERVER_BYTES
from casebook_operator.scope import Scope
from tests.operator.builders import at, investigation, rfc, signal
from tests.operator.fakes import FakeStore

CASE = investigation("Open", category="unknown", confidence=30)
PLACE = ObjectKey("Pod", "shop", "checkout-5d9f-abcde")
RESOLVED = StatusCondition(type=ConditionType.SUCCEEDED, status=True, reason=CaseState.RESOLVED)


class Office:
    """A writer with everything around it."""

    def __init__(self) -> None:
        self.store, self.looked_at_again = FakeStore(), list[ObjectKey]()
        self.cases = OpenCases(look_again=self.looked_at_again.append, scope=Scope())
        self.cases.put(CASE)
        self.cases.handled.park(CASE.uid, signal(), PLACE)
        self.writer = StatusWriter(self.store, self.cases, clock=lambda: at(5))

    async def write(self, fields: dict[str, Any], *conditions: StatusCondition) -> Investigation | None:
        return await self.writer.write(CASE, fields, *conditions, announce=_said)


def _said(case: Investigation) -> Iterator[Announcement]:
    yield Announcement(reason="Said", note=str(case.status.get("category")))


@pytest.fixture
def office() -> Office:
    return Office()


async def test_only_what_is_another_than_before_is_written_and_what_is_written_is_known(office: Office) -> None:
    await office.write({"category": "config_error", "confidence": 30})
    assert office.store.statuses == [{"category": "config_error"}]
    known = office.cases.index.get(CASE.uid)
    assert known is not None
    assert (known.status["category"], known.status["confidence"]) == ("config_error", 30)


async def test_what_was_written_meanwhile_is_not_overwritten(office: Office) -> None:
    """The version of a case that somebody holds may be older than the one that is known."""
    await office.write({"confidence": 90})
    await office.write({}, StatusCondition(type=ConditionType.RECORDED, status=True, reason="Recorded"))
    await office.write({}, StatusCondition(type=ConditionType.SIMILAR_FOUND, status=True, reason="Found"))
    types = [one["type"] for one in office.store.statuses[-1]["conditions"]]
    assert types == ["Succeeded", "Recorded", "SimilarFound"]
    assert office.store.statuses[0] == {"confidence": 90}


async def test_an_event_says_what_was_written_and_nothing_new_is_no_event(office: Office) -> None:
    await office.write({"category": "config_error"})
    await office.write({"category": "config_error"})
    assert office.store.events == [("Investigation", "Said", "config_error")]
    assert len(office.store.statuses) == 1


async def test_a_case_that_is_gone_is_forgotten_and_gives_back_what_counted_for_it(office: Office) -> None:
    office.store.gone = True
    assert await office.write({"category": "config_error"}) is None
    assert (len(office.cases.index), office.looked_at_again, office.store.events) == (0, [PLACE], [])


async def test_an_event_that_cannot_be_posted_undoes_nothing(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise ClusterUnavailableError("away")

    monkeypatch.setattr(office.store, "post_event", refuse)
    written = await office.write({}, RESOLVED)
    assert written is not None
    assert written.resolved
    assert office.looked_at_again == [PLACE]


async def test_the_whole_status_is_fitted_and_not_what_is_new_alone(office: Office) -> None:
    """What is there already takes room as well: here 5 KiB of what a node took down, and 5 KiB of a conclusion."""
    absorbed = {"count": 9, "lastTime": rfc(0), "first": ["Pod/shop/" + "x" * 240] * 10, "groups": []}
    office.cases.put(investigation("Open", absorbed=absorbed, affectedEntities=[{"name": "y" * 240}] * 10))
    chain = [{"role": "Cause", "text": "é" * 200, "facts": []} for _ in range(10)]
    written = await office.write({"causalChain": chain})
    assert written is not None
    assert len(msgspec.json.encode(written.status)) < OBJECT_BYTES - SERVER_BYTES


async def test_a_field_that_is_none_is_removed_and_one_that_was_never_there_is_not(office: Office) -> None:
    office.cases.put(investigation("Open", resolution={"kind": "PodReplaced"}))
    written = await office.write({"resolution": None, "absorbed": None, "confidence": 90})
    assert office.store.statuses == [{"confidence": 90, "resolution": None}]
    assert written is not None
    assert "resolution" not in written.status
