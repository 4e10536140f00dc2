"""``make mutants``: how many small faults put into the code do its tests find?

A mutant is one function with one small change: ``<`` for ``<=``, ``and`` for ``or``, ``None`` for a value. One that no
test notices has survived: either a claim is missing, or the change is none (an equivalent mutant). mutmut makes the
mutants and runs the tests that reach each. Here is which code is judged by which tests, and a workspace in the layout
that mutmut knows.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.places import ROOT

WORKSPACES = ROOT / "build" / "mutants"


@dataclass(frozen=True)
class Area:
    """Code whose tests are judged."""

    name: str
    code: tuple[str, ...]
    """Patterns of files below ``src/``, where both packages lie in a workspace."""
    tests: tuple[str, ...]
    """Files and folders of tests, none of which needs a cluster or a database."""


AREAS = (
    Area(
        name="signals",
        code=("casebook_operator/signals/*",),
        tests=("tests/operator/signals",),
    ),
    Area(
        name="cases",
        code=(
            "casebook_operator/cases/correlation.py",
            "casebook_operator/cases/health*.py",
            "casebook_operator/cases/inhibition.py",
            "casebook_operator/cases/recovery*.py",
            "casebook_operator/cases/relations.py",
        ),
        tests=("tests/operator/cases",),
    ),
    Area(
        name="classify",
        code=("casebook_analyzer/classify/*",),
        tests=(
            "tests/analyzer/classify",
            "tests/operator/offline/test_golden_cases.py",
            "tests/analyzer/report/test_golden_reports.py",
        ),
    ),
    Area(
        name="redaction",
        code=("casebook_analyzer/redaction/*", "casebook_analyzer/text/*"),
        tests=("tests/analyzer/redaction", "tests/analyzer/text"),
    ),
    Area(
        name="scoring",
        code=(
            "casebook_analyzer/memory/encoding/bm25.py",
            "casebook_analyzer/memory/search/agreement.py",
            "casebook_analyzer/memory/search/comparison.py",
            "casebook_analyzer/memory/search/ranking.py",
            "casebook_analyzer/memory/search/scoring.py",
        ),
        tests=(
            "tests/analyzer/memory/encoding/test_bm25.py",
            "tests/analyzer/memory/search/test_agreement.py",
            "tests/analyzer/memory/search/test_comparison.py",
            "tests/analyzer/memory/search/test_ranking.py",
            "tests/analyzer/memory/search/test_scoring.py",
        ),
    ),
)
_COPIED = ("tests", "crds", "charts", "examples", "docs", "e2e", "tools", "bench")
_CONFIG = """\
[tool.mutmut]
source_paths = ["src"]
only_mutate = {code}
also_copy = {copied}
pytest_add_cli_args_test_selection = {tests}
pytest_add_cli_args = ["-m", "not cluster and not node and not browser and not model",
    "-p", "no:cacheprovider", "-p", "tools.mutant_reach"]
timeout_constant = 20.0
timeout_multiplier = 3.0
process_isolation = "forkserver"
forkserver_warmup = "none"
track_dependencies = false
use_git_change_detection = false

[tool.pytest.ini_options]
addopts = ["--import-mode=importlib"]
pythonpath = ["src", "."]
asyncio_mode = "auto"
asyncio_default_fixture_loop_scope = "function"
markers = ["cluster: ", "node: ", "browser: ", "model: "]
"""
_KILLED = frozenset({"killed", "timeout", "segfault"})


def main(arguments: Sequence[str]) -> None:
    """Judge the areas that are named, or all, and print a table and the survivors."""
    names = [area.name for area in AREAS]
    parser = argparse.ArgumentParser(prog="make mutants", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("area", nargs="*", choices=[*names, []], metavar="AREA", help=f"of {', '.join(names)}; or all")
    parser.add_argument(
        "--sample",
        type=int,
        default=0,
        metavar="N",
        help="judge N mutants of each area, chosen by the hash of seed and name",
    )
    parser.add_argument("--seed", default="", help="any text: another one chooses another sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    options = parser.parse_args(arguments)
    chosen = [area for area in AREAS if not options.area or area.name in options.area]
    tables = {area.name: judge(area, sample=options.sample, seed=options.seed, jobs=options.jobs) for area in chosen}
    print(f"\n{'area':<12}{'mutants':>9}{'killed':>9}{'survived':>10}{'untested':>10}{'score':>8}")
    for name, results in tables.items():
        counts = Counter(results.values())
        killed = sum(counts[word] for word in _KILLED)
        print(
            f"{name:<12}{len(results):>9}{killed:>9}{counts['survived']:>10}{counts['no tests']:>10}"
            f"{killed / max(1, len(results)):>8.0%}"
        )
    survivors = [(name, mutant, how) for name, of in tables.items() for mutant, how in of.items() if how not in _KILLED]
    for name, mutant, how in sorted(survivors):
        print(f"{how}: {name}: {mutant}")


def judge(area: Area, *, sample: int, seed: str, jobs: int) -> dict[str, str]:
    """What became of each mutant of an area, by its name: killed, survived, no tests, timeout, ..."""
    workspace = WORKSPACES / area.name
    prepare(area, workspace)
    environment = {**os.environ, "PYTHONPATH": "", "MUTANT_UNDER_TEST": ""}
    mutmut = [sys.executable, "-m", "mutmut"]
    names: list[str] = []
    if sample:
        # Without a name that fits, mutmut ends after it has made the mutants.
        subprocess.run(
            [*mutmut, "run", "--max-children", str(jobs), "none*"], cwd=workspace, env=environment, check=False
        )
        names = chosen_of(list(results(workspace)), sample, seed)
    subprocess.run([*mutmut, "run", "--max-children", str(jobs), *names], cwd=workspace, env=environment, check=True)
    found = results(workspace)
    return {name: found[name] for name in names or found}


def prepare(area: Area, workspace: Path) -> None:
    """A workspace with both packages below ``src`` and everything that tests read."""
    shutil.rmtree(workspace, ignore_errors=True)
    workspace.mkdir(parents=True)
    for package in ("operator/casebook_operator", "analyzer/casebook_analyzer"):
        shutil.copytree(
            ROOT / package, workspace / "src" / Path(package).name, ignore=shutil.ignore_patterns("__pycache__")
        )
    for folder in _COPIED:
        if (ROOT / folder).is_dir():
            shutil.copytree(ROOT / folder, workspace / folder, ignore=shutil.ignore_patterns("__pycache__"))
    code = json.dumps([f"src/{pattern}" for pattern in area.code])
    (workspace / "pyproject.toml").write_text(
        _CONFIG.format(code=code, copied=json.dumps(_COPIED), tests=json.dumps(area.tests)), encoding="utf-8"
    )


def chosen_of(names: Sequence[str], count: int, seed: str) -> list[str]:
    """``count`` of the names, for a seed the same ones each time."""
    return sorted(names, key=lambda name: hashlib.sha256(f"{seed}{name}".encode()).hexdigest())[:count]


def results(workspace: Path) -> dict[str, str]:
    """What mutmut knows of each mutant, by its name."""
    told = subprocess.run(
        [sys.executable, "-m", "mutmut", "results", "--all", "true"],
        cwd=workspace,
        capture_output=True,
        text=True,
        check=True,
    )
    pairs = (line.strip().rpartition(": ") for line in told.stdout.splitlines())
    return {name: how for name, separator, how in pairs if separator}


if __name__ == "__main__":
    main(sys.argv[1:])
