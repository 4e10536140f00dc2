"""Labels are read in each layout, and a wrong one is said."""

from pathlib import Path

import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Category
from casebook_operator.evaluation import read_cases

HEADER = "id,kind,category,also_acceptable,hard,provenance,mapping,source,path\n"


def index(folder: Path, *rows: str) -> Path:
    (folder / "index.csv").write_text(HEADER + "".join(f"{row}\n" for row in rows))
    return folder


def test_rows_of_an_index(tmp_path: Path) -> None:
    row = "c1,scenario,config_error,scheduling_failure;unknown,yes,recorded,judged,somebody,scenarios/c1"
    (case,) = read_cases(index(tmp_path, row))
    assert (case.id, case.category) == ("c1", Category.CONFIG_ERROR)
    assert case.also_acceptable == (Category.SCHEDULING_FAILURE, Category.UNKNOWN)
    assert (case.judged, case.hard, case.provenance) == (True, True, "recorded")
    assert case.path == tmp_path / "scenarios" / "c1"


def test_labels_beside_kernel_logs(tmp_path: Path) -> None:
    (tmp_path / "labels.csv").write_text("file,category,also_acceptable\nk1-x.txt,pcie_error,\n")
    (case,) = read_cases(tmp_path)
    assert (case.id, case.category, case.path) == ("k1-x", Category.PCIE_ERROR, tmp_path / "k1-x.txt")


def test_one_folder_a_case(tmp_path: Path) -> None:
    for name, text in (("b", "category: config_error\n"), ("a", "healthy: true\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "expected.yaml").write_text(text)
    assert [(case.id, case.expected.healthy) for case in read_cases(tmp_path)] == [("a", True), ("b", False)]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("c1,scenario,nonsense,,no,,,,x", "line 2: 'nonsense' is no category"),
        ("c1,scenario,config_error,nonsense,no,,,,x", "'nonsense' is no category"),
        ("c1,scenario,config_error", "it has no path"),
        ("c1,scenario,config_error,,no,,,,x,and,more", "more cells"),
    ],
)
def test_a_wrong_row_is_said(tmp_path: Path, row: str, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        read_cases(index(tmp_path, row))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("category: nonsense", "nonsense"),
        ("categori: config_error", "categori"),
        ("hard: true", "needs a category"),
        ("[", "cannot be used"),
    ],
)
def test_a_wrong_expectation_is_said(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "expected.yaml").write_text(text)
    with pytest.raises(ConfigurationError, match=said):
        read_cases(tmp_path)


def test_a_folder_without_cases_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="no cases"):
        read_cases(tmp_path)
    with pytest.raises(ConfigurationError, match="is no folder"):
        read_cases(tmp_path / "nothing")
