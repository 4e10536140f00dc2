"""Each folder of ``tests/cases`` is a bundle and what it must lead to. Adding one needs no code."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from casebook_analyzer.classify.confidence import NOTHING_DECIDES, UNKNOWN, UNTOLD
from casebook_analyzer.evidence import serving_fact
from casebook_analyzer.models import Category, ChainRole, Conclusion
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.evaluation.golden import devices_of
from casebook_operator.offline import Analyst, Snapshot, Triage, open_bundle
from tests.rows import of_every
from tools.golden.cases import FAILING, HEALTHY, KEY, analysis_of, carried_out, taxonomy


def by_name(path: Path) -> str:
    return path.name


@of_every("folder", FAILING, ids=by_name)
def test_a_case_leads_to_its_conclusion(folder: Path) -> None:
    expected, conclusion = carried_out(folder).expected, analysis_of(folder).conclusion
    low, high = expected.confidence
    assert conclusion.category == expected.category, conclusion
    assert low <= conclusion.raw_confidence <= high, conclusion
    assert set(expected.rules) <= set(conclusion.rules), conclusion.rules
    said = " ".join((conclusion.title, conclusion.summary, *causes(conclusion)))
    assert [part for part in expected.summary if part not in said] == [], said
    assert {a.category for a in conclusion.alternatives} >= set(expected.alternatives)
    assert all(any(part in line for line in conclusion.missing) for part in expected.missing), conclusion.missing
    assert expected.contradiction in " ".join(conclusion.contradictions)
    if expected.chain:
        assert tuple(dict.fromkeys(step.role for step in conclusion.chain)) == expected.chain
    for field, value in expected.signature.items():
        assert getattr(conclusion.signature, field) == value


@of_every("folder", FAILING, ids=by_name)
def test_a_case_names_what_is_affected(folder: Path) -> None:
    expected, conclusion = carried_out(folder).expected, analysis_of(folder).conclusion
    named = {str(entity) for entity in conclusion.entities}
    assert set(expected.entities) <= named
    if expected.device:
        assert expected.device in [entity.name for entity in conclusion.entities if entity.role == "device"]


@of_every("folder", FAILING, ids=by_name)
def test_signals_alone_open_the_case(folder: Path) -> None:
    expected, findings, _ = carried_out(folder)
    opened = {(str(finding.subject), finding.signal.trigger) for finding in findings}
    if expected.subject:
        assert expected.subject in {subject for subject, _ in opened}, opened
    if expected.subject and expected.trigger:
        assert (expected.subject, expected.trigger) in opened
    elif expected.trigger:
        assert expected.trigger in {trigger for _, trigger in opened}, opened
    if expected.devices is not None:
        assert devices_of(findings) == sorted(expected.devices)


@of_every("folder", HEALTHY, ids=by_name)
def test_a_healthy_case_opens_nothing(folder: Path) -> None:
    assert carried_out(folder).findings == ()


@of_every("folder", FAILING, ids=by_name)
def test_every_conclusion_is_well_formed(folder: Path) -> None:
    analysis = analysis_of(folder)
    conclusion, ids = analysis.conclusion, {fact.id for fact in analysis.bundle.facts}
    assert 0 <= conclusion.confidence <= 100
    assert len(conclusion.chain) <= 10
    assert set(conclusion.cited) <= ids
    assert all(set(step.facts) <= ids and step.facts for step in conclusion.chain if step.role is not ChainRole.SYMPTOM)
    assert str(analysis.finding.subject) in {str(entity) for entity in conclusion.entities}
    assert len(conclusion.signature.key) == 16
    assert conclusion.actions
    assert "unknown." not in conclusion.summary, "a template lacks a name"
    if conclusion.category is Category.UNKNOWN and serving_fact(analysis.bundle) is None:
        assert len(conclusion.alternatives) == 2
        assert conclusion.missing
        assert conclusion.confidence in {UNKNOWN, NOTHING_DECIDES, UNTOLD}
        assert conclusion.confidence + sum(other.confidence for other in conclusion.alternatives) <= 100


@pytest.mark.parametrize("folder", FAILING[:4], ids=by_name)
def test_the_same_files_give_the_same_bytes(folder: Path) -> None:
    async def again() -> bytes:
        snapshot = Snapshot(open_bundle(folder))
        triage = Triage(snapshot, taxonomy())
        main = await triage.main(await triage.findings())
        assert main is not None
        analysis = await Analyst(taxonomy(), SECRETS_AND_EMAILS, key=KEY).analyse(snapshot, main, triage)
        return msgspec.json.encode((analysis.bundle, analysis.conclusion)) + analysis.report.encode()

    first, second = asyncio.run(again()), asyncio.run(again())
    assert first == second


def test_every_category_has_a_case() -> None:
    covered = {carried_out(folder).expected.category for folder in FAILING}
    assert covered == set(Category)


def causes(conclusion: Conclusion) -> list[str]:
    return [step.text for step in conclusion.chain if step.role is ChainRole.CAUSE]
