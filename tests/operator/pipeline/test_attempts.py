"""What was tried against a failure that goes on is kept, told and counted, once."""

from datetime import timedelta
from pathlib import Path

import pytest
from typing_extensions import override

from casebook_analyzer.models import EvidenceBundle, Fact, FactKind, ResolutionKind
from casebook_operator.investigation.status import tried_status
from casebook_operator.kube import Object
from casebook_operator.pipeline.attempts import attempt_between
from tests.crds.schema import STATUS, problems
from tests.operator.builders import at, bundle, rfc, signal
from tests.operator.cases.endings import config_map, evidence, template, with_memory
from tests.operator.pipeline.retrials import UNSET, Retrial


def looked(limit: str, seconds: float, *more: Object, changed: float | None = None) -> EvidenceBundle:
    """Evidence of a failure with this memory limit, and when the limit was set."""
    facts = () if changed is None else (Fact(id="F1", kind=FactKind.CHANGE, source="x", text="x", time=at(changed)),)
    objects = evidence(*more, failed=with_memory(limit)).objects if more else ()
    return bundle(
        template=template(with_memory(limit)),
        objects=objects,
        facts=facts,
        signal=signal(occurred_at=at(seconds)),
        collected_at=at(seconds + 2),
    )


def test_a_limit_that_was_raised_too_little_was_tried() -> None:
    tried = attempt_between(looked("64Mi", 0), looked("128Mi", 600, changed=360))
    assert tried is not None
    assert "memory limit of container app: 64Mi -> 128Mi" in tried.summary
    assert (tried.kind, tried.tried) == (ResolutionKind.TEMPLATE_CHANGED, True)
    assert tried.relapsed_at - tried.resolved_at == timedelta(minutes=4)


def test_when_it_was_done_is_not_guessed() -> None:
    for changed in (None, -100, 900):
        tried = attempt_between(looked("64Mi", 0), looked("128Mi", 600, changed=changed))
        assert tried is not None
        assert tried.resolved_at == tried.relapsed_at == at(600)


def test_a_configmap_that_was_written_was_tried() -> None:
    tried = attempt_between(looked("64Mi", 0, config_map("100")), looked("64Mi", 600, config_map("200")))
    assert tried is not None
    assert (tried.kind, tried.summary) == (ResolutionKind.CONFIG_CHANGED, "ConfigMap app-config changed")


def test_where_nothing_was_changed_nothing_was_tried() -> None:
    assert attempt_between(looked("64Mi", 0, config_map()), looked("64Mi", 600, config_map())) is None
    assert attempt_between(bundle(), looked("64Mi", 600)) is None


def test_a_status_has_the_last_five_within_its_schema() -> None:
    tried = attempt_between(looked("64Mi", 0), looked("128Mi", 600, changed=360))
    assert tried is not None
    status = tried_status([tried] * 9)
    assert problems(status, STATUS) == []
    assert len(status["tried"]) == 5
    assert (status["tried"][0]["afterSeconds"], status["tried"][0]["failedTime"]) == (240, rfc(600))


class Tuned(Retrial):
    """A pod whose memory limit is changed while it fails."""

    limit = "64Mi"

    @override
    def _ended(self, exit_code: int, message: str, reason: str = "Error") -> Object:
        made = super()._ended(exit_code, message, reason)
        made["spec"]["containers"][0]["resources"] = {"limits": {"memory": self.limit}}
        self.kube.put(made)
        return made


@pytest.fixture
def tuned(tmp_path: Path) -> Tuned:
    return Tuned(tmp_path)


async def test_what_did_not_help_is_told_and_remembered_once(tuned: Tuned) -> None:
    case = await tuned.open(message=UNSET)
    await tuned.ends(message=UNSET, after=600)
    assert "tried" not in tuned.case.status
    for limit in ("128Mi", "256Mi", "256Mi"):
        tuned.limit = limit
        await tuned.ends(message=UNSET, after=12 * 3600)
    told = [one["summary"] for one in tuned.case.status["tried"]]
    assert [text.partition(";")[0] for text in told] == [
        f"memory limit of container app: 64Mi -> {limit}" for limit in ("128Mi", "256Mi")
    ]
    assert [one.summary for one in tuned.memory.incidents[case.uid].withdrawn] == told
    assert tuned.revisions == []


async def test_what_leads_to_another_failure_was_no_attempt(tuned: Tuned) -> None:
    await tuned.open(message=UNSET)
    tuned.limit = "16Mi"
    await tuned.ends(137, reason="OOMKilled", after=600)
    assert len(tuned.revisions) == 1
    assert "tried" not in tuned.case.status
