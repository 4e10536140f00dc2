"""What the benchmark of drafts claims, on a few rules: merged unseen, a draft decides its kind and nothing else."""

import re
from pathlib import Path

import pytest

from bench.propose.__main__ import trials
from bench.propose.drafting import by_casebook, by_the_exact_line
from bench.propose.failures import Failure, failures
from bench.propose.teaching import Drafting, remembered
from bench.propose.trial import Trial, World
from casebook_analyzer.taxonomy import Taxonomy, shipped_taxonomy
from tools.places import ROOT

CASES = (
    "config-error-wrong-architecture",
    "software-bug-migration",
    "network-partition-refused-noise",
    "permission-denied-run-as-root",
    "driver-issue-transmit-timeout",
    "resource-exhaustion-oom",
)
OF_ONE_OCCURRENCE = re.compile(r"\\d{3,}|[0-9a-f]{7,}|/[a-z]+/|\\.svc|-[a-z0-9]{5}\\b")
"""What no pattern may have: numbers, hashes, paths, hosts, names of pods. A code of an error is none of them."""
ERROR_CODES = "SQLSTATE 42P01"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[Failure]:
    folder: Path = tmp_path_factory.mktemp("cases")
    for name in CASES:
        (folder / name).symlink_to(ROOT / "tests" / "cases" / name)
    return failures(shipped_taxonomy(), [folder])


def drafted(found: list[Failure], who: Drafting, taxonomy: Taxonomy) -> dict[str, Trial]:
    known = [(one.rule, remembered(one.case, one.bundle, taxonomy)) for one in found]
    world = World(known=known, later=found, healthy=[], alike=[])
    done = (trial for half in (0, 1) for trial in trials(found, taxonomy, world, who, half))
    return {trial.case: trial for trial in done}


def test_a_draft_decides_the_same_failure_elsewhere_and_no_other(found: list[Failure]) -> None:
    done = drafted(found, by_casebook, shipped_taxonomy())
    drafts = {case: one for case, one in done.items() if one.draft is not None}
    assert len(drafts) >= 4, {case: one.why_not for case, one in done.items()}
    assert [case for case, one in drafts.items() if one.elsewhere[0] != one.elsewhere[1]] == []
    assert [(case, one.taken) for case, one in drafts.items() if one.taken] == []
    texts = [one.draft["all"][0]["text"] for one in drafts.values() if one.draft]
    assert [text for text in texts if OF_ONE_OCCURRENCE.search(text.replace(ERROR_CODES, ""))] == []


def test_the_exact_line_is_drafted_for_fewer(found: list[Failure]) -> None:
    ours, exact = (drafted(found, who, shipped_taxonomy()) for who in (by_casebook, by_the_exact_line))
    right = [sum(one.elsewhere[0] for one in done.values()) for done in (ours, exact)]
    assert right[0] > right[1]
