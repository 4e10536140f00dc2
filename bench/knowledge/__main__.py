"""How well the right runbook is found for an alert.

    .venv/bin/python -m bench.knowledge

76 alerts in the style of kubernetes-mixin and node-exporter's rules, each with the runbook that a person on call would
want, among 84 runbooks. All are asked for in three versions of the shelf: every runbook names its alerts, every second
one does, none does. The weights were chosen on every second alert; the others are told by themselves.
"""

import asyncio
import logging
import tempfile
from collections.abc import Mapping, Sequence

import structlog
from rich.table import Table

from bench.knowledge.baselines import by_bm25, by_cosine
from bench.knowledge.corpus import SOURCE, Alert, Naming, documents, read_alerts
from bench.retrieval.metrics import Estimate, estimate, reciprocal_rank
from bench.telling import tell
from casebook_analyzer.embedding import Embedder, load_embedder
from casebook_analyzer.memory import open_memory, resolve_dsn, upgrade

_TENANT = "bench"
_MOST = 200
Ranking = Mapping[str, Sequence[str]]
"""Names of runbooks, the best first, by the name of the alert."""


async def by_casebook(dsn: str, naming: Naming, embedder: Embedder | None) -> Ranking:
    """What ``casebook knowledge search`` finds."""
    async with open_memory(dsn, tenant=f"{_TENANT} {naming} {embedder is None}", embedder=embedder) as memory:
        await memory.knowledge.sync(SOURCE, documents(naming))
        await memory.knowledge.embed()
        found = {one.alert: await memory.knowledge.search(one.query, limit=_MOST) for one in read_alerts()}
    return {alert: [hit.path.removesuffix(".md") for hit in answer.hits] for alert, answer in found.items()}


def mrr(ranking: Ranking, alerts: Sequence[Alert]) -> Estimate:
    """Mean reciprocal rank of the runbook of each alert."""
    return estimate([reciprocal_rank([name == one.runbook for name in ranking[one.alert]]) for one in alerts])


async def measure(dsn: str, embedder: Embedder) -> dict[str, dict[str, Estimate]]:
    """By the version of the shelf and the part of the alerts, and by who searches."""
    alerts = read_alerts()
    parts = {"all": alerts, "chosen on": alerts[::2], "held out": alerts[1::2]}
    found = {}
    for naming in Naming:
        rankings = {
            "Casebook": await by_casebook(dsn, naming, embedder),
            "Casebook, no model": await by_casebook(dsn, naming, None),
            "BM25": by_bm25(documents(naming), alerts),
            "cosine": by_cosine(documents(naming), alerts, embedder),
        }
        for part, some in parts.items():
            row = f"{naming} name their alerts, {part}"
            found[row] = {who: mrr(ranking, some) for who, ranking in rankings.items()}
    return found


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    embedder = load_embedder("auto")
    if embedder is None:
        raise SystemExit("There is no embedding model: make init")
    with tempfile.TemporaryDirectory() as folder, resolve_dsn(f"embedded:{folder}") as dsn:
        upgrade(dsn)
        found = asyncio.run(measure(dsn, embedder))
    table = Table("runbooks, alerts", *next(iter(found.values())), title="MRR (95 % interval)")
    for row, figures in found.items():
        table.add_row(row, *(f"{one.mean:.3f} ({one.low:.2f}-{one.high:.2f})" for one in figures.values()))
    tell("knowledge", table)


if __name__ == "__main__":
    main()
