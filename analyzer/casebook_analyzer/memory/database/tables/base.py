"""What tables share: how constraints are named, and the columns of keys, term weights and vectors."""

from collections.abc import Iterator
from enum import StrEnum

from pgvector.sqlalchemy import HALFVEC, SPARSEVEC
from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, Integer, MetaData, SmallInteger, Text

from casebook_analyzer.memory.encoding.bm25 import DIMENSIONS

TENANT_SETTING = "casebook.tenant"
"""What the owner's session sets to say whose rows it wants. For every other login the table ``login`` decides."""


class Corpus(StrEnum):
    """What is searched: cases for similarity, chunks of reports for free text. Each has its own statistics."""

    CASE = "case"
    CHUNK = "chunk"


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def incident_key() -> tuple[Column[str], Column[str]]:
    """Tenant and incident id: the key of a table with one row per incident, or its first part."""
    return Column("tenant", Text, primary_key=True), Column("incident_id", Text, primary_key=True)


def counter(name: str) -> Column[int]:
    """The last part of a key, for tables with several rows per incident: their number in it."""
    kind = SmallInteger if name == "position" else Integer
    return Column(name, kind, primary_key=True, autoincrement=False)


def texts(*names: str) -> Iterator[Column[str]]:
    """Columns of text that are never null."""
    return (Column(name, Text, nullable=False) for name in names)


def space_columns() -> tuple[Column[str], Column[str], Column[int]]:
    """The model, revision and dimension that vectors belong to: only vectors of one space are compared."""
    model, revision = texts("model", "revision")
    return model, revision, Column("dimension", SmallInteger, nullable=False)


def of_incident() -> ForeignKeyConstraint:
    """The reference to the incident with which a row is deleted."""
    return ForeignKeyConstraint(["tenant", "incident_id"], ["incident.tenant", "incident.id"], ondelete="CASCADE")


def lexical_columns() -> tuple[Column[int], Column[object]]:
    """Length of a document in terms, and its BM25 weights, which were computed with that length."""
    return Column("length", Integer, nullable=False), Column("weights", SPARSEVEC(DIMENSIONS), nullable=False)


def vector_columns() -> tuple[Column[str], Column[str], Column[int], Column[object], CheckConstraint]:
    """A vector and the space that it belongs to."""
    return (
        *space_columns(),
        Column("embedding", HALFVEC(), nullable=False),
        CheckConstraint("vector_dims(embedding) = dimension", "dimension"),
    )
