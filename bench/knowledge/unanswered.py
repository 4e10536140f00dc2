"""What is said of an alert whose runbook is not there: "nothing fits" is an answer, and has to be given.

Each alert is asked for twice, with all runbooks and without every second of those that answer one, its own among them.
"""

from collections.abc import Sequence

import msgspec

from bench.knowledge.corpus import SOURCE, Alert, Corpus
from casebook_analyzer.embedding import Embedder
from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.memory.knowledge.results import KnowledgeHit
from casebook_analyzer.models import Band

SHARES = ("Strong", "Possible or Strong", "Strong are right", "Possible or Strong are right")
"""Of the alerts, whose first document has a band; and of these, whose first document is theirs."""


class _First(msgspec.Struct, frozen=True, kw_only=True):
    """The first document that an alert gets."""

    possible: bool
    strong: bool
    right: bool


async def bands_of(dsn: str, tenant: str, corpus: Corpus, embedder: Embedder | None) -> dict[str, Sequence[str]]:
    """The shares, where the runbook is there and where it is taken out."""
    answering = sorted({one.runbook for one in corpus.alerts})
    async with open_memory(dsn, tenant=f"bands, {tenant}", embedder=embedder) as memory:
        there = await _asked(memory, corpus, frozenset(), corpus.alerts)
        gone: list[_First] = []
        for fold in (frozenset(answering[::2]), frozenset(answering[1::2])):
            gone += await _asked(memory, corpus, fold, [one for one in corpus.alerts if one.runbook in fold])
    return {"runbook there": _shares(there), "runbook taken out": _shares(gone)}


async def _asked(memory: Memory, corpus: Corpus, without: frozenset[str], alerts: Sequence[Alert]) -> list[_First]:
    documents = [one for one in corpus.documents if one.path.removesuffix(".md") not in without]
    await memory.knowledge.sync(SOURCE, documents)
    await memory.knowledge.embed()
    found = []
    for one in alerts:
        hits = (await memory.knowledge.search(one.query, limit=1)).hits
        found.append(_first(hits[0], one) if hits else _First(possible=False, strong=False, right=False))
    return found


def _first(hit: KnowledgeHit, alert: Alert) -> _First:
    return _First(
        possible=hit.band is not None,
        strong=hit.band is Band.STRONG,
        right=hit.path.removesuffix(".md") == alert.runbook,
    )


def _shares(found: Sequence[_First]) -> Sequence[str]:
    strong, possible = [one for one in found if one.strong], [one for one in found if one.possible]
    right = [f"{sum(one.right for one in some) / len(some):.0%}" if some else "-" for some in (strong, possible)]
    return (f"{len(strong) / len(found):.0%}", f"{len(possible) / len(found):.0%}", *right)
