"""``casebook memory import`` of another system's incidents, with the examples of the first day."""

import json
from pathlib import Path

import pytest
import yaml

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.incidents.filters import IncidentFilter
from casebook_analyzer.models import IncidentIdentity
from tests.operator.cli.conftest import Casebook
from tests.operator.cli.remembered import in_memory

DAY_ONE = Path(__file__).parents[3] / "examples/day-one"
FILES = (("pager.csv", 30, "Pager"), ("tickets.jsonl", 20, "Tickets"))


@pytest.fixture
def empty(dsn: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("CASEBOOK_DATABASE__URL", dsn)
    return dsn


def arguments(name: str) -> tuple[str, ...]:
    return "memory", "import", "--mapping", str(DAY_ONE / f"{Path(name).stem}.yaml"), str(DAY_ONE / name)


def test_the_history_of_the_first_day_is_imported_and_found(casebook: Casebook, empty: str) -> None:
    for name, number, source in FILES:
        done = casebook(*arguments(name))
        assert done.stdout == f"{number} incidents of {source} imported into default.\n"
        assert casebook(*arguments(name)).stdout == (
            f"0 incidents of {source} imported into default, {number} known already.\n"
        )
    example = list(yaml.safe_load_all((DAY_ONE / "orders.yaml").read_text()))[1]
    script = example["spec"]["template"]["spec"]["containers"][0]["args"][0]
    said = "Error: required environment variable DATABASE_URL is not set"
    assert said in script
    assert "imported-" in casebook("search", said).stdout

    async def known(memory: Memory) -> list[IncidentIdentity]:
        return [*(await memory.browse(IncidentFilter(subject="Deployment/shop/orders"))).rows]

    history = in_memory(empty, known)
    assert len(history) == 5
    assert "Imported from" in casebook("show", f"shop/{history[0].name}").stdout


def test_a_dry_run_shows_what_would_be_and_needs_no_database(casebook: Casebook) -> None:
    nowhere = {"CASEBOOK_DATABASE__URL": "postgresql://nobody@127.0.0.1:1/x"}
    done = casebook(*arguments("pager.csv"), "--dry-run", **nowhere)
    assert "30 incidents of Pager would be imported into default." in done.stdout
    assert "Deployment/shop/orders" in done.stdout
    answer = json.loads(casebook(*arguments("pager.csv"), "--dry-run", "-o", "json", **nowhere).stdout)
    assert [answer["records"][0][name] for name in ("line", "id", "category")] == [2, "PD-1001", "config_error"]


def test_bad_lines_keep_all_out_unless_they_may_be_skipped(casebook: Casebook, empty: str, tmp_path: Path) -> None:
    good = (DAY_ONE / "tickets.jsonl").read_text().splitlines()[0]
    file = tmp_path / "tickets.jsonl"
    file.write_text(f"{good}\nnothing\n")
    by = ("memory", "import", "--mapping", str(DAY_ONE / "tickets.yaml"))
    refused = casebook(*by, str(file))
    assert refused.returncode == 1
    assert "2     it is not JSON" in refused.stdout
    assert "nothing was imported: mend the lines or the mapping, or give --skip-bad" in refused.stderr
    done = casebook(*by, "--skip-bad", str(file))
    assert "1 incident of Tickets imported into default, 1 line skipped." in done.stdout


def test_options_that_do_not_belong_together_are_one_sentence(casebook: Casebook, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a\n")
    assert "give --mapping FILE" in casebook("memory", "import", str(tmp_path / "x.csv")).stderr
    assert "which has no mapping" in casebook("memory", "import", "--dry-run", str(tmp_path / "x.parquet")).stderr
