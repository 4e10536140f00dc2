"""What Casebook is compared with: BM25 over whole texts, and the cosine of the nearest passage."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from bench.knowledge.corpus import Alert
from casebook_analyzer.embedding import Embedder
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.encoding.chunks import cut
from casebook_analyzer.memory.encoding.tokens import tokenize
from casebook_analyzer.memory.knowledge.document import KnowledgeDocument


def by_bm25(documents: Sequence[KnowledgeDocument], alerts: Sequence[Alert]) -> Mapping[str, Sequence[str]]:
    """The textbook, with the terms that reports are searched by."""
    counts = {_name(one): bm25.count(tokenize(_whole(one))) for one in documents}
    frequencies = Counter(term for of_one in counts.values() for term in of_one)
    average = sum(sum(of_one.values()) for of_one in counts.values()) / len(counts)
    weights = {name: bm25.document_weights(of_one, average) for name, of_one in counts.items()}
    found = {}
    for alert in alerts:
        query = bm25.query_weights(bm25.count(tokenize(alert.query)), len(counts), frequencies)
        scores = {name: bm25.inner(query, of_one) for name, of_one in weights.items()}
        found[alert.alert] = sorted(scores, key=lambda name: (-scores[name], name))
    return found


def by_cosine(
    documents: Sequence[KnowledgeDocument], alerts: Sequence[Alert], embedder: Embedder
) -> Mapping[str, Sequence[str]]:
    """The nearest passage of each document, with its headings."""
    parts = [(_name(one), part.indexed) for one in documents for part in cut(_whole(one), embedder)]
    matrix = _rows(embedder, [text for _, text in parts])
    found = {}
    for alert, vector in zip(alerts, _rows(embedder, [one.query for one in alerts]), strict=True):
        scores: dict[str, float] = {}
        for (name, _), score in zip(parts, matrix @ vector, strict=True):
            scores[name] = max(float(score), scores.get(name, -1.0))
        found[alert.alert] = sorted(scores, key=lambda name: (-scores[name], name))
    return found


def _rows(embedder: Embedder, texts: Sequence[str]) -> npt.NDArray[np.float64]:
    rows = np.asarray(embedder.embed(texts), dtype=np.float64)
    normed: npt.NDArray[np.float64] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return normed


def _whole(one: KnowledgeDocument) -> str:
    """What stands in the file, below its name: the names of its alerts, too, where it has them."""
    return "\n".join(filter(None, (one.called, " ".join(one.about.alerts), one.text)))


def _name(one: KnowledgeDocument) -> str:
    return one.path.removesuffix(".md")
