"""How far apart alike and unlike failures score: the measurement behind the bands of similar incidents.

    .venv/bin/python bench/similar_pairs.py

Every golden case (tests/cases) is recorded and asked for. Pairs are *alike* when the same case comes back as another
workload with other names, times and numbers; *cousins* when their conclusions share a rule; *unlike* otherwise. Prints
the scores of each group with and without the embedding model, and what the bands would attach.
"""

import re
import statistics
import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1]))

from casebook_analyzer.classify import classify
from casebook_analyzer.embedding import Embedder, load_embedder
from casebook_analyzer.memory import lexical, scoring
from casebook_analyzer.memory.case import case_text
from casebook_analyzer.memory.tokens import tokenize
from casebook_analyzer.models import Conclusion, EvidenceBundle
from casebook_analyzer.taxonomy import load_taxonomy
from tests.golden import FAILING, bundle_of


def renamed(bundle: EvidenceBundle) -> EvidenceBundle:
    """The same failure of another workload, another day, with other numbers where numbers are no codes."""
    text = msgspec.json.encode(bundle).decode()
    for before, after in (
        ("checkout-5d9f7c8b6d-x2k9p", "billing-7c6d5b4f9d-q8w2z"),
        ("checkout", "billing"),
        ("shop", "payments"),
        ("worker-1", "gpu-node-17"),
        ("2026-03-04T05", "2026-05-11T17"),
        ("0000:3b:00", "0000:c1:00"),
    ):
        text = text.replace(before, after)
    text = re.sub(r"pid=\d+", "pid=40417", text)
    return msgspec.json.decode(text, type=EvidenceBundle)


class Scorer:
    """Scores texts as memory does, over a corpus that holds all of them."""

    def __init__(self, texts: list[str], embedder: Embedder | None) -> None:
        self._counts = {text: lexical.count(tokenize(text)) for text in texts}
        lengths = [sum(counts.values()) for counts in self._counts.values()]
        self._average = statistics.mean(lengths)
        self._frequencies: dict[int, int] = {}
        for counts in self._counts.values():
            for term in counts:
                self._frequencies[term] = self._frequencies.get(term, 0) + 1
        self._vectors = dict(zip(texts, embedder.embed(texts), strict=True)) if embedder else {}

    def score(self, query: str, document: str) -> tuple[float | None, float]:
        weights = lexical.query_weights(self._counts[query], len(self._counts), self._frequencies)
        itself = lexical.inner(weights, lexical.document_weights(self._counts[query], self._average))
        bm25 = lexical.inner(weights, lexical.document_weights(self._counts[document], self._average))
        cosine = None
        if self._vectors:
            cosine = sum(a * b for a, b in zip(self._vectors[query], self._vectors[document], strict=True))
        return cosine, scoring.lexical_share(bm25, itself)


def main() -> None:
    taxonomy = load_taxonomy()
    cases: dict[str, tuple[EvidenceBundle, Conclusion]] = {}
    for folder in FAILING:
        original = bundle_of(folder)
        for suffix, bundle in (("", original), (" (again)", renamed(original))):
            cases[folder.name + suffix] = (bundle, classify(bundle, taxonomy))
    texts = {name: case_text(*case) for name, case in cases.items()}
    console = Console(width=120)
    for title, embedder in (("cosine and words", load_embedder("auto")), ("words alone", None)):
        _show(console, title, cases, texts, Scorer(list(dict.fromkeys(texts.values())), embedder))


def _show(
    console: Console,
    title: str,
    cases: dict[str, tuple[EvidenceBundle, Conclusion]],
    texts: dict[str, str],
    scorer: Scorer,
) -> None:
    groups: dict[str, list[tuple[float, str, str, scoring.Band | None]]] = {"alike": [], "cousins": [], "unlike": []}
    originals = [name for name in cases if not name.endswith(" (again)")]
    for query in originals:
        for document in (name for name in cases if name.endswith(" (again)")):
            cosine, share = scorer.score(texts[query], texts[document])
            same = cases[query][1].signature.key == cases[document][1].signature.key
            verdict = scoring.band(cosine, share, same_signature=same)
            group = _group(query, document, cases)
            groups[group].append((scoring.score(cosine, share), query, document, verdict))
    table = Table(title=title)
    for name in ("pairs", "n", "min", "median", "p95", "max", "Strong", "Possible", "not attached"):
        table.add_column(name, justify="right")
    for group, rows in groups.items():
        scores = sorted(row[0] for row in rows)
        bands = [str(row[3] or "") for row in rows]
        table.add_row(
            group,
            str(len(rows)),
            f"{scores[0]:.2f}",
            f"{statistics.median(scores):.2f}",
            f"{scores[int(0.95 * (len(scores) - 1))]:.2f}",
            f"{scores[-1]:.2f}",
            str(bands.count("Strong")),
            str(bands.count("Possible")),
            str(bands.count("")),
        )
    console.print(table)
    for score, query, document, verdict in sorted(groups["unlike"], reverse=True)[:8]:
        console.print(f"  closest unlike {score:.2f} {verdict or '-':<9} {query} ~ {document}")
    for score, query, document, verdict in sorted(groups["cousins"])[:5]:
        console.print(f"  farthest cousin {score:.2f} {verdict or '-':<9} {query} ~ {document}")


def _group(query: str, document: str, cases: dict[str, tuple[EvidenceBundle, Conclusion]]) -> str:
    if document == f"{query} (again)":
        return "alike"
    shared = set(cases[query][1].rules[:1]) & set(cases[document][1].rules[:1])
    return "cousins" if shared else "unlike"


if __name__ == "__main__":
    main()
