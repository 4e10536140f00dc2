"""What the status keeps of conclusions that were replaced."""

import msgspec

from casebook_analyzer.models import ConclusionRevision, RevisionReason
from casebook_operator.investigation.revisions import KEPT, evidence_time, has_revision, revised_status, revision_count
from casebook_operator.investigation.status import OBJECT_BYTES, fit
from tests.crds.schema import STATUS, problems
from tests.operator.builders import at, investigation, rfc


def revision(number: int) -> ConclusionRevision:
    return ConclusionRevision(
        at=at(number), reason=RevisionReason.EVIDENCE, why=f"exit code {number}, before exit code 1"
    )


def test_the_latest_stand_first_and_are_numbered() -> None:
    case = investigation("Open", category="config_error", confidence=85, summary="s" * 400)
    for number in range(1, 9):
        case = msgspec.structs.replace(case, status=case.status | revised_status(case, revision(number)))
    assert [one["number"] for one in case.status["revisions"]] == [8, 7, 6, 5, 4]
    assert (len(case.status["revisions"]), revision_count(case)) == (KEPT, 8)
    assert problems(case.status, STATUS) == []
    assert len(msgspec.json.encode(fit(case, case.status))) < OBJECT_BYTES


def test_a_revision_is_told_once_and_a_first_conclusion_is_none() -> None:
    case = investigation("Open", category="unknown", confidence=20)
    told = msgspec.structs.replace(case, status=case.status | revised_status(case, revision(1)))
    assert has_revision(told, revision(1))
    assert not has_revision(told, revision(2))
    assert (revised_status(told, revision(1)), revised_status(case, None)) == ({}, {})


def test_of_what_an_earlier_version_wrote_the_evidence_is_as_old_as_the_case() -> None:
    assert evidence_time(investigation("Open", lastSeen=rfc(600))) == investigation().created_at
    assert evidence_time(investigation("Open", evidenceTime=rfc(60))) == at(60)
