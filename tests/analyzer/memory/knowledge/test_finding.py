"""What is found, in which order, by whom, and why not."""

from collections.abc import Callable

import pytest

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.knowledge import scoring
from casebook_analyzer.memory.knowledge.document import read_document
from casebook_analyzer.memory.knowledge.finding import KnowledgeQuestion, find
from casebook_analyzer.memory.knowledge.listing import DocumentFilter
from casebook_analyzer.models import Band
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.knowledge.written import FILES, fill

filled = pytest.mark.database(filled_by=fill)

FOUND = {
    "OOMKilled": "memory/oom.md",
    "the pod was killed, it had used too much memory": "memory/oom.md",
    "ContainerOomKilled": "memory/oom.md",
    "KubeNodeNotReady": "KubeNodeNotReady.md",
    "kubelet stopped": "KubeNodeNotReady.md",
    "DATABASE_URL is not set": "config/environment.md",
    "ledgers were locked": "secret.md",
}


@filled
async def test_a_text_is_found_with_a_model_and_without(opened: Callable[..., Memory]) -> None:
    for memory in (opened(embedder=WordEmbedder()), opened()):
        for text, path in FOUND.items():
            assert (await memory.knowledge.search(text)).hits[0].path == path, text


@filled
async def test_a_hit_says_where_it_stands_and_leads_there(memory: Memory) -> None:
    hit = (await memory.knowledge.search("raise the memory limit")).hits[0]
    assert (hit.heading, hit.start_line, hit.end_line) == ("A container runs out of memory > Mitigation", 15, 15)
    assert hit.link == "https://git.example.com/ops/blob/main/memory/oom.md#L15"
    assert hit.excerpt == hit.text == "Raise the memory limit to twice the usual working set."


@filled
async def test_what_a_document_says_it_is_about_is_told(memory: Memory) -> None:
    hit = (await memory.knowledge.search("memory-limit")).hits[0]
    assert (hit.path, hit.named) == ("memory/oom.md", ("memory-limit",))
    assert (await memory.knowledge.search("Deployment/shop/checkout")).hits[0].path == "config/environment.md"


@filled
async def test_what_is_for_readers_of_a_namespace_is_shown_to_them_alone(memory: Memory) -> None:
    for namespaces, seen in ((None, True), (frozenset({"payments", "x"}), True), (frozenset({"shop"}), False)):
        found = await memory.knowledge.search("settlement ledger locked", namespaces=namespaces, limit=50)
        assert ("secret.md" in {hit.path for hit in found.hits}) is seen, namespaces
        listed = await memory.knowledge.documents(DocumentFilter(namespaces=namespaces))
        assert len(listed) == found.searched == len(FILES) - (not seen)
        assert f" in {found.searched} documents" in found.reason


async def test_a_runbook_is_found_by_the_name_of_its_file(opened: Callable[..., Memory]) -> None:
    texts = {
        "image-pull-trouble.md": "# What the node does not fetch\n\nRead the whole message.",
        "postmortem.md": "# A long night\n\nFirst an image, then a pull, then trouble with a quota.",
        "kafka/lag.md": "# Consumers are behind\n\nAdd one.",
    }
    for embedder in (None, WordEmbedder()):
        memory = opened(embedder=embedder)
        await memory.knowledge.sync("s", [read_document("s", path, text) for path, text in texts.items()])
        await memory.knowledge.embed()
        for text, path in (("PodImagePull", "image-pull-trouble.md"), ("KafkaLagging", "kafka/lag.md")):
            assert (await memory.knowledge.search(text)).hits[0].path == path, (text, embedder)


@filled
async def test_a_search_of_one_source_finds_nothing_of_others(memory: Memory) -> None:
    await memory.knowledge.sync("wiki", [read_document("wiki", "oom.md", "# Memory limit\n\nRaise the memory limit.")])
    found = await memory.knowledge.search("memory limit", source="wiki")
    assert ([hit.source for hit in found.hits], found.searched) == (["wiki"], 1)
    assert found.reason == "1 found in 1 document of wiki"
    for source, namespaces in (("nosuch", None), ("nosuch", frozenset({"shop"})), ("wi", None), ("wiki\0", None)):
        none = await memory.knowledge.search("memory limit", source=source, namespaces=namespaces)
        assert (none.hits, none.searched) == ((), 0), source
        assert "casebook knowledge list" in none.reason


@filled
async def test_another_cluster_finds_nothing(opened: Callable[..., Memory]) -> None:
    found = await opened(tenant="cluster-b", embedder=WordEmbedder()).knowledge.search("memory limit")
    assert (found.hits, found.searched) == ((), 0)
    assert "casebook knowledge sync" in found.reason


@filled
async def test_a_text_without_words_finds_nothing_and_breaks_nothing(lexical_memory: Memory) -> None:
    for text in ("", "  ", "%", "\udce4", "the of", "\0", "x" * 100_000, "' OR 1=1 --"):
        found = await lexical_memory.knowledge.search(text)
        assert (found.hits, found.searched) == ((), len(FILES)), text
        assert found.reason.startswith("nothing found in 4 documents")


@filled
async def test_the_database_computes_the_scores_that_are_told(memory: Memory) -> None:
    session, encoder = memory.session, memory._encoder
    text = "memory-limit: the kernel kills a process of checkout"
    vectors = await encoder.vectors([text])
    asked = KnowledgeQuestion(text=text, names=["memory-limit"])
    for given in (vectors, None):
        found = await session.read(lambda connection, given=given: find(connection, session.tenant, asked, given))
        assert found.rows[0].named
        for row in found.rows:
            wanted = scoring.score(row.cosine, row.of_document, row.of_passage, named=row.named)
            assert row.total == pytest.approx(wanted), row.path


async def test_what_stands_out_fits_and_what_all_say_does_not(opened: Callable[..., Memory]) -> None:
    told = "The deploy waits, look at the pod and ask its owner."
    texts = {f"page-{number}.md": f"# Page {number}\n\n{told}" for number in range(20)}
    texts["quota.md"] = "# Quota exceeded\n\nThe namespace has used its resourcequota: ask for a larger quota."
    memory = opened()
    await memory.knowledge.sync("s", [read_document("s", path, text) for path, text in texts.items()])
    first = (await memory.knowledge.search("exceeded quota of the namespace, resourcequota is used")).hits[0]
    assert (first.path, first.band) == ("quota.md", Band.STRONG)
    assert {hit.band for hit in (await memory.knowledge.search(told)).hits} == {None}


def test_among_more_documents_more_has_to_stand_out() -> None:
    few, many = (scoring.bands(0.5, scoring.other_scores(0.25 * n, 0.085 * n, n)) for n in (20, 2000))
    assert few.possible < many.possible < many.strong < 1
    short, long = (
        scoring.bands(0.5, scoring.other_scores(mean * 90, (mean**2 + 0.01) * 90, 90)) for mean in (0.1, 0.5)
    )
    assert short.possible < long.possible
    alone = scoring.bands(None, scoring.other_scores(0.0, 0.0, 0))
    assert [scoring.band(one, alone) for one in (0.0, alone.possible, 1.0)] == [None, Band.POSSIBLE, Band.STRONG]


def test_more_in_common_is_worth_more_and_never_more_than_all() -> None:
    scores = [scoring.words(common, 2.0) for common in (-1.0, 0.0, 1.0, 4.0, 40.0, 4e9)]
    assert scores == sorted(scores)
    assert scores[0] == 0
    assert scoring.words(2.0 * scoring.HALF, 2.0) == pytest.approx(0.5)
    assert scoring.score(1.0, 1.0, 1.0, named=True) == 1.0
    assert scoring.score(-1.0, 0.0, 0.0, named=False) == 0.0
    assert scoring.score(None, 1.0, 1.0, named=False) == pytest.approx(1.0)
