"""``casebook taxonomy``: what a pipeline refuses before it lands, and what people look up."""

import asyncio
import json
from pathlib import Path

import pytest
import yaml

from casebook_analyzer.memory import open_memory
from casebook_analyzer.models import Category, Incident
from casebook_analyzer.taxonomy import shipped_taxonomy, taxonomy_schema
from casebook_operator.taxonomies.replay import reclassified
from tests.analyzer.classify.builders import bundle, ended, log
from tests.analyzer.memory.incidents import earlier
from tests.analyzer.taxonomy.overlays import RULE_TEXT, written
from tests.operator.builders import at, incident
from tests.operator.cli.conftest import Casebook, sentence

EXAMPLES = Path(__file__).parents[3] / "examples" / "taxonomy"
TENANT = "default"


def test_lint_says_nothing_against_a_good_directory(casebook: Casebook) -> None:
    done = casebook("taxonomy", "lint", "--strict", str(EXAMPLES))
    assert (done.returncode, done.stdout) == (0, "2 files, 1 rule: 0 errors, 0 warnings\n")


def test_lint_names_file_line_rule_and_what_to_do_and_fails(casebook: Casebook, tmp_path: Path) -> None:
    path = written(tmp_path, RULE_TEXT.replace("our own words", "(?!x)y"))
    done = casebook("taxonomy", "lint", str(path))
    assert done.returncode == 1
    (error,) = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert error.startswith(f"{path}:8: error: rule my-rule, all[0].text: the pattern '(?!x)y' cannot be used")
    assert "say in `unless` what must not occur" in error


def test_warnings_fail_only_where_that_is_asked_for(casebook: Casebook, tmp_path: Path) -> None:
    path = str(written(tmp_path, RULE_TEXT))
    done = casebook("taxonomy", "lint", path)
    assert done.returncode == 0
    assert f"{path}:2: warning: rule my-rule: it has no actions" in done.stdout
    assert casebook("taxonomy", "lint", "--strict", path).returncode == 1


def test_lint_speaks_json(casebook: Casebook, tmp_path: Path) -> None:
    done = casebook("taxonomy", "lint", "-o", "json", str(written(tmp_path, "priority: high")))
    (problem,) = json.loads(done.stdout)
    assert (done.returncode, problem["level"], problem["line"]) == (1, "error", 1)


def test_lint_of_nothing_is_an_error(casebook: Casebook, tmp_path: Path) -> None:
    assert "there is no file of rules" in casebook("taxonomy", "lint", str(tmp_path)).stdout
    assert "cannot be read" in casebook("taxonomy", "lint", str(tmp_path / "nowhere")).stdout


def test_golden_cases_next_to_rules_pass(casebook: Casebook) -> None:
    done = casebook("taxonomy", "test", str(EXAMPLES))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "1 case: 1 as expected, 0 not")


def test_a_golden_case_that_differs_says_in_what_and_fails(casebook: Casebook, tmp_path: Path) -> None:
    case = tmp_path / "case"
    written(case, (EXAMPLES / "rejected-bundle" / "status.yaml").read_text(), "status.yaml")
    expected = "category: pcie_error\nconfidence: [99, 100]\nrules: [no-such]\nsummary: [nobody says so]\n"
    written(case, expected, "expected.yaml")
    done = casebook("taxonomy", "test", str(EXAMPLES / "rules.yaml"), "--cases", str(tmp_path))
    assert done.returncode == 1
    for difference in (
        "category config_error",
        "expected pcie_error",
        "expected 99 to 100",
        "rules lack no-such",
        "do not say 'nobody says so'",
    ):
        assert difference in done.stdout


def test_a_broken_golden_case_fails_with_a_sentence(casebook: Casebook, tmp_path: Path) -> None:
    written(tmp_path / "case", "category: [", "expected.yaml")
    done = casebook("taxonomy", "test", str(tmp_path), "-o", "json")
    (result,) = json.loads(done.stdout)
    assert done.returncode == 1
    assert "expected.yaml cannot be used" in result["differences"][0]


def test_testing_without_cases_is_an_error(casebook: Casebook, tmp_path: Path) -> None:
    assert "There is no golden case" in sentence(casebook("taxonomy", "test", str(tmp_path)))


def test_show_lists_what_is_in_force_and_where_it_comes_from(casebook: Casebook) -> None:
    shown = casebook("taxonomy", "show", "--taxonomy", str(EXAMPLES)).stdout
    assert "bundle-signed-for-another-ring" in shown
    assert "examples/taxonomy/rules.yaml" in shown
    assert "changed by" in next(line for line in shown.splitlines() if line.startswith("oom-killed "))


def test_show_can_be_narrowed_to_a_category(casebook: Casebook) -> None:
    done = casebook("taxonomy", "show", "--category", "pcie_error", "-o", "json")
    assert {rule["category"] for rule in json.loads(done.stdout)["rules"]} == {"pcie_error"}


def test_show_prints_one_rule_in_full(casebook: Casebook) -> None:
    rule = yaml.safe_load(casebook("taxonomy", "show", "oom-killed", "--taxonomy", str(EXAMPLES)).stdout)
    assert rule["severity"] == "Critical"
    assert rule["runbook"] == "https://runbooks.example.com/memory"


@pytest.mark.parametrize(("name", "field"), [("xid-79", "mnemonic"), ("condition-memorypressure", "badStatus")])
def test_show_prints_rows_that_rules_are_made_of(casebook: Casebook, name: str, field: str) -> None:
    assert field in yaml.safe_load(casebook("taxonomy", "show", name).stdout)


def test_show_of_what_is_not_there_is_an_error(casebook: Casebook) -> None:
    assert "There is no rule nothing in force" in sentence(casebook("taxonomy", "show", "nothing"))


def test_schema_prints_the_schema(casebook: Casebook) -> None:
    assert casebook("taxonomy", "schema").stdout == taxonomy_schema()


def _remember(dsn: str, *incidents: Incident) -> None:
    async def remember() -> None:
        async with open_memory(dsn, tenant=TENANT, embedder=None) as memory:
            for one in incidents:
                await memory.record(one)

    asyncio.run(remember())


def _remembered(dsn: str, id_: str) -> tuple[Category, list[Category]]:
    """(category now, categories before)."""

    async def read() -> tuple[Category, list[Category]]:
        async with open_memory(dsn, tenant=TENANT, embedder=None) as memory:
            found = await memory.by_id(id_)
            assert found is not None
            return found.conclusion.category, [one.conclusion.category for one in await earlier(memory, id_)]

    return asyncio.run(read())


@pytest.fixture
def past(dsn: str) -> str:
    """A database with two incidents of which a rule of the test knows one."""
    ours = incident(id="ours", tenant=TENANT, name="ours-1", bundle=bundle(ended(), log("here are our own words")))
    other = incident(
        id="other", tenant=TENANT, name="other-1", opened_at=at(60), bundle=bundle(ended(), log("no idea"))
    )
    _remember(dsn, *(reclassified(one, shipped_taxonomy()) for one in (ours, other)))
    return dsn


def rejudge(casebook: Casebook, dsn: str, rules: Path, *more: str) -> str:
    command = ("taxonomy", "rejudge", "--no-cluster", "--taxonomy", str(rules), *more)
    done = casebook(*command, CASEBOOK_DATABASE__URL=dsn)
    assert done.returncode == 0, done
    return done.stdout


def test_a_dry_run_shows_what_would_change_and_changes_nothing(casebook: Casebook, past: str, tmp_path: Path) -> None:
    shown = rejudge(casebook, past, written(tmp_path, RULE_TEXT), "--dry-run")
    (line,) = [line for line in shown.splitlines() if "ours-1" in line]
    assert "unknown (" in line
    assert "config_error (" in line
    assert "my-rule" in line
    assert "2 incidents judged" in shown
    assert "1 would change" in shown
    assert _remembered(past, "ours") == (Category.UNKNOWN, [])


def test_rejudge_stores_the_new_conclusion_and_keeps_the_old_one(casebook: Casebook, past: str, tmp_path: Path) -> None:
    rules = written(tmp_path, RULE_TEXT)
    assert "1 changed" in rejudge(casebook, past, rules)
    assert _remembered(past, "ours") == (Category.CONFIG_ERROR, [Category.UNKNOWN])
    assert "0 changed" in rejudge(casebook, past, rules)
    assert _remembered(past, "other") == (Category.UNKNOWN, [])


def test_rejudge_can_be_bounded(casebook: Casebook, past: str, tmp_path: Path) -> None:
    rules = written(tmp_path, RULE_TEXT)
    assert "0 incidents judged" in rejudge(casebook, past, rules, "--since", "1h")
    assert "0 incidents judged" in rejudge(casebook, past, rules, "-n", "elsewhere")
    changes = json.loads(rejudge(casebook, past, rules, "--since", "2001-01-01", "--dry-run", "-o", "json"))
    assert [(change["id"], change["rule"]) for change in changes] == [("ours", "my-rule")]


def test_a_time_that_is_none_is_said(casebook: Casebook) -> None:
    done = casebook("taxonomy", "rejudge", "--since", "some day")
    assert done.returncode == 2
    assert "neither today, yesterday, a time span such as 7d" in done.stderr
