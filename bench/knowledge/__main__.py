"""How well the right runbook is found for an alert, and what is said of an alert that has none.

    .venv/bin/python -m bench.knowledge [--corpus DIR] [--misses]

A corpus is a folder with ``runbooks/*.md`` and ``alerts.yaml``; without one it is ours: 76 alerts in the style of
kubernetes-mixin and node-exporter's rules among 84 runbooks. Each alert is asked for twice: with the runbooks as they
are written, and with the names of all alerts taken out of them.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.table import Table

from bench.knowledge.corpus import Corpus, own_corpus, read_corpus
from bench.knowledge.rankings import Ranking, mrr, parts_of, rankings
from bench.knowledge.remembered import Remembered
from bench.knowledge.unanswered import SHARES, bands_of
from bench.start import packaged_embedder, quiet
from bench.telling import tell
from casebook_analyzer.memory import resolve_dsn, upgrade


async def measure(dsn: str, corpus: Corpus, *, chosen: bool) -> tuple[Sequence[Table], Iterator[str]]:
    """Both tables, and a line for each alert whose runbook is not the first."""
    embedder = Remembered(packaged_embedder())
    ranks, told, misses = None, Table("runbooks, top document", *SHARES, title="What is told of the first"), []
    parts = parts_of(corpus, chosen=chosen)
    for shelf, shelved in (("as written", corpus), ("no names", corpus.nameless)):
        found = await rankings(dsn, shelf, shelved, embedder)
        ranks = ranks or Table("runbooks, alerts", *found, title="MRR (95 % interval)")
        for part, some in parts.items():
            asked = {one.alert for one in some}
            figures = [mrr(one, [one for one in shelved.alerts if one.alert in asked]) for one in found.values()]
            row = f"{shelf}, {part} ({len(some)})"
            ranks.add_row(row, *(f"{one.mean:.3f} ({one.low:.2f}-{one.high:.2f})" for one in figures))
        for who, given in (("with the model", embedder), ("by words", None)):
            for row, shares in (await bands_of(dsn, f"{shelf}, {who}", shelved, given)).items():
                told.add_row(f"{shelf}, {who}, {row}", *shares)
        misses += [f"{shelf}: {line}" for line in missed(shelved, found["Casebook"])]
    return [ranks, told] if ranks else [], iter(misses)


def missed(corpus: Corpus, ranking: Ranking) -> Iterator[str]:
    """A line for each alert whose runbook is not the first, with what is before it."""
    for one in corpus.alerts:
        names = ranking[one.alert]
        place = names.index(one.runbook) if one.runbook in names else len(names)
        if place:
            yield f"{one.alert} -> {one.runbook} at {place + 1}, after {', '.join(names[: min(place, 3)])}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--corpus", type=Path, metavar="DIR", help="A folder with runbooks/*.md and alerts.yaml.")
    parser.add_argument("--misses", action="store_true", help="Name the alerts whose runbook is not the first.")
    given = parser.parse_args()
    quiet()
    corpus = read_corpus(given.corpus) if given.corpus else own_corpus()
    with tempfile.TemporaryDirectory() as folder, resolve_dsn(f"embedded:{folder}") as dsn:
        upgrade(dsn)
        tables, misses = asyncio.run(measure(dsn, corpus, chosen=given.corpus is None))
    tell("knowledge", *tables)
    if given.misses:
        print("\n".join(misses))


if __name__ == "__main__":
    main()
