"""Fuzzes each entry for a while and prints a table. Findings become cases in ``tests/fuzz/cases``."""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tools.fuzz.entries import ENTRIES, Entry
from tools.places import ROOT

CASES = ROOT / "tests" / "fuzz" / "cases"
_WORK = ROOT / "build" / "fuzz"
_SLOW_SECONDS = 5
"""An input that takes longer is a finding. Instrumented code runs some five times slower than usual."""
_LONGEST = 64 * 1024
"""Bytes of an input."""
_MEGABYTES = 2048

_EXECUTIONS = re.compile(r"stat::number_of_executed_units:\s+(\d+)")
_SLOWEST = re.compile(r"stat::slowest_unit_time_sec:\s+(\d+)")
_COVERAGE = re.compile(r"\bcov: (\d+)")


class Outcome(NamedTuple):
    """What became of one entry."""

    executions: int
    coverage: int
    slowest: int
    """Seconds of the slowest input, rounded down."""
    found: tuple[Path, ...]


def main(arguments: Sequence[str]) -> int:
    """Fuzz the entries that are named, or all; 1 when something was found."""
    names = [entry.name for entry in ENTRIES]
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument(
        "entry", nargs="*", choices=[*names, []], help="all, unless named: " + ", ".join(names), metavar="ENTRY"
    )
    parser.add_argument("--seconds", type=int, default=600, help="for each entry")
    options = parser.parse_args(arguments)
    print(f"{'entry':<14} {'inputs':>9} {'coverage':>9} {'slowest':>8} {'findings':>9}")
    found: list[Path] = []
    for entry in ENTRIES:
        if not options.entry or entry.name in options.entry:
            outcome = _fuzzed(entry, options.seconds)
            found += outcome.found
            row = f"{outcome.executions:>9} {outcome.coverage:>9} {outcome.slowest:>6} s {len(outcome.found):>9}"
            print(f"{entry.name:<14} {row}", flush=True)
    for case in found:
        print(f"found: {case.relative_to(ROOT)}; the test of cases tells more: make unit ONLY=tests/fuzz")
    return 1 if found else 0


def _fuzzed(entry: Entry, seconds: int) -> Outcome:
    corpus, artifacts, log = (_WORK / entry.name / part for part in ("corpus", "found", "log"))
    shutil.rmtree(artifacts, ignore_errors=True)
    for folder in (corpus, artifacts):
        folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(entry.seeds()):
        (corpus / f"seed-{number}").write_bytes(seed[:_LONGEST])
    options = (
        f"-max_total_time={seconds}",
        f"-timeout={_SLOW_SECONDS}",
        f"-report_slow_units={_SLOW_SECONDS}",
        f"-rss_limit_mb={_MEGABYTES}",
        f"-max_len={_LONGEST}",
        f"-artifact_prefix={artifacts}/",
        "-print_final_stats=1",
    )
    command = [sys.executable, "-m", "tools.fuzz.process", entry.name, str(artifacts), *options, str(corpus)]
    with log.open("wb") as told:
        subprocess.run(command, cwd=ROOT, env=os.environ, stdout=told, stderr=told, check=False)
    said = log.read_text(errors="replace")
    return Outcome(_last(_EXECUTIONS, said), _last(_COVERAGE, said), _last(_SLOWEST, said), _kept(entry, artifacts))


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((int(number) for number in pattern.findall(text)), default=0)


def _kept(entry: Entry, artifacts: Path) -> tuple[Path, ...]:
    kept = []
    for artifact in sorted(artifacts.iterdir()):
        case = CASES / entry.name / artifact.name[:24]
        case.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(artifact, case)
        kept.append(case)
    return tuple(kept)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
