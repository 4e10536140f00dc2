"""What all tables share: their names for constraints, and the columns that keys and vectors are made of."""

from enum import StrEnum

from pgvector.sqlalchemy import HALFVEC, SPARSEVEC
from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, Integer, MetaData, SmallInteger, Text

from casebook_analyzer.memory.lexical import DIMENSIONS

TENANT_SETTING = "casebook.tenant"
"""The row-level security policies compare every row's tenant with this setting of the session."""


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
    """The key of what there is once per incident."""
    return Column("tenant", Text, primary_key=True), Column("incident_id", Text, primary_key=True)


def counter(name: str) -> Column[int]:
    """The last part of a key that counts within an incident."""
    kind = SmallInteger if name == "position" else Integer
    return Column(name, kind, primary_key=True, autoincrement=False)


def of_incident() -> ForeignKeyConstraint:
    """What goes with its incident."""
    return ForeignKeyConstraint(["tenant", "incident_id"], ["incident.tenant", "incident.id"], ondelete="CASCADE")


def lexical_columns() -> tuple[Column[int], Column[object]]:
    """BM25 document weights, and the length in terms that they were computed with."""
    return Column("length", Integer, nullable=False), Column("weights", SPARSEVEC(DIMENSIONS), nullable=False)


def vector_columns() -> tuple[Column[str], Column[str], Column[int], Column[object], CheckConstraint]:
    """A vector and the space that it lives in."""
    return (
        Column("model", Text, nullable=False),
        Column("revision", Text, nullable=False),
        Column("dimension", SmallInteger, nullable=False),
        Column("embedding", HALFVEC(), nullable=False),
        CheckConstraint("vector_dims(embedding) = dimension", "dimension"),
    )
