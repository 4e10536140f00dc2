"""Figures and sentences of pages are what the code gives now; what only a node gives says when it was measured."""

import asyncio
import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from casebook_analyzer.taxonomy import shipped_taxonomy
from casebook_operator.evaluation import Scorecard, evaluate_all, read_cases, scorecard
from e2e.faults.healthy import SCENARIOS
from tests.analyzer.crashes import concluded_from_log
from tests.rows import of_every

ROOT = Path(__file__).parents[2]
TAXONOMY = ROOT / "tests/analyzer/taxonomy"
PAGE = (ROOT / "docs/evaluation.md").read_text(encoding="utf-8")
BACKUP = "ERROR config: cannot parse /etc/backup.yaml: yaml: line 3: did not find expected key"


@pytest.fixture(scope="module")
def own() -> Scorecard:
    outcomes = asyncio.run(evaluate_all(read_cases(ROOT / "tests/cases"), shipped_taxonomy()))
    return scorecard(outcomes, taxonomy="")


def cell(of: str) -> str:
    """The last cell of the row of a table that begins so."""
    return next(row for row in PAGE.splitlines() if row.startswith(f"| {of}")).rstrip("| ").rpartition("|")[2].strip()


def test_the_figures_of_our_own_cases_are_what_evaluate_prints(own: Scorecard) -> None:
    named = {
        "strict accuracy": own.strict,
        "lenient accuracy": own.lenient,
        "affected entities": own.entity_hit,
        "cause named": own.named,
        "detection recall, all": own.detected,
        "detection recall where": own.detected_shown,
    }
    assert {row: cell(row) for row in named} == {row: f"{ratio.value:.2f}" for row, ratio in named.items()}
    errors = own.calibration
    assert cell("calibration error") == f"{errors.error:.3f}; without abstentions {errors.error_of_answers:.3f}"
    assert cell("surer than right") == f"{errors.overclaim:.2f}"
    assert cell("false opens") == f"{len(own.false_opens)} of {own.healthy}"
    rightly, wrongly = own.abstained_rightly, own.abstained_wrongly
    assert cell("unknown, where") == f"{rightly.part} of {rightly.of} / {wrongly.part} of {wrongly.of}"
    assert f"{own.cases} failing, {own.healthy} healthy" in PAGE


def test_no_case_of_ours_is_sure_and_wrong(own: Scorecard) -> None:
    assert cell("sure (90") == str(len(own.sure_and_wrong)) == "0"


def blind() -> Iterator[int]:
    for folder in (ROOT / "tests/blind").iterdir():
        with (folder / "index.csv").open(encoding="utf-8") as index:
            yield len(list(csv.DictReader(index)))


def test_the_sets_that_are_kept_are_as_large_as_is_told() -> None:
    table = PAGE.partition("| set | bundles |")[2].partition("\n\n")[0]
    told = [int(size) for size in re.findall(r"\| (\d+) \| [\d.]+ \| [\d.]+ \| [\d.]+ \|", table)]
    assert sorted(told[4:]) == sorted(blind())
    assert f"{sum(told)} bundles that say what programs, Kubernetes, kernels and GPUs print" in PAGE
    assert f"in {len(told)} sets" in PAGE


def test_logs_faults_and_sayings_are_as_many_as_is_told() -> None:
    faults, healthy = (ROOT / "e2e/faults/cases").glob("*.yaml"), (TAXONOMY / "healthy").glob("*/*.log")
    said = sum(
        file.read_text(encoding="utf-8").count("\n- name: ") for file in (TAXONOMY / "said").glob("*-faults.yaml")
    )
    injected = len(list(faults))
    assert f"injects {injected} faults" in PAGE
    assert f"are among the {injected}." in PAGE
    assert f"{len(SCENARIOS)} scenarios of healthy life" in PAGE
    assert f"is {len(list(healthy))} logs" in PAGE
    assert f"{said} of them were written by scenes" in PAGE


def test_the_rows_of_real_programs_add_up() -> None:
    table = PAGE.partition("| program | scenes |")[2].partition("\n\n")[0]
    *programs, total = [figures(row) for row in table.splitlines() if row.count("|") > 3 and "---" not in row]
    assert total == [sum(column) for column in zip(*programs, strict=True)]
    assert f"{len(programs)} programs, {total[0]} scenes" in PAGE


def figures(row: str) -> list[int]:
    """Scenes, seen, right, named, and of how many: the ratios beside them in brackets are left out."""
    cells = re.sub(r"\([\d.]+\)", "", row).split("|")[2:]
    return [int(number) for cell in cells for number in re.findall(r"\d+", cell)]


@of_every(
    ("page", "whose", "log", "code"),
    [
        ("docs/day-one.md", "orders", "Error: required environment variable DATABASE_URL is not set", 1),
        ("README.md", "app of invoices", "FATAL config: required environment variable DATABASE_URL is not set", 1),
        ("docs/concepts.md", "app of backup", BACKUP, 6),
    ],
)
def test_what_a_page_lets_a_conclusion_say_is_what_it_says(page: str, whose: str, log: str, code: int) -> None:
    text = " ".join((ROOT / page).read_text(encoding="utf-8").replace("\n> ", "\n").split())
    said = concluded_from_log(log, code)
    assert said.summary.replace("container app of checkout", f"container {whose}") in text
    assert re.search(rf"{said.category} +{said.confidence}\b|\({said.confidence} of 100\): {said.category}", text)
