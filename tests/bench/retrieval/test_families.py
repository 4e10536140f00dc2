"""Injected failures: everything that may differ does, and nothing else."""

from pathlib import Path

import pytest
import yaml

from bench.retrieval.families.disguise import disguised
from bench.retrieval.families.labels import COUSINS
from bench.retrieval.families.near_misses import NEAR_MISSES
from bench.retrieval.families.texts import Document, with_exit_code

CASES = Path(__file__).parents[2] / "cases"


@pytest.fixture
def document() -> Document:
    loaded: Document = yaml.safe_load((CASES / "config-error-missing-env-python" / "status.yaml").read_bytes())
    return loaded


def test_a_disguise_changes_names_times_and_identifiers(document: Document) -> None:
    text = yaml.safe_dump(disguised(document, "seed", images=True, machines=True))
    for old in ("billing", "worker-dff765698", "2026-03-10", "9ace5773", "registry.example", "6.8.0-79-generic"):
        assert old not in text


def test_a_disguise_keeps_what_says_which_failure_it_is(document: Document) -> None:
    text = yaml.safe_dump(disguised(document, "seed", images=True, machines=True))
    for kept in ("DATABASE_URL", "KeyError", "CrashLoopBackOff", "exitCode: 1", "QUEUE"):
        assert kept in text


def test_one_seed_is_one_disguise(document: Document) -> None:
    first, second, other = (disguised(document, seed, images=True, machines=True) for seed in ("a", "a", "b"))
    assert first == second != other


def test_an_exit_code_is_changed_only_where_something_failed() -> None:
    ended = {"terminated": {"exitCode": 139}, "others": [{"exitCode": 0}]}
    assert with_exit_code(ended, 134) == {"terminated": {"exitCode": 134}, "others": [{"exitCode": 0}]}


def test_labels_name_golden_cases() -> None:
    named = {case for group in COUSINS for case in group} | {miss.base for miss in NEAR_MISSES}
    assert named <= {folder.name for folder in CASES.iterdir()}


def test_no_near_miss_has_the_name_of_another_case() -> None:
    labels = [miss.label for miss in NEAR_MISSES]
    assert len(labels) == len(set(labels))
    assert not set(labels) & {folder.name for folder in CASES.iterdir()}
