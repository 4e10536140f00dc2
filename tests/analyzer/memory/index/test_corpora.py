"""Statistics and weights in the database."""

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import event, select
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory import Memory, case_text
from casebook_analyzer.memory.database.tables import Corpus, case_lexical, term_frequency
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.encoding.tokens import tokenize
from casebook_analyzer.memory.index import corpora, documents
from casebook_analyzer.memory.search.prepare import prepare_query
from casebook_analyzer.models import Incident
from tests.analyzer.memory.incidents import RECIPES, make_incident


def _incidents() -> list[Incident]:
    """Of very different lengths, so that the average drifts."""
    return [
        make_incident(
            recipe, number=number, logs=[f"{recipe} step {chr(97 + line)}x failed" for line in range(number * 3)]
        )
        for number, recipe in enumerate(RECIPES, start=1)
    ]


def _counts(incident: Incident) -> dict[int, int]:
    return bm25.count(tokenize(case_text(incident.bundle, incident.conclusion)))


async def _scores(memory: Memory, text: str) -> dict[str, float]:
    """As PostgreSQL computes them."""
    async with memory.session.transaction() as connection:
        query = await prepare_query(connection, tenant="cluster-a", corpus=Corpus.CASE, text=text, vectors=None)
        statement = select(case_lexical.c.incident_id, query.shape.bm25.label("bm25"))
        rows = await connection.execute(statement, query.parameters)
        return {row.incident_id: row.bm25 for row in rows}


def _expected(incidents: list[Incident], text: str, average: float) -> dict[str, float]:
    """As the textbook has them."""
    documents = {incident.id: _counts(incident) for incident in incidents}
    terms = bm25.count(tokenize(text))
    frequencies = {term: sum(term in counts for counts in documents.values()) for term in terms}
    query = bm25.query_weights(terms, len(documents), frequencies)
    return {key: bm25.inner(query, bm25.document_weights(counts, average)) for key, counts in documents.items()}


async def test_postgres_computes_bm25(lexical_memory: Memory) -> None:
    incidents = _incidents()
    for incident in incidents:
        await lexical_memory.record(incident)
    text = case_text(incidents[0].bundle, incidents[0].conclusion)
    async with lexical_memory.session.transaction() as connection:
        statistics = await corpora.read(connection, "cluster-a", Corpus.CASE)
    found = await _scores(lexical_memory, text)
    assert found == pytest.approx(_expected(incidents, text, statistics.average_length), abs=1e-4)
    assert not statistics.drifted


async def test_a_larger_memory_is_reweighted_on_demand(
    opened: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "REWEIGHT_AT_ONCE", 0)
    memory, incidents = opened(), _incidents()
    for incident in incidents:
        await memory.record(incident)
    text = case_text(incidents[0].bundle, incidents[0].conclusion)
    lengths = [sum(_counts(incident).values()) for incident in incidents]
    expected = _expected(incidents, text, sum(lengths) / len(lengths))
    assert await _scores(memory, text) != pytest.approx(expected, rel=1e-2)
    assert await memory.reweight() >= len(incidents)
    assert await _scores(memory, text) == pytest.approx(expected, abs=1e-4)
    assert await memory.reweight() == 0


async def test_weights_are_written_by_as_many_statements_however_many_rows_there_are(
    opened: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All other writers of the tenant wait until it is done: of each row for its turn in a busy event loop."""
    monkeypatch.setattr(documents, "REWEIGHT_AT_ONCE", 0)
    memory = opened()
    for incident in _incidents():
        await memory.record(incident)
    changed: list[tuple[str, bool]] = []

    def note(*args: object) -> None:
        statement, many = str(args[2]), bool(args[5])
        if statement.startswith("UPDATE") and "weights" in statement:
            changed.append((statement.split()[1], many))

    event.listen(memory.session._engine.sync_engine, "before_cursor_execute", note)
    assert await memory.reweight() > 2 * len(RECIPES)
    assert changed == [(table, False) for table in ("case_lexical", "chunk_lexical", "report_lexical")]


async def _frequencies(connection: AsyncConnection) -> dict[int, int]:
    """All that is stored of cases."""
    table = term_frequency.c
    query = select(table.term, table.documents).where(table.tenant == "cluster-a", table.corpus == Corpus.CASE)
    return {row.term: row.documents for row in await connection.execute(query)}


async def test_writers_at_the_same_time_lose_no_count(lexical_memory: Memory) -> None:
    incidents = _incidents()
    await asyncio.gather(*map(lexical_memory.record, (*incidents, *incidents)))
    terms = {term for incident in incidents for term in _counts(incident)}
    async with lexical_memory.session.transaction() as connection:
        found = await _frequencies(connection)
    assert found == {term: sum(term in _counts(incident) for incident in incidents) for term in terms}


async def test_document_frequencies_follow_what_is_stored(lexical_memory: Memory) -> None:
    incidents = _incidents()
    for incident in (*incidents, *incidents[:2]):
        await lexical_memory.record(incident)
    terms = {term for incident in incidents for term in _counts(incident)}
    async with lexical_memory.session.transaction() as connection:
        found = await _frequencies(connection)
        statistics = await corpora.read(connection, "cluster-a", Corpus.CASE)
    assert found == {term: sum(term in _counts(incident) for incident in incidents) for term in terms}
    assert statistics.documents == len(incidents)
    assert statistics.terms == sum(sum(_counts(incident).values()) for incident in incidents)
