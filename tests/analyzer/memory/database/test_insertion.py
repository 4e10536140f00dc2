"""Rows that one statement inserts are the rows that were given."""

import psycopg
from hypothesis import given
from hypothesis import strategies as st
from pgvector import SparseVector
from sqlalchemy import event

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.database.insertion import insert_rows
from casebook_analyzer.memory.database.tables import chunk
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.index.sparse import sparse, written
from tests.analyzer.memory.incidents import make_incident

HOSTILE = [
    '"',
    "\\",
    "{}",
    "NULL",
    "",
    ",",
    " ",
    "it's",
    'a "quoted\\ {brace},',
    "\n\t",
    "\u2028",
    "caf\u00e9 \U0001f600",
]


async def test_texts_arrive_as_they_are(lexical_memory: Memory, dsn: str) -> None:
    incident = make_incident()
    await lexical_memory.record(incident)
    key = {"tenant": incident.tenant, "incident_id": incident.id}
    rows = [
        {**key, "position": 100 + place, "heading": text, "start_line": place, "end_line": place + 1, "text": text}
        for place, text in enumerate(HOSTILE)
    ]
    async with lexical_memory.session.transaction() as connection:
        await insert_rows(connection, chunk, rows)
        await insert_rows(connection, chunk, [])
    with psycopg.connect(dsn) as connection:
        found = connection.execute(
            "SELECT tenant, incident_id, position, heading, start_line, end_line, text FROM chunk "
            "WHERE position >= 100 ORDER BY position"
        ).fetchall()
    assert found == [tuple(row.values()) for row in rows]


async def test_a_report_takes_as_many_statements_however_long_it_is(lexical_memory: Memory) -> None:
    inserted: list[tuple[str, bool]] = []

    def note(*args: object) -> None:
        statement, many = str(args[2]), bool(args[5])
        if statement.startswith("INSERT INTO") and ("chunk" in statement or "lexical" in statement):
            inserted.append((statement.split()[2], many))

    event.listen(lexical_memory.session._engine.sync_engine, "before_cursor_execute", note)
    for number, lines in enumerate((2, 200), start=1):
        inserted.clear()
        logs = [f"step {chr(97 + n % 26)}{chr(97 + n // 26)} of the work was refused" for n in range(lines)]
        await lexical_memory.record(make_incident(number=number, logs=logs))
        tables = ("case_lexical", "chunk", "chunk_lexical", "report_lexical")
        assert inserted == [(table, False) for table in tables]


@given(st.dictionaries(st.integers(0, bm25.DIMENSIONS - 1), st.floats(0, 2.2) | st.just(0.0), max_size=20))
def test_weights_are_written_as_pgvector_writes_them(weights: dict[int, float]) -> None:
    assert written(weights) == sparse(weights).to_text()
    assert SparseVector.from_text(written(weights)) == sparse(weights)
