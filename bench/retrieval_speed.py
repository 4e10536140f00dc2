"""How long memory takes to answer, and what it loses by its indexes, by the number of incidents.

    .venv/bin/python -m bench.retrieval_speed --incidents 1000,10000 --json speed.json

For each size a database is filled (see ``retrieval_fill``) with one tenant of that size and one of 50 incidents, in a
server of its own. Every query is asked twice in the same minute: looking at every row, which is the baseline and the
truth, and as memory answers by itself. The vector of a query is there before the clock starts; what the model takes is
in a line of its own. ``cpu`` is the processor time of a query, client and server together: what remains true on a busy
machine, and what a time can fall to on an idle one. The first run embeds some thousand texts and keeps their vectors.
"""

import argparse
import asyncio
import json
import os
import re
import resource
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from operator import eq
from pathlib import Path
from typing import Any, final

import msgspec
import numpy as np
import psycopg
from rich.console import Console
from rich.table import Table

from bench.retrieval.vectors import embed
from bench.retrieval_fill import Filler, Template, vocabulary
from bench.retrieval_machine import Processor, bytes_of, machine
from bench.start import packaged_embedder, quiet
from casebook_analyzer.embedding import Embedder, WordSplitter
from casebook_analyzer.memory import Memory, case_text, open_memory, upgrade
from casebook_analyzer.memory.database.embedded import start
from casebook_analyzer.memory.encoding.chunks import cut
from casebook_analyzer.memory.encoding.encoder import Space
from casebook_analyzer.memory.index import hnsw
from casebook_analyzer.models import Conclusion, EvidenceBundle, Fact, FactKind, Incident
from tools.golden.cases import FAILING, analysis_of

QUERIES = 200
NO_VECTORS = np.zeros((0, 384), dtype=np.float32)
SMALL = 50
RECORDED = 20
SHARED_BUFFERS = "1GB"
NAMED = 0.3
"""Of the free texts have a word that is in no template."""
NEVER = 10**12

Answers = list[list[tuple[str, int]]]
"""For each query the ids that were found with their scores, the best first."""


@final
class Looked:
    """An embedder that knows its texts, so that searches are timed without the model."""

    def __init__(self, model: Embedder, known: dict[str, list[float]]) -> None:
        self.model, self.revision, self.dimension = model.model, model.revision, model.dimension
        self._known = known
        self._other = next(iter(known.values()))
        self._splitter = WordSplitter()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._known.get(text, self._other) for text in texts]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self._splitter.count_tokens(texts)

    def split(self, text: str, size: int) -> list[str]:
        return self._splitter.split(text, size)


class Asked(msgspec.Struct, frozen=True):
    """What is asked of memory."""

    cases: Sequence[tuple[EvidenceBundle, Conclusion]]
    texts: Sequence[str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--incidents", default="1000,10000", help="sizes of the large tenant")
    parser.add_argument(
        "--cases-only", action="store_true", help="without reports: minutes instead of an hour at 100000"
    )
    parser.add_argument("--json", type=Path, help="also write the figures here")
    parser.add_argument("--folder", type=Path, help="where the server lives; a temporary one by default")
    chosen = parser.parse_args()
    sizes = [int(size) for size in chosen.incidents.split(",")]
    quiet()
    embedder = packaged_embedder()
    with tempfile.TemporaryDirectory(prefix="cb-", dir="/tmp") as temporary:
        templates, asked, known = prepared(embedder)  # runs loops of its own
        if chosen.cases_only:
            templates = [msgspec.structs.replace(one, chunks=(), chunk_vectors=NO_VECTORS) for one in templates]
            asked = Asked(asked.cases, ())
        looked = Looked(embedder, known)
        figures = asyncio.run(run(chosen.folder or Path(temporary), sizes, templates, asked, looked))
    figures["model"] = model_speed(embedder, templates)
    _print(figures)
    if chosen.json:
        chosen.json.write_text(json.dumps(figures, indent=2) + "\n")


async def run(
    folder: Path, sizes: Sequence[int], templates: Sequence[Template], asked: Asked, looked: Looked
) -> dict[str, Any]:
    """All figures, by size."""
    space = Space(model=looked.model, revision=looked.revision, dimension=looked.dimension)
    server = start(folder)
    with psycopg.connect(server.dsn, autocommit=True) as connection:
        connection.execute(f"ALTER SYSTEM SET shared_buffers = '{SHARED_BUFFERS}'")
        connection.execute("ALTER SYSTEM SET max_wal_size = '8GB'")
    server.stop()
    server = start(folder)
    try:
        found = {}
        for size in sizes:
            name = f"speed_{size}"
            with psycopg.connect(server.dsn, autocommit=True) as connection:
                connection.execute(f"DROP DATABASE IF EXISTS {name}")
                connection.execute(f"CREATE DATABASE {name}")
            dsn = server.dsn.replace("/postgres?", f"/{name}?")
            found[str(size)] = await measure(dsn, size, templates, asked, looked, space, Processor(folder))
            with psycopg.connect(server.dsn, autocommit=True) as connection:
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        server.stop()
    return {"machine": machine() | {"shared_buffers": SHARED_BUFFERS}, "sizes": found}


async def measure(
    dsn: str, size: int, templates: Sequence[Template], asked: Asked, looked: Looked, space: Space, used: Processor
) -> dict[str, Any]:
    """The figures of one size."""
    upgrade(dsn)
    begin = time.perf_counter()
    filler = Filler(dsn, templates, space)
    filler.fill("big", size)
    filler.fill("small", SMALL)
    figures: dict[str, Any] = {"fill_s": time.perf_counter() - begin}
    print(f"{size} incidents written in {figures['fill_s']:.0f} s", flush=True)
    async with open_memory(dsn, tenant="big", embedder=looked) as memory:
        begin = time.perf_counter()
        built = await memory.maintain_indexes()
        figures |= {"build_s": time.perf_counter() - begin, "indexes": len(built)}
        print(f"{len(built)} indexes built in {figures['build_s']:.0f} s", flush=True)
        figures |= await timed_both("similar", used, asked.cases, lambda case: similar(memory, *case))
        if asked.texts:
            figures |= await timed_both("search", used, asked.texts, lambda text: search(memory, text))
            figures |= await lag(memory, templates)
    async with open_memory(dsn, tenant="small", embedder=looked) as memory:
        cases = asked.cases[:SMALL]
        answers = await _all(cases, lambda case: similar(memory, *case))
        truth = await exactly(lambda: _all(cases, lambda case: similar(memory, *case)))
        figures["small_tenant_complete"] = sum(map(eq, answers, truth)) / len(cases)
    figures |= bytes_of(dsn, size + SMALL)
    figures["load"] = os.getloadavg()[0]
    return figures


async def timed_both(
    name: str, used: Processor, queries: Sequence[Any], ask: Callable[[Any], Awaitable[list[tuple[str, int]]]]
) -> dict[str, Any]:
    """Times and recall of one kind of query."""
    await _all(queries[:10], ask)
    begin = used.seconds()
    times, answers = await _timed(queries, ask)
    middle = used.seconds()
    base_times, truth = await exactly(lambda: _timed(queries, ask))
    processor = {"cpu": middle - begin, "exact_cpu": used.seconds() - middle}
    print(f"{name}: {_ms(times, 50):.1f} ms, exactly {_ms(base_times, 50):.1f} ms", flush=True)
    return {
        name: {f"p{q}": _ms(times, q) for q in (50, 95, 99)}
        | {f"exact_p{q}": _ms(base_times, q) for q in (50, 95, 99)}
        | {key: 1000 * seconds / len(queries) for key, seconds in processor.items()}
        | {"recall_at_10": recall(answers, truth), "queries": len(queries)}
    }


def recall(answers: Answers, truth: Answers) -> float:
    """Of the ten best, how many were found; one that scores no less than the tenth is as good as it."""
    shares = []
    for found, wanted in zip(answers, truth, strict=True):
        if wanted:
            least = min(score for _, score in wanted)
            shares.append(min(1.0, sum(score >= least for _, score in found) / len(wanted)))
    return float(np.mean(shares))


async def exactly(work: Callable[[], Awaitable[Any]]) -> Any:
    """Do something without indexes, as a small memory does everything."""
    limit, hnsw.MIN_DOCUMENTS = hnsw.MIN_DOCUMENTS, NEVER
    try:
        return await work()
    finally:
        hnsw.MIN_DOCUMENTS = limit


async def lag(memory: Memory, templates: Sequence[Template]) -> dict[str, Any]:
    """From the call that records an incident to the first search that finds it by its words."""
    times = []
    for number in range(RECORDED):
        template = templates[number % len(templates)]
        word = f"zzunique{chr(97 + number)}"
        report = "\n".join(f"## {part.heading}\n{part.text}" for part in template.chunks) + f"\n{word}\n"
        opened = template.bundle.collected_at
        one = Incident(
            id=f"new-{number}", tenant="big", namespace="shop", name=f"new-{number}", episode=1, opened_at=opened,
            bundle=template.bundle, conclusion=template.conclusion, report=report,
        )  # fmt: skip
        begin = time.perf_counter()
        await memory.record(one)
        hits = (await memory.search(word)).hits
        times.append(time.perf_counter() - begin)
        assert one.id in [hit.id for hit in hits], "a recorded incident is not found"
    begin = time.perf_counter()
    done = await memory.embed_pending(limit=RECORDED)
    embedded = (time.perf_counter() - begin) / max(1, done)
    return {"write_to_searchable": {f"p{q}": _ms(times, q) for q in (50, 99)}, "vectors_written_ms": embedded * 1000}


def prepared(
    embedder: Embedder, *, pieces: int | None = None, queries: int = QUERIES
) -> tuple[list[Template], Asked, dict[str, list[float]]]:
    """Golden cases with their vectors, and queries with theirs; of each report the first ``pieces`` alone."""
    random = np.random.default_rng(11)
    words = vocabulary()
    cases = [analysis_of(folder) for folder in FAILING]
    chunks = [cut(case.report, WordSplitter())[:pieces] for case in cases]
    of_cases = [case_text(case.bundle, case.conclusion) for case in cases]
    vectors = embed(embedder, [*of_cases, *(part.indexed for parts in chunks for part in parts)])
    templates, place = [], len(cases)
    for number, (case, parts) in enumerate(zip(cases, chunks, strict=True)):
        templates.append(
            Template(
                bundle=case.bundle,
                conclusion=case.conclusion,
                case=of_cases[number],
                case_vector=vectors[number],
                chunks=parts,
                chunk_vectors=vectors[place : place + len(parts)],
            )
        )
        place += len(parts)
    asked = Asked(
        [_varied(templates[n % len(templates)], words, random) for n in range(queries)],
        [_text(templates, words, random) for _ in range(queries)],
    )
    texts = [*(case_text(*case) for case in asked.cases), *asked.texts]
    known = dict(zip(texts, embed(embedder, texts).tolist(), strict=True))
    return templates, asked, known


def _varied(template: Template, words: Sequence[str], random: np.random.Generator) -> tuple[EvidenceBundle, Conclusion]:
    """The same failure with another line in its log."""
    line = " ".join(words[int(n)] for n in random.zipf(1.3, size=3) if n < len(words))
    fact = Fact(id="F999", kind=FactKind.LOG, source="pod", text=f"ERROR {line}")
    return msgspec.structs.replace(template.bundle, facts=(*template.bundle.facts, fact)), template.conclusion


def _text(templates: Sequence[Template], words: Sequence[str], random: np.random.Generator) -> str:
    """A few words, as people type them: of one place in a report, now and then with a name."""
    template = templates[int(random.integers(len(templates)))]
    part = template.chunks[int(random.integers(len(template.chunks)))]
    telling = list(dict.fromkeys(re.findall(r"[A-Za-z][\w.-]{2,}", part.text))) or [part.heading]
    picked = random.choice(telling, size=min(len(telling), int(random.integers(2, 9))), replace=False).tolist()
    if random.random() < NAMED:
        picked.append(words[int(random.integers(1000))])
    return " ".join(picked)


def model_speed(embedder: Embedder, templates: Sequence[Template]) -> dict[str, Any]:
    """The real model: one query, and many texts."""
    embedder.embed(["warm up"])
    begin = time.perf_counter()
    for template in templates[:20]:
        embedder.embed([template.case])
    single = (time.perf_counter() - begin) / 20
    texts = [template.case for template in templates[20:84]]
    begin = time.perf_counter()
    embedder.embed(texts)
    rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return {"query_ms": single * 1000, "texts_per_s": len(texts) / (time.perf_counter() - begin), "rss_mib": rss}


async def similar(memory: Memory, bundle: EvidenceBundle, conclusion: Conclusion) -> list[tuple[str, int]]:
    """Incidents that resemble a case, with what they were ranked by."""
    found = await memory.similar(bundle, conclusion, limit=10)
    return [(one.id, one.score_permille + one.structure_permille) for one in found.incidents]


async def search(memory: Memory, text: str) -> list[tuple[str, int]]:
    """Reports that a text finds, with their scores."""
    return [(hit.id, hit.score_permille) for hit in (await memory.search(text, limit=10)).hits]


async def _all(queries: Sequence[Any], ask: Callable[[Any], Awaitable[list[tuple[str, int]]]]) -> Answers:
    return [await ask(query) for query in queries]


async def _timed(
    queries: Sequence[Any], ask: Callable[[Any], Awaitable[list[tuple[str, int]]]]
) -> tuple[list[float], Answers]:
    times, answers = [], []
    for query in queries:
        begin = time.perf_counter()
        answers.append(await ask(query))
        times.append(time.perf_counter() - begin)
    return times, answers


def _ms(times: Sequence[float], percentile: int) -> float:
    return float(np.percentile(np.array(times) * 1000, percentile))


def _print(figures: dict[str, Any]) -> None:
    on = figures["machine"]
    table = Table(title=f"{on['cores']} cores ({on['machine']}), shared_buffers {on['shared_buffers']}; milliseconds")
    for name in (
        *["incidents", "query", "p50", "p95", "p99", "cpu"],
        "exact p50",
        "p99",
        "cpu",
        "ratio",
        "recall@10",
        "load",
    ):
        table.add_column(name, justify="right")
    for size, found in figures["sizes"].items():
        for name in [name for name in ("similar", "search") if name in found]:
            one = found[name]
            keys = ("p50", "p95", "p99", "cpu", "exact_p50", "exact_p99", "exact_cpu")
            cells = [f"{one[key]:.1f}" for key in keys]
            ratio = one["exact_cpu"] / one["cpu"]
            table.add_row(size, name, *cells, f"{ratio:.1f}x", f"{one['recall_at_10']:.3f}", f"{found['load']:.1f}")
    Console(width=130).print(table)
    for size, found in figures["sizes"].items():
        rest = {key: value for key, value in found.items() if key not in {"similar", "search"}}
        print(size, json.dumps(rest, default=str))
    print("model", json.dumps(figures["model"]))


if __name__ == "__main__":
    main()
