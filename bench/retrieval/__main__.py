"""How well memory finds what resembles a case.

    .venv/bin/python -m bench.retrieval                             # injected failures, from tests/cases
    .venv/bin/python -m bench.retrieval --corpus duplicates.jsonl.gz  # and duplicate bug reports
    .venv/bin/python -m bench.retrieval --json figures.json

A corpus has one report a line: ``{"id", "created", "title", "text", "duplicate_of": [ids]}``. Vectors are kept in the
cache of the user; nothing is fetched. The fit needs scikit-learn, which ``make reference`` installs.
"""

import argparse
from pathlib import Path

import msgspec
from rich.console import Console

from bench.retrieval import duplicates, injected, machine, reports, tables
from bench.retrieval.vectors import embed
from bench.start import packaged_embedder, quiet

_CASES = Path(__file__).parents[2] / "tests" / "cases"


class _Figures(msgspec.Struct, frozen=True, kw_only=True):
    machine: machine.Machine
    injected: injected.InjectedFigures
    duplicates: reports.Duplicates | None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, help="duplicate reports, JSON lines, plain or gzipped")
    parser.add_argument("--splits", type=int, default=3, help="divisions of the families into halves")
    parser.add_argument("--json", type=Path, help="write all figures there")
    arguments = parser.parse_args()
    quiet()
    embedder = packaged_embedder()
    here = machine.describe(embedder.model, embedder.revision)
    console = Console(width=140)
    console.print(
        f"{here.date} {here.commit}, {here.model} {here.revision}; {here.system}, {here.cores} cores, {here.processor}"
    )
    corpus = None
    if arguments.corpus:
        found = duplicates.read(arguments.corpus)
        corpus = reports.measure(found, embed(embedder, [report.whole for report in found]))
        tables.show_duplicates(console, corpus)
    families = injected.measure(_CASES, embedder, arguments.splits)
    tables.show_injected(console, families)
    if arguments.json:
        figures = _Figures(machine=here, injected=families, duplicates=corpus)
        arguments.json.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=2))


if __name__ == "__main__":
    main()
