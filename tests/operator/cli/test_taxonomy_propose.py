"""``casebook taxonomy propose``: drafts from what people said, tried on all that memory has."""

import json
from pathlib import Path

import pytest

from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Category, Feedback, FeedbackSource, Verdict
from tests.analyzer.foreign.records import NOW, incidents
from tests.operator.cli.conftest import Casebook
from tests.operator.cli.remembered import TENANT, in_memory

GIZMO = "gizmo 7 will not turn: flange angle mismatch (.*)"
SPROCKET = "sprocket 4 lies askew upon the mandrel"
CAM = "the camshaft sings in an unknown key today"


@pytest.fixture
def known(dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Two of a kind that people corrected, two of which nobody said anything, one that shares a line with others."""
    texts = [GIZMO, GIZMO, SPROCKET, SPROCKET, CAM, CAM, f"{CAM}\nand something else is wrong here"]
    rows = [{"id": f"{number}", "what": text, "workload": "press"} for number, text in enumerate(texts)]
    for number in (4, 5, 6):
        rows[number]["category"] = "software_bug" if number < 6 else "config_error"
    found = incidents(tmp_path, *rows)
    word = Feedback(
        verdict=Verdict.CORRECTED, category=Category.CONFIG_ERROR, cause="Two {flanges} differ", author="ana",
        source=FeedbackSource.COMMAND, given_at=NOW,
    )  # fmt: skip

    async def remember(memory: Memory) -> None:
        await memory.adopt(found, lambda _: None)
        await memory.give_feedback(found[0].id, word)

    in_memory(dsn, remember, "cluster-a")
    monkeypatch.setenv("CASEBOOK_CLUSTER__NAME", "cluster-a")
    monkeypatch.setenv("CASEBOOK_DATABASE__URL", dsn)
    return dsn


def test_a_family_that_people_know_is_drafted_with_a_case_that_passes(
    casebook: Casebook, known: str, tmp_path: Path
) -> None:
    done = casebook("taxonomy", "propose", "--to", str(tmp_path / "drafts"))
    assert done.stdout.endswith("4 families that rules do not know: 2 proposed (1 without a category), 2 not\n")
    assert " also decides " in done.stdout
    assert "it happened once" in done.stdout
    for path in (tmp_path / "drafts").glob("*.yaml"):
        if "TODO\n" in path.read_text():
            path.unlink()
    lint = casebook("taxonomy", "lint", str(tmp_path / "drafts"))
    assert "1 rule: 0 errors" in lint.stdout
    (named,) = (path for path in (tmp_path / "drafts").glob("*.yaml"))
    tested = casebook("taxonomy", "test", str(named), "--cases", str(named.with_suffix("")), "-o", "json")
    assert [one["differences"] for one in json.loads(tested.stdout)] == [[]]  # no line of a log before it
    assert "Two (flanges) differ" in done.stdout


def test_a_family_of_which_nobody_said_anything_is_drafted_without_a_category_and_refused_until_it_has_one(
    casebook: Casebook, known: str, tmp_path: Path
) -> None:
    told = casebook("taxonomy", "propose", "--to", str(tmp_path)).stdout
    assert "nobody has said what it is: casebook correct -n " in told
    (draft,) = (path for path in tmp_path.glob("*.yaml") if "mandrel" in path.read_text())
    expected = draft.with_suffix("") / "expected.yaml"
    assert [path.read_text().count("category: TODO") for path in (draft, expected)] == [1, 1]
    refused = casebook("taxonomy", "test", str(draft), "--cases", str(draft.with_suffix("")))
    assert refused.returncode == 1
    assert (draft.name in refused.stderr, "TODO" in refused.stderr) == (True, True), refused.stderr
    for path in (draft, expected):
        path.write_text(path.read_text().replace("category: TODO", "category: network_partition"))
    tested = casebook("taxonomy", "test", str(draft), "--cases", str(draft.with_suffix("")))
    assert tested.stdout.endswith(" by " + draft.stem + "\n1 case: 1 as expected, 0 not\n")
    listed = json.loads(casebook("taxonomy", "propose", "-o", "json").stdout)
    merged = casebook("taxonomy", "propose", "-o", "json", CASEBOOK_TAXONOMY__PATHS=json.dumps([str(draft)])).stdout
    assert [one["family"] for one in listed if one["family"] not in merged] == [
        one["family"] for one in listed if one["rule"] and one["rule"]["id"] == draft.stem
    ]
    assert [one["rule"]["category"] for one in listed if one["rule"]] == ["config_error", "TODO"]


def test_a_family_whose_rule_is_too_weak_to_decide_is_drafted_as_well(
    casebook: Casebook, dsn: str, tmp_path: Path
) -> None:
    spindle = "INFO login: authentication failed for the spindle of the press"
    found = incidents(tmp_path, *({"id": f"{number}", "what": spindle, "workload": "press"} for number in range(2)))
    assert {(one.conclusion.category, len(one.conclusion.rules)) for one in found} == {(Category.UNKNOWN, 1)}

    async def remember(memory: Memory) -> None:
        await memory.adopt(found, lambda _: None)

    in_memory(dsn, remember, "cluster-a")
    done = casebook("taxonomy", "propose", CASEBOOK_DATABASE__URL=dsn, CASEBOOK_CLUSTER__NAME="cluster-a")
    assert done.stdout.endswith("1 family that rules do not know: 1 proposed (1 without a category), 0 not\n")
    assert "authentication failed for the spindle of the" in done.stdout


def test_an_empty_memory_proposes_nothing(casebook: Casebook, dsn: str) -> None:
    done = casebook("taxonomy", "propose", CASEBOOK_DATABASE__URL=dsn)
    assert (done.returncode, done.stdout) == (0, "Nothing to propose from memory: it has no incidents.\n")
    assert TENANT == "default"
