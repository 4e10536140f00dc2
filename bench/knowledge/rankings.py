"""Who finds which runbook for an alert, and how well."""

from collections.abc import Mapping, Sequence

from bench.knowledge.baselines import by_bm25, by_cosine
from bench.knowledge.corpus import SOURCE, Alert, Corpus
from bench.retrieval.metrics import Estimate, estimate, reciprocal_rank
from casebook_analyzer.embedding import Embedder
from casebook_analyzer.memory import open_memory

_MOST = 500
Ranking = Mapping[str, Sequence[str]]
"""Names of runbooks, the best first, by the name of the alert."""


async def rankings(dsn: str, shelf: str, corpus: Corpus, embedder: Embedder) -> dict[str, Ranking]:
    """Those of Casebook, with and without a model, and of what it is compared with."""
    return {
        "Casebook": await by_casebook(dsn, shelf, corpus, embedder),
        "Casebook, no model": await by_casebook(dsn, f"{shelf}, no model", corpus, None),
        "BM25": by_bm25(corpus.documents, corpus.alerts),
        "cosine": by_cosine(corpus.documents, corpus.alerts, embedder),
    }


async def by_casebook(dsn: str, tenant: str, corpus: Corpus, embedder: Embedder | None) -> Ranking:
    """What ``casebook knowledge search`` finds."""
    async with open_memory(dsn, tenant=tenant, embedder=embedder) as memory:
        await memory.knowledge.sync(SOURCE, corpus.documents)
        await memory.knowledge.embed()
        found = {one.alert: await memory.knowledge.search(one.query, limit=_MOST) for one in corpus.alerts}
    return {alert: [hit.path.removesuffix(".md") for hit in answer.hits] for alert, answer in found.items()}


def parts_of(corpus: Corpus, *, chosen: bool) -> dict[str, Sequence[Alert]]:
    """The alerts, and parts of them; with ``chosen`` that which no weight was chosen on."""
    named = [one for one in corpus.alerts if one.alert in corpus.naming]
    unnamed = [one for one in corpus.alerts if one.alert not in corpus.naming]
    parts = {"all": corpus.alerts, "named in their runbook": named, "not named in it": unnamed}
    parts |= {"held out": corpus.alerts[1::2]} if chosen else {}
    return {part: alerts for part, alerts in parts.items() if alerts}


def mrr(ranking: Ranking, alerts: Sequence[Alert]) -> Estimate:
    """Mean reciprocal rank of the runbook of each alert."""
    return estimate([reciprocal_rank([name == one.runbook for name in ranking[one.alert]]) for one in alerts])
