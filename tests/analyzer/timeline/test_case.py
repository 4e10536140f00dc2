"""The timeline of one case is in order of time, and says of each moment what it is and which fact tells of it."""

from datetime import timedelta

import msgspec

from casebook_analyzer.models import Imported, Resolution, ResolutionKind, Trigger
from casebook_analyzer.timeline import MomentKind, case_moments
from tests.analyzer.report.pages import NOW, bundle_with, conclusion_with

ENDED = Resolution(
    kind=ResolutionKind.TEMPLATE_CHANGED,
    summary="limit raised",
    resolved_at=NOW + timedelta(hours=1),
    seconds_to_resolve=9,
)


def test_the_end_of_a_case_is_its_last_moment() -> None:
    moments = case_moments(bundle_with("boom"), conclusion_with("boom"), NOW, ENDED)
    assert [moment.time for moment in moments] == sorted(moment.time for moment in moments)
    assert (moments[-1].kind, moments[-1].text) == (MomentKind.RECOVERY, "Recovered: limit raised")
    assert MomentKind.RECOVERY not in {one.kind for one in case_moments(bundle_with("x"), conclusion_with("x"), NOW)}


def test_a_moment_of_a_fact_names_it_and_that_of_the_case_names_none() -> None:
    moments = case_moments(bundle_with("boom"), conclusion_with("boom"), NOW)
    known = {fact.id for fact in bundle_with("boom").facts}
    told = {moment.fact for moment in moments if moment.kind in {MomentKind.CHANGE, MomentKind.OBSERVED}}
    assert told
    assert told <= known
    assert [moment.fact for moment in moments if moment.kind is MomentKind.OPENED] == [""]


def test_what_was_imported_is_not_told_as_seen_by_casebook() -> None:
    record = Imported(source="Pager", id="PD-1", digest="x", title="It fails")
    told = msgspec.structs.replace(bundle_with("boom"), imported=record)
    moments = case_moments(told, conclusion_with("boom"), NOW, ENDED)
    assert [one.text for one in moments if one.kind is MomentKind.FAILURE] == ["It begins, as Pager has it"]
    assert MomentKind.OPENED not in {one.kind for one in moments}


def test_a_question_is_no_failure() -> None:
    def kinds(trigger: Trigger) -> set[MomentKind]:
        told = bundle_with("boom")
        before = told.signal.occurred_at - timedelta(hours=1)
        of = msgspec.structs.replace(told.signal, trigger=trigger, occurred_at=before)
        asked = msgspec.structs.replace(told, signal=of)
        return {moment.kind for moment in case_moments(asked, conclusion_with("boom"), NOW)}

    assert MomentKind.FAILURE in kinds(Trigger.CRASH_LOOP_BACK_OFF)
    assert MomentKind.FAILURE not in kinds(Trigger.MANUAL)
