"""Each folder of ``tests/cases`` is evidence and the conclusion that it must lead to. Adding one needs no code."""

from pathlib import Path

import msgspec
import pytest

from casebook_analyzer.classify import classify
from casebook_analyzer.models import Category, ChainRole, Conclusion
from casebook_analyzer.taxonomy import Taxonomy, load_taxonomy
from tests.golden import CASES, Expected, bundle_of


@pytest.fixture(scope="module")
def taxonomy() -> Taxonomy:
    return load_taxonomy()


@pytest.mark.parametrize("folder", CASES, ids=lambda path: path.name)
def test_a_case_leads_to_its_conclusion(folder: Path, taxonomy: Taxonomy) -> None:
    expected = msgspec.yaml.decode((folder / "expected.yaml").read_bytes(), type=Expected)
    conclusion = classify(bundle_of(folder), taxonomy)
    low, high = expected.confidence
    assert conclusion.category == expected.category, conclusion
    assert low <= conclusion.confidence <= high, conclusion
    assert conclusion.rules[: len(expected.rules)] == expected.rules
    assert all(part in conclusion.summary for part in expected.summary), conclusion.summary
    assert {a.category for a in conclusion.alternatives} >= set(expected.alternatives)
    assert all(any(part in line for line in conclusion.missing) for part in expected.missing)
    assert expected.contradiction in " ".join(conclusion.contradictions)
    if expected.chain:
        assert tuple(dict.fromkeys(step.role for step in conclusion.chain)) == expected.chain
    for field, value in expected.signature.items():
        assert getattr(conclusion.signature, field) == value
    if expected.device:
        assert expected.device in [entity.name for entity in conclusion.entities if entity.role == "device"]


@pytest.mark.parametrize("folder", CASES, ids=lambda path: path.name)
def test_every_conclusion_is_well_formed(folder: Path, taxonomy: Taxonomy) -> None:
    bundle = bundle_of(folder)
    conclusion = classify(bundle, taxonomy)
    ids = {fact.id for fact in bundle.facts}
    assert 0 <= conclusion.confidence <= 100
    assert len(conclusion.chain) <= 10
    assert set(conclusion.cited) <= ids
    assert all(set(step.facts) <= ids and step.facts for step in conclusion.chain if step.role is not ChainRole.SYMPTOM)
    assert conclusion.entities[0].role == "subject"
    assert len(conclusion.signature.key) == 16
    assert conclusion.actions
    assert "unknown." not in conclusion.summary, "a template lacks a name"
    if conclusion.category is Category.UNKNOWN:
        assert_two_readings(conclusion)


def assert_two_readings(conclusion: Conclusion) -> None:
    assert len(conclusion.alternatives) == 2
    assert conclusion.missing
    assert conclusion.confidence < 40


@pytest.mark.parametrize("folder", CASES[:4], ids=lambda path: path.name)
def test_the_same_bundle_gives_the_same_bytes(folder: Path, taxonomy: Taxonomy) -> None:
    first, second = (msgspec.json.encode(classify(bundle_of(folder), taxonomy)) for _ in range(2))
    assert first == second


def test_there_is_a_case_for_every_category_of_a_failing_container_or_node() -> None:
    covered = {msgspec.yaml.decode((c / "expected.yaml").read_bytes(), type=Expected).category for c in CASES}
    assert covered == set(Category)
