"""An open Investigation says what is wrong now: it is judged again when its evidence changes, within bounds."""

from pathlib import Path

import msgspec
import pytest

from casebook_analyzer.models import Category
from casebook_operator.investigation.conditions import CaseState
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.pipeline import gathering
from casebook_operator.pipeline.investigator import Investigator
from casebook_operator.pipeline.judging_again import AT_ONCE, PATIENCE_SECONDS
from tests.crds.schema import STATUS, problems
from tests.operator.builders import conclusion, investigation, rfc, subject, summary
from tests.operator.cases.flaps import KilledError
from tests.operator.pipeline.retrials import UNSET, Retrial

DAY = 86_400


@pytest.fixture
def retrial(tmp_path: Path) -> Retrial:
    return Retrial(tmp_path)


async def test_a_first_crash_that_said_nothing_is_judged_by_one_that_speaks(retrial: Retrial) -> None:
    first = await retrial.open()
    assert first.status["category"] == "unknown"
    await retrial.ends(message=UNSET)
    assert (retrial.case.status["category"], retrial.case.open) == ("config_error", True)
    (was,) = retrial.revisions
    assert (was["category"], was["reason"], was["why"]) == ("unknown", "Evidence", "seen again, exit code 1")
    assert problems(retrial.case.status, STATUS) == []
    (told,) = retrial.told
    assert told.startswith("Seen again, exit code 1, was unknown (")


async def test_another_exit_code_is_another_cause(retrial: Retrial) -> None:
    await retrial.open(message=UNSET)
    await retrial.ends(137, reason="OOMKilled")
    assert retrial.case.status["category"] == "resource_exhaustion"
    (was,) = retrial.revisions
    assert (was["category"], was["why"]) == ("config_error", "exit code 137 (OOMKilled), before exit code 1")
    (again,) = retrial.memory.judged_again
    assert again.conclusion.revision is not None
    assert again.conclusion.revision.why == was["why"]
    assert again.bundle.signal.exit_code == 137


async def test_to_judge_again_asks_for_as_much_as_to_judge_and_tells_it_with_one_write_and_one_event(
    retrial: Retrial,
) -> None:
    await retrial.open(message=UNSET)
    retrial.clock.forward(60)
    retrial.shows(137, "OOMKilled")
    asked, writes, events = len(retrial.kube.asked), retrial.store.writes, len(retrial.store.events)
    await retrial.again.judge(retrial.case.uid)
    assert len(retrial.kube.asked) - asked <= asked
    assert (retrial.store.writes - writes, len(retrial.store.events) - events) == (1, 1)


async def test_a_cause_that_is_not_known_any_more_is_not_kept_for_another_failure(retrial: Retrial) -> None:
    await retrial.open(message=UNSET)
    await retrial.ends(6)
    assert retrial.case.status["category"] == "unknown"


async def test_evidence_that_perished_takes_nothing_back(retrial: Retrial) -> None:
    await retrial.open(message=UNSET)
    await retrial.ends(after=DAY)
    assert retrial.looks == 1
    assert (retrial.case.status["category"], retrial.revisions, retrial.told) == ("config_error", [], [])


async def test_another_failure_that_is_over_when_it_is_looked_at_takes_nothing_back(retrial: Retrial) -> None:
    """A busy operator looks when the repair has replaced the pod: to know nothing then is to say nothing."""
    await retrial.open(message=UNSET)
    retrial.clock.forward(60)
    retrial.shows(6, "Error")
    retrial.is_mended()
    await retrial.sweep()
    assert retrial.looks == 1
    assert (retrial.case.status["category"], retrial.revisions, retrial.told) == ("config_error", [], [])


async def test_what_a_person_has_confirmed_is_revised_for_another_failure_alone(retrial: Retrial) -> None:
    case = await retrial.open()
    said = {"feedback": {"verdict": "confirmed", "givenTime": rfc(20)}}
    retrial.store.cases[case.uid] = msgspec.structs.replace(case, status=case.status | said)
    retrial.restart()
    await retrial.ends(message=UNSET)
    assert (retrial.looks, retrial.revisions) == (1, [])
    await retrial.ends(137, reason="OOMKilled")
    assert len(retrial.revisions) == 1


async def test_the_same_again_is_looked_at_ever_more_rarely_and_written_nowhere(retrial: Retrial) -> None:
    await retrial.open(message=UNSET)
    for _ in range(60 * 12):
        await retrial.ends(message=UNSET, after=59)
    assert retrial.looks == 6  # after 10, 20, 40 ... 320 minutes
    assert (retrial.revisions, retrial.told, retrial.memory.judged_again) == ([], [], [])


async def test_other_words_at_the_same_exit_code_are_found_by_the_clock(retrial: Retrial) -> None:
    await retrial.open(message=UNSET)
    panic = "panic: runtime error: index out of range [3] with length 3"
    await retrial.ends(2 - 1, panic, after=30)
    assert retrial.case.status["category"] == "config_error"
    await retrial.ends(1, panic, after=600)
    assert retrial.case.status["category"] == "software_bug"


async def _relapsed(retrial: Retrial) -> str:
    """A case that was over is open again, and the operator begins anew."""
    case = await retrial.open(message=UNSET)
    closed = case.status | summary("Resolved") | {"resolution": {"kind": "PodReplaced", "resolvedTime": rfc(60)}}
    retrial.clock.forward(3600)
    back = to_rfc3339(retrial.clock())
    status = (
        closed | summary("Open") | {"relapses": {"count": 1, "firstTime": back, "lastTime": back}, "lastSeen": back}
    )
    del status["resolution"]
    retrial.store.cases[case.uid] = msgspec.structs.replace(case, status=status)
    retrial.restart()
    return back


async def test_what_is_back_after_its_end_is_judged_again(retrial: Retrial) -> None:
    back = await _relapsed(retrial)
    await retrial.ends(1, "panic: runtime error: index out of range [3] with length 3", after=0)
    (was,) = retrial.revisions
    assert (was["reason"], was["why"], was["category"]) == ("Relapse", f"back since {back}", "config_error")
    assert retrial.case.state == CaseState.OPEN


@pytest.mark.parametrize(("exit_code", "kept"), [(1, True), (6, False)])
async def test_what_is_back_in_the_same_way_and_says_little_when_it_is_looked_at_keeps_its_cause(
    retrial: Retrial, monkeypatch: pytest.MonkeyPatch, exit_code: int, *, kept: bool
) -> None:
    await _relapsed(retrial)
    little = conclusion(category=Category.SOFTWARE_BUG, confidence=45)
    monkeypatch.setattr(gathering, "classify", lambda *_: little)
    await retrial.ends(exit_code, after=0)
    assert retrial.looks == 1
    assert (retrial.case.status["category"] == "config_error") is kept


async def test_a_case_is_judged_again_when_what_its_evidence_names_fails(retrial: Retrial) -> None:
    case = await retrial.open(message=UNSET)
    named = [{"kind": "Service", "namespace": "shop", "name": "db", "role": "related"}]
    retrial.cases.put(msgspec.structs.replace(case, status=case.status | {"affectedEntities": named}))
    retrial.clock.forward(60)
    about = subject(kind="Service", name="db", uid="", container="", node_name="")
    retrial.cases.put(investigation("Open", about=about, uid="of-the-db", created=40))
    await retrial.sweep()
    assert retrial.looks == 1
    retrial.clock.forward(DAY)
    await retrial.sweep()
    assert retrial.looks == 1


async def test_whoever_fails_again_and_again_keeps_no_case_from_being_judged_again(
    retrial: Retrial, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First conclusions come first, and not for ever."""
    times = iter((100.0, 100 + PATIENCE_SECONDS - 1, 100 + PATIENCE_SECONDS))
    monkeypatch.setattr(retrial.again, "clock", lambda: next(times))
    await retrial.sweep()
    await retrial.open(message=UNSET)
    monkeypatch.setattr(Investigator, "busy", property(lambda _: True))
    await retrial.ends(137, reason="OOMKilled")
    assert retrial.looks == 0
    await retrial.sweep()
    assert retrial.looks == 1


@pytest.mark.parametrize(("busy", "begun"), [(True, 1), (False, AT_ONCE)])
async def test_beside_first_conclusions_one_is_begun_at_a_time(
    retrial: Retrial, monkeypatch: pytest.MonkeyPatch, busy: bool, begun: int
) -> None:
    due = [(investigation(uid=f"case-{number}"), None) for number in range(5)]
    monkeypatch.setattr(retrial.cases, "due_again", lambda: due)
    monkeypatch.setattr(retrial.again, "clock", lambda: retrial.again._quiet_at + PATIENCE_SECONDS)
    monkeypatch.setattr(Investigator, "busy", property(lambda _: busy))
    retrial.again.sweep()
    assert len(retrial.again._work) == begun
    await retrial.again.close()


async def test_a_neighbour_that_failed_before_the_evidence_was_gathered_is_no_news(retrial: Retrial) -> None:
    case = await retrial.open(message=UNSET)
    named = [{"kind": "Service", "namespace": "shop", "name": "db", "role": "related"}]
    retrial.cases.put(msgspec.structs.replace(case, status=case.status | {"affectedEntities": named}))
    retrial.clock.forward(DAY)
    about = subject(kind="Service", name="db", uid="", container="", node_name="")
    retrial.cases.put(investigation("Open", about=about, uid="of-the-db", created=5))
    await retrial.sweep()
    assert retrial.looks == 0


async def test_what_flaps_for_a_week_is_revised_ten_times_at_most(retrial: Retrial) -> None:
    await retrial.open(message=UNSET)
    before = retrial.store.writes
    ways = [(1, UNSET, "Error"), (137, "", "OOMKilled"), (1, "panic: runtime error: index out of range", "Error")]
    occurrences = 7 * 24 * 12
    for number in range(occurrences):
        code, message, reason = ways[number % len(ways)]
        await retrial.ends(code, message, after=299, reason=reason)
    assert 1 <= len(retrial.memory.judged_again) <= 10
    assert len(retrial.told) == len(retrial.memory.judged_again)
    assert retrial.looks <= 20
    assert retrial.store.writes - before <= occurrences + 10  # one for each time it was seen, and the revisions
    assert len(retrial.revisions) <= 5


async def test_a_hundred_exit_codes_are_revised_as_often_as_the_setting_says(tmp_path: Path) -> None:
    retrial = Retrial(tmp_path, revisions=3)
    await retrial.open(message=UNSET)
    for code in range(2, 102):
        await retrial.ends(code, after=3600)
    assert [one["number"] for one in retrial.revisions] == [3, 2, 1]
    assert len(retrial.memory.judged_again) == 3


async def test_without_revisions_nothing_is_judged_again(tmp_path: Path) -> None:
    retrial = Retrial(tmp_path, revisions=0)
    await retrial.open()
    await retrial.ends(137, reason="OOMKilled", after=DAY)
    assert (retrial.looks, retrial.revisions) == (0, [])


@pytest.mark.parametrize("step", range(6))
async def test_a_kill_at_any_step_neither_loses_nor_repeats_a_revision(retrial: Retrial, step: int) -> None:
    case = await retrial.open(message=UNSET)
    retrial.clock.forward(60)
    retrial.shows(137, "OOMKilled")
    retrial.life.steps_left = step
    try:
        await retrial.again.judge(case.uid)
        for one in retrial.cases.take_behind():
            await retrial.investigator.publisher.recount(one)
    except KilledError:
        pass
    retrial.restart()
    await retrial.see()
    await retrial.see()
    assert len(retrial.memory.judged_again) == 1
    assert [one["number"] for one in retrial.revisions] == [1]
    assert retrial.case.status["category"] == "resource_exhaustion"
