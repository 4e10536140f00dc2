"""Labels say what the status says, within seconds, one write for each change and never in the way of a conclusion."""

import msgspec

from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.investigation.conditions import CaseState, ConditionType, StatusCondition
from casebook_operator.pipeline.recount import LABELS_AT_ONCE
from casebook_operator.scope import Scope
from tests.operator.builders import investigation
from tests.operator.fakes import FakeStore

OPEN = StatusCondition(type=ConditionType.SUCCEEDED, status=True, reason=CaseState.OPEN)
RESOLVED = StatusCondition(type=ConditionType.SUCCEEDED, status=True, reason=CaseState.RESOLVED)


class Desk:
    def __init__(self) -> None:
        self.cases = OpenCases(look_again=lambda _: None, scope=Scope())
        self.store = FakeStore()
        self.writer = StatusWriter(self.store, self.cases)  # type: ignore[arg-type]

    async def label(self, most: int = LABELS_AT_ONCE) -> int:
        cases = self.cases.take_unlabelled(most)
        for case in cases:
            await self.writer.write_labels(case)
        return len(cases)


async def test_the_state_and_the_severity_are_fields_and_labels_follow_them() -> None:
    desk, case = Desk(), investigation()
    desk.cases.put(case)
    assert await desk.label() == 0
    written = await desk.writer.write(case, {"category": "config_error"}, OPEN)
    assert written is not None
    assert (written.status["state"], written.status["severity"]) == ("Open", "Warning")
    assert await desk.label() == 1
    assert desk.store.labels == [
        {"casebook.dev/state": "Open", "casebook.dev/category": "config_error", "casebook.dev/severity": "Warning"}
    ]


async def test_a_change_is_one_write_and_no_change_is_none() -> None:
    desk, case = Desk(), investigation()
    desk.cases.put(case)
    await desk.writer.write(case, {"category": "config_error"}, OPEN)
    await desk.writer.write(case, {"confidence": 90})
    await desk.writer.write(case, {}, RESOLVED)
    assert [await desk.label() for _ in range(3)] == [1, 0, 0]
    assert [labels["casebook.dev/state"] for labels in desk.store.labels] == ["Resolved"]
    known = desk.cases.index.get(case.uid)
    assert known is not None
    desk.cases.put(known)
    assert await desk.label() == 0


async def test_labels_that_somebody_changed_are_written_again_and_others_are_left_alone() -> None:
    desk = Desk()
    case = investigation("Open", category="config_error")
    desk.cases.put(msgspec.structs.replace(case, labels={"casebook.dev/state": "Mine"}))
    assert await desk.label() == 1
    assert set(desk.store.labels[0]) == {"casebook.dev/state", "casebook.dev/category", "casebook.dev/severity"}


async def test_in_a_storm_some_are_written_and_the_others_wait() -> None:
    desk = Desk()
    for number in range(5):
        desk.cases.put(investigation("Open", uid=f"uid-{number}", episode=number + 1))
    assert [await desk.label(2) for _ in range(4)] == [2, 2, 1, 0]


async def test_what_is_gone_is_forgotten() -> None:
    desk, case = Desk(), investigation("Open")
    desk.cases.put(case)
    desk.store.gone = True
    await desk.label()
    assert desk.cases.index.get(case.uid) is None
