"""``casebook evaluate`` on labelled cases, as people and machines read it."""

import json
from pathlib import Path

import pytest

from tests.operator.cli.conftest import Casebook, sentence
from tests.operator.offline.samples import XID_LINE, crash_loop, node
from tests.operator.offline.test_readers import written

INDEX = """\
id,kind,category,also_acceptable,confused_with,trigger,named_trigger,hard,provenance,mapping,source,licence,path
c1,scenario,config_error,,,CrashLoopBackOff,crashloop,no,recorded,direct,a,MIT,scenarios/c1
c2,scenario,network_partition,config_error,,CrashLoopBackOff,crashloop,yes,excerpt,judged,b,MIT,scenarios/c2
c3,kernel-log,pcie_error,,,KernelLogLine,none,no,recorded,direct,c,MIT,kernel-logs/c3.txt
c4,scenario,config_error,,,CrashLoopBackOff,crashloop,no,recorded,direct,d,MIT,scenarios/gone
"""


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    folder = tmp_path / "incidents"
    written(folder / "index.csv", INDEX)
    written(folder / "scenarios" / "c1" / "status.json", crash_loop())
    written(folder / "scenarios" / "c2" / "status.json", crash_loop())
    written(folder / "kernel-logs" / "c3.txt", f"[  100.1] {XID_LINE}\n")
    return folder


def test_the_figures_as_json(casebook: Casebook, labelled: Path) -> None:
    done = casebook("evaluate", "--cases", str(labelled), "--json")
    assert done.returncode == 0, done
    card = json.loads(done.stdout)["scorecard"]
    assert card["cases"] == 4
    assert (card["strict"]["part"], card["strict"]["of"]) == (2, 3)  # c2 is judged, and c4 is not there
    assert (card["lenient"]["part"], card["lenient"]["of"]) == (3, 4)
    assert (card["detected"]["part"], card["detected"]["of"]) == (3, 4)
    assert (card["entity_hit"]["part"], card["entity_hit"]["of"]) == (2, 2)
    (failure,) = card["failures"]
    assert failure["id"] == "c4"
    assert "does not exist" in failure["error"]


def test_the_figures_as_a_table(casebook: Casebook, labelled: Path) -> None:
    shown = casebook("evaluate", "--cases", str(labelled)).stdout
    for part in (
        "strict accuracy",
        "detection recall",
        "calibration error",
        "PRECISION",
        "PROVENANCE",
        "c4",
        "REASON ALONE",
    ):
        assert part in shown
    assert "DATABASE_URL" not in shown, "of a case only its id is shown"


def test_the_same_cases_give_the_same_bytes(casebook: Casebook, labelled: Path) -> None:
    first, second = (casebook("evaluate", "--cases", str(labelled), "--json").stdout for _ in range(2))
    assert first == second


def test_what_a_kind_of_evidence_is_worth(casebook: Casebook, labelled: Path) -> None:
    without = json.loads(casebook("evaluate", "--cases", str(labelled), "--without", "logs", "--json").stdout)
    assert without["scorecard"]["strict"]["part"] == 1


def test_healthy_cases_are_false_opens_when_something_opens(casebook: Casebook, tmp_path: Path) -> None:
    for name, document in (("broken", crash_loop()), ("quiet", {"objects": [node()]})):
        written(tmp_path / "cases" / name / "status.json", document)
        written(tmp_path / "cases" / name / "expected.yaml", "healthy: true\n")
    card = json.loads(casebook("evaluate", "--cases", "cases", "--json").stdout)["scorecard"]
    assert (card["cases"], card["healthy"], card["false_opens"]) == (0, 2, ["broken"])


def test_expected_subjects_and_entities_are_what_counts(casebook: Casebook, tmp_path: Path) -> None:
    expected = "category: config_error\nsubject: Deployment/shop/checkout\nentities: [ConfigMap/shop/nowhere]\n"
    written(tmp_path / "cases" / "one" / "status.json", crash_loop())
    written(tmp_path / "cases" / "one" / "expected.yaml", expected)
    card = json.loads(casebook("evaluate", "--cases", "cases", "--json").stdout)["scorecard"]
    assert card["detected"]["part"] == 1
    assert card["entity_missed"] == ["one"]


def test_a_kind_of_evidence_that_does_not_exist_is_said(casebook: Casebook, labelled: Path) -> None:
    done = casebook("evaluate", "--cases", str(labelled), "--without", "rumours")
    assert done.returncode == 2
    assert "rumours" in done.stderr


@pytest.mark.parametrize("content", [None, "nothing here"])
def test_a_folder_without_cases_is_one_sentence(casebook: Casebook, tmp_path: Path, content: str | None) -> None:
    if content:
        written(tmp_path / "cases" / "notes.txt", content)
    assert "index.csv" in sentence(casebook("evaluate", "--cases", "cases"))
