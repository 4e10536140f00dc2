"""Every test runs in one lane, and a lane that proves nothing fails."""

from itertools import chain, combinations
from pathlib import Path

import pytest
from _pytest.mark.expression import Expression

from tests.rows import of_every
from tools.lanes import folders, summary
from tools.lanes.ended import Ended, ended, judged
from tools.lanes.junit import Case
from tools.lanes.lane import LANES

MARKERS = ("life", "shards", "cluster", "node", "browser", "model")
COMBINATIONS = list(chain.from_iterable(combinations(MARKERS, number) for number in range(len(MARKERS) + 1)))

CLOSING = "============= 1 failed, 2 passed, 1 skipped, 9 deselected in 61.20s (0:01:01) ============="
RESULTS = """<?xml version="1.0"?><testsuites><testsuite>
<testcase classname="tests.docs.test_links" name="test_one[a]" time="0.5"/>
<testcase classname="tests.docs.test_links" name="test_two" time="3.0"><failure/></testcase>
<testcase classname="tests.docs.test_site" name="test_it" time="1.0"/>
<testcase classname="tests.docs.test_site" name="test_it" time="1.0"><error/></testcase>
<testcase classname="tests.docs.test_skip" name="test_it" time="0.0"><skipped/></testcase>
</testsuite></testsuites>"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "unit.log"
    file.write_text(f"...F [ 40%]\n== FAILURES ==\nassert 1 == 2\n{CLOSING}\n", encoding="utf-8")
    return file


@pytest.fixture
def failed(log: Path) -> Ended:
    log.with_suffix(".xml").write_text(RESULTS, encoding="utf-8")
    return ended("unit", 1, 62.0, log)


@of_every("markers", COMBINATIONS, ids="-".join)
def test_a_test_runs_in_one_lane_whatever_its_markers(markers: tuple[str, ...]) -> None:
    chosen = [lane for lane in LANES if Expression.compile(lane.marked).evaluate(lambda name, **_: name in markers)]
    assert len(chosen) == 1


def test_failures_and_errors_are_counted_once(failed: Ended) -> None:
    assert failed.problem == "2 failed"
    assert summary.total([failed]) == "1 passed, 2 failed, 1 skipped"


def test_a_failed_lane_shows_its_failures_and_pytests_closing_line(failed: Ended) -> None:
    assert "assert 1 == 2" in summary.failure(failed)
    assert "[ 40%]" not in summary.failure(failed)
    assert summary.closing(failed) == f"{CLOSING}\nlane unit: 62 s, 2 failed"


def test_the_slowest_test_comes_first(failed: Ended) -> None:
    assert summary.slowest([failed]).splitlines()[1].split() == ["3.0", "s", "tests/docs/test_links.py::test_two"]


@pytest.mark.parametrize("code", [0, 2, 3, 139])
def test_a_lane_that_crashed_fails_and_counts(log: Path, code: int) -> None:
    crashed = ended("unit", code, 1.0, log)
    assert crashed.problem == f"ended with code {code} before its tests did"
    assert summary.total([crashed]) == "0 passed, 1 failed, 0 skipped"


def test_results_that_are_half_written_are_a_crash(log: Path) -> None:
    log.with_suffix(".xml").write_text(RESULTS[:200], encoding="utf-8")
    assert ended("unit", 1, 1.0, log).problem


def test_a_lane_whose_tests_pass_and_whose_end_does_not_fails(log: Path) -> None:
    log.with_suffix(".xml").write_text('<testsuite><testcase classname="a.b" name="c"/></testsuite>', encoding="utf-8")
    assert ended("unit", 0, 1.0, log).problem == ""
    assert ended("unit", 3, 1.0, log).problem == "ended with code 3, though no test failed"


def test_a_lane_without_tests_fails_unless_only_some_were_chosen(log: Path, failed: Ended) -> None:
    empty = ended("node", 5, 1.0, log)
    assert [lane.problem for lane in judged([empty, failed], everything=True)] == ["found no tests", "2 failed"]
    assert [lane.verdict for lane in judged([empty, failed], everything=False)] == ["nothing there", "2 failed"]
    assert [lane.problem for lane in judged([empty], everything=False)] == ["found no tests"]


def test_progress_is_a_share_or_what_is_going_on(log: Path) -> None:
    assert summary.progress("unit", log) == "unit 40%"
    log.write_text("building kubelet\n", encoding="utf-8")
    assert summary.progress("node", log) == "node: building kubelet"


def test_folders_are_compared_by_what_their_tests_took(failed: Ended) -> None:
    faster = [
        Case("tests.docs.test_links", "test_one", 1.0, "passed"),
        Case("tests.crds.test_spec", "a", 2.0, "passed"),
    ]
    assert folders.table(failed.cases, faster).splitlines()[2:] == [
        "| all | 4 | 4 | 3 | 2 |",
        "| tests/docs | 4 | 4 | 1 | 1 |",
        "| tests/crds | 0 | 0 | 2 | 1 |",
    ]
