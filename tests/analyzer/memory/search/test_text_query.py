"""Whatever is asked, memory answers or says clearly why not; and it says how it looked."""

from collections.abc import Callable
from functools import partial

import msgspec
import pytest

from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.memory.search.text_query import MAX_CHARACTERS
from casebook_analyzer.models import Fact, FactKind, Incident
from tests.analyzer.memory.embedders import DeadEmbedder, WordEmbedder
from tests.analyzer.memory.incidents import make_incident
from tests.rows import of_every

HOSTILE = {
    "nothing": "",
    "white space": " \n\t\r ",
    "stop words": "the of and to is that it",
    "emoji": "\U0001f525\U0001f680 \U0001f468\u200d\U0001f469\u200d\U0001f467",
    "SQL": "'; DROP TABLE incident; -- \" $$ %s %(x)s :name \\",
    "tsquery": "crash & !loop | (env <-> variable):* ''",
    "a sparsevec": "{1:0.5,2:1}/1000000000",
    "NUL": "DATABASE_URL\0is not\0set",
    "lone surrogates": "DATABASE_URL \ud800 is not set \udfff",
    "bidirectional and combining": "\u202eDATABASE_URL\u0301\u0301 \ufeff",
    "one word of a megabyte": "a" * 1_000_000,
    "a megabyte of words": "DATABASE_URL " + " ".join(f"word{number}" for number in range(120_000)),
    "a megabyte without spaces": "/" * 1_000_000,
    "a megabyte of lines": "\n" * 1_000_000,
}


async def _fill(dsn: str, embedder: WordEmbedder | None) -> None:
    async with open_memory(dsn, tenant="cluster-a", embedder=embedder) as memory:
        await memory.record(make_incident())


of_words = pytest.mark.database(filled_by=partial(_fill, embedder=None))
of_words_and_vectors = pytest.mark.database(filled_by=partial(_fill, embedder=WordEmbedder()))
hostile = of_every("text", HOSTILE.values(), ids=HOSTILE)


def _with(incident: Incident, text: str) -> Incident:
    """The case with another line in its log."""
    fact = Fact(id="F99", kind=FactKind.LOG, source="pod", text=text)
    bundle = msgspec.structs.replace(incident.bundle, facts=(*incident.bundle.facts, fact))
    return msgspec.structs.replace(incident, bundle=bundle)


@hostile
@pytest.mark.parametrize(
    "embedder",
    [
        pytest.param(None, id="words", marks=of_words),
        pytest.param(WordEmbedder(), id="both retrievers", marks=of_words_and_vectors),
    ],
)
async def test_any_text_is_searched_for(
    opened: Callable[..., Memory], embedder: WordEmbedder | None, text: str
) -> None:
    memory = opened(embedder=embedder)
    found = await memory.search(text)
    assert found.reason
    assert found.searched > 0
    assert all(hit.id == "missing_env-1" for hit in found.hits)
    assert bool(found.hits) >= ("DATABASE_URL" in text)


@of_words_and_vectors
@hostile
async def test_any_case_has_an_answer(memory: Memory, text: str) -> None:
    case = _with(make_incident(number=2), text)
    found = await memory.similar(case.bundle, case.conclusion)
    assert [one.id for one in found.incidents] == ["missing_env-1"]


@of_words
async def test_what_is_too_long_is_cut_and_said_to_be(lexical_memory: Memory) -> None:
    found = await lexical_memory.search("DATABASE_URL " + "zebra " * MAX_CHARACTERS)
    assert [hit.id for hit in found.hits] == ["missing_env-1"]
    assert f"for the first {MAX_CHARACTERS} characters of the query" in found.reason


@of_words
async def test_terms_that_no_report_has_do_not_crowd_out_the_others(lexical_memory: Memory) -> None:
    words = " ".join(f"w{number}" for number in range(900))
    assert [hit.id for hit in (await lexical_memory.search(f"{words} DATABASE_URL")).hits] == ["missing_env-1"]


async def test_an_empty_memory_says_so(memory: Memory) -> None:
    found = await memory.search("DATABASE_URL")
    assert (found.hits, found.reason, found.searched, found.exact) == ((), "memory is empty", 0, True)


@of_words_and_vectors
async def test_a_search_says_what_was_searched(memory: Memory) -> None:
    assert (await memory.search("DATABASE_URL")).reason == "1 report found in 3 pieces of reports"
    assert (await memory.search("zebra")).reason == "nothing found in 3 pieces of reports"


@of_words_and_vectors
async def test_a_query_without_words_is_searched_for_by_its_meaning(memory: Memory) -> None:
    found = await memory.search("the of and")
    assert found.reason.endswith("by meaning alone: the query has no words")


@of_words
@pytest.mark.parametrize(
    ("embedder", "missing"), [(None, "no embedding model"), (DeadEmbedder(), "the embedding model failed")]
)
async def test_a_search_without_a_model_says_so(
    opened: Callable[..., Memory], embedder: DeadEmbedder | None, missing: str
) -> None:
    memory = opened(embedder=embedder)
    found = await memory.search("DATABASE_URL")
    assert [hit.id for hit in found.hits] == ["missing_env-1"]
    assert found.reason == f"1 report found in 3 pieces of reports ({missing}: lexical search only)"


@of_words
async def test_nothing_to_go_by_is_said(lexical_memory: Memory) -> None:
    found = await lexical_memory.search("\U0001f525")
    assert found.hits == ()
    assert found.reason.startswith("the query has no words that could be searched for")
