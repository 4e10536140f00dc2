"""Runs labelled cases through the path of ``casebook analyze``."""

from collections.abc import Collection, Iterable

import msgspec
import structlog

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.models import FactKind
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.evaluation.baseline import by_reason
from casebook_operator.evaluation.case_outcome import CaseOutcome
from casebook_operator.evaluation.judging import detected, entity_hit
from casebook_operator.evaluation.labels import LabelledCase
from casebook_operator.evaluation.naming import seen, stated_names, unsaid
from casebook_operator.evaluation.silence import is_silent
from casebook_operator.offline import Analyst, Snapshot, Triage, open_bundle
from casebook_operator.offline.limits import LARGE

log = structlog.get_logger(__name__)

_KEY = b"casebook-evaluate-needs-no-secret"
"""The same key in every run, so that the same cases give the same bytes."""


async def evaluate_all(
    cases: Iterable[LabelledCase],
    taxonomy: Taxonomy,
    *,
    without: Collection[FactKind] = (),
    second_look: bool = True,
) -> tuple[CaseOutcome, ...]:
    """One outcome for each case. A case that cannot be read, or that breaks something, is wrong and says why."""
    analyst = Analyst(taxonomy, SECRETS_AND_EMAILS, key=_KEY, without=without, second_look=second_look)
    return tuple([await _evaluate(case, analyst) for case in cases])


async def _evaluate(case: LabelledCase, analyst: Analyst) -> CaseOutcome:
    outcome = CaseOutcome(**case.label, healthy=case.expected.healthy)
    try:
        return await _answered(case, analyst, outcome)
    except CasebookError as error:
        return _failed(outcome, str(error))
    except Exception as error:
        # One case must not cost the figures of all others; that it broke something is itself a result.
        log.warning("a case broke the analysis", case=case.id, exc_info=True)
        return _failed(outcome, f"{type(error).__name__} in the analysis")


def _failed(outcome: CaseOutcome, why: str) -> CaseOutcome:
    return msgspec.structs.replace(outcome, error=why, detected=None if outcome.healthy else False)


async def _answered(case: LabelledCase, analyst: Analyst, outcome: CaseOutcome) -> CaseOutcome:
    snapshot = Snapshot(open_bundle(case.path, LARGE))
    triage = Triage(snapshot, analyst.taxonomy)
    findings = await triage.findings()
    known = msgspec.structs.replace(
        outcome,
        opened=len(findings),
        not_due=len(triage.not_due),
        detected=detected(case, snapshot, findings),
        by_reason=by_reason(snapshot),
        silent=is_silent(snapshot),
    )
    main = None if case.expected.healthy else await triage.main(findings)
    if main is None:
        return known
    analysis = await analyst.analyse(snapshot, main, triage)
    conclusion = analysis.conclusion
    names = outcome.names or seen(stated_names(case.path), analysis.bundle)
    return msgspec.structs.replace(
        known,
        names=names,
        unsaid=unsaid(names, conclusion.summary),
        got=conclusion.category,
        confidence=conclusion.confidence,
        raw=conclusion.raw_confidence,
        rule=next(iter(conclusion.rules), ""),
        entity_hit=entity_hit(case, snapshot, conclusion),
    )
