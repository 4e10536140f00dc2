"""The best rows of each retriever: nearest by words (BM25), nearest by meaning (cosine of vectors)."""

from functools import cache
from typing import Any

from sqlalchemy import ARRAY, CompoundSelect, Select, Table, Text, bindparam, func, literal, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.tables import LEXICAL, VECTOR, Corpus
from casebook_analyzer.memory.index.hnsw import Retriever
from casebook_analyzer.memory.search.text_query import StatementShape, TextQuery

FAMILIES = 24
"""How many families each retriever proposes. BM25 and cosine are then computed for all of them: a case that only
one retriever proposes still gets its full score."""

ROWS = {Corpus.CASE: 64, Corpus.CHUNK: 200}
"""How many rows a statement asks of each retriever."""


def table_of(shape: StatementShape, retriever: Retriever) -> Table:
    """The table whose rows a retriever compares: stored term weights, or stored vectors, of the query's corpus."""
    return (LEXICAL if retriever is Retriever.LEXICAL else VECTOR)[shape.corpus]


def best(shape: StatementShape, retriever: Retriever, *columns: str) -> Select[Any]:
    """The ``ROWS`` best rows of a retriever with these columns and their ``unlikeness``, the best first."""
    table = table_of(shape, retriever)
    unlikeness = shape.unlikeness(retriever)
    # An index is used for the operator itself and nothing else: the other order looks at every row for sure.
    order = unlikeness if retriever in shape.indexed else (-unlikeness).desc()
    shown = (*(table.c[name] for name in columns), unlikeness.label("unlikeness"))
    of_reader = shape.wanted_rows(table, indexed=retriever in shape.indexed)
    return select(*shown).where(*shape.mine(retriever), *of_reader).order_by(order).limit(ROWS[shape.corpus])


async def best_families(connection: AsyncConnection, query: TextQuery, *, visible: bool, known: str = "") -> set[str]:
    """The ids of the families that the retrievers propose, about ``FAMILIES`` of each.

    With ``visible`` only incidents that the reader may see are looked at. ``known`` is a family that is compared in any
    case, and so needs no proposal: in a storm its own has most of the rows that are like it.

    A family that came back a thousand times would fill the whole answer. Then the statement is run again without the
    families that were found.
    """
    shape = query.wanted_shape if visible else query.shape
    found: set[str] = set()
    named = dict.fromkeys(shape.retrievers, 0)
    short = bool(shape.retrievers)
    while short:
        parameters = query.parameters | {"found": sorted(found | {known})}
        rows = (await connection.execute(proposals(shape), parameters)).all()
        found.update(row.family for row in rows)
        short = False
        for retriever in shape.retrievers:
            own = [row for row in rows if row.retriever == retriever]
            named[retriever] += len(own)
            short |= named[retriever] < FAMILIES and bool(own) and own[0].rows >= ROWS[shape.corpus]
    return found


@cache
def proposals(shape: StatementShape) -> CompoundSelect[Any]:
    """The nearest families of each retriever without those of the parameter ``found``, and how many rows it saw."""
    parts = []
    for retriever in shape.retrievers:
        table = table_of(shape, retriever)
        new = table.c.family != func.all(bindparam("found", type_=ARRAY(Text)))
        rows = best(shape, retriever, "family").where(table.c.incident_id != bindparam("exclude"), new).subquery()
        of_all = func.sum(func.count()).over().label("rows")
        shown = (literal(retriever.value).label("retriever"), rows.c.family, of_all)
        nearest = func.min(rows.c.unlikeness)
        parts.append(select(*shown).group_by(rows.c.family).order_by(nearest).limit(FAMILIES))
    return union_all(*parts)
