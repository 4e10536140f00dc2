"""What the page has its reader type works without a node, too, as far as it needs none."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from e2e.cluster import Cluster, tools
from e2e.first_day.matching import missing
from e2e.first_day.page import Step, steps
from tests.operator.cli.conftest import Casebook, casebook, clean_environment
from tests.operator.clusters import cluster
from tests.rows import of_every
from tools.places import ROOT

__all__ = ["casebook", "clean_environment", "cluster"]

PAGE = list(steps((ROOT / "docs" / "day-one.md").read_text(encoding="utf-8")))
IN_THE_POD = re.compile(r"kubectl exec .*-- casebook ((?:memory import|knowledge list|stats --since) ?.*)")
FED = [step for step in PAGE if IN_THE_POD.match(step.command)]
APPLIED = [found[1] for step in PAGE if (found := re.search(r"(examples/day-one/\S+\.yaml)(?: \||$)", step.command))]


def test_a_database_alone_prints_what_the_page_shows_once_it_is_fed(
    casebook: Casebook, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASEBOOK_DATABASE__URL", dsn)
    monkeypatch.setenv("CASEBOOK_CLUSTER__NAME", "prod-eu")
    runbooks = ROOT / "examples" / "day-one" / "runbooks"
    assert casebook("knowledge", "sync", "--source", "chart", str(runbooks)).returncode == 0
    wrong = {step.command: lack for step in FED if (lack := missing(step.printed, _typed(casebook, step)))}
    assert (len(FED), wrong) == (4, {})


def _typed(casebook: Casebook, step: Step) -> str:
    found = IN_THE_POD.match(step.command)
    assert found
    return casebook(*shlex.split(found[1].replace("/tmp/day-one", str(ROOT / "examples" / "day-one")))).stdout


@pytest.mark.cluster
@of_every("path", sorted(set(APPLIED) - {"examples/day-one/values.yaml"}))
def test_what_the_page_applies_is_what_an_api_server_takes(cluster: Cluster, path: str) -> None:
    cluster.run_kubectl("apply", "--dry-run=client", "--validate=strict", "-f", str(ROOT / path))


def test_helm_takes_the_command_of_the_page() -> None:
    (install,) = [shlex.split(step.command) for step in PAGE if step.command.startswith("helm install")]
    done = subprocess.run(
        [tools.helm(), "template", *install[2:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "name: casebook-knowledge" in done.stdout


def test_every_file_that_the_page_names_is_there() -> None:
    named = {path for step in PAGE for path in re.findall(r"examples/\S+", step.command)}
    assert [path for path in named if not Path(ROOT, path).exists()] == []
