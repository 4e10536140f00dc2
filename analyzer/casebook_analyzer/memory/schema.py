"""The tables, as the newest migration leaves them. Every key leads with the tenant.

Vectors stand in narrow tables of their own: an exact scan of 50,000 halfvecs takes 24 ms there and 198 ms in the wide
rows. What SQLAlchemy cannot declare (row-level security, inline storage) is in the migrations only, and tested there.
"""

from enum import StrEnum

from pgvector.sqlalchemy import HALFVEC, SPARSEVEC
from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Double,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
)
from sqlalchemy.dialects.postgresql import JSONB

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

incident = Table(
    "incident",
    metadata,
    Column("tenant", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("namespace", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("episode", Integer, nullable=False),
    Column("opened_at", DateTime(timezone=True), nullable=False),
    Column("subject", Text, nullable=False),
    Column("category", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("family", Text, nullable=False),  # the signature's key: incidents that share it are one family
    Column("bundle", JSONB, nullable=False),
    Column("conclusion", JSONB, nullable=False),
    Column("similar", JSONB, nullable=False),
    Column("report", Text, nullable=False),
    Column("resolution", JSONB(none_as_null=True)),
    Column("instructive", Boolean, nullable=False),  # resolved in a way that others can learn from
    Index("ix_incident_name", "tenant", "namespace", "name", "opened_at"),
    Index("ix_incident_family", "tenant", "family", "instructive", "opened_at"),
)


judgement = Table(
    "judgement",
    metadata,
    Column("tenant", Text, primary_key=True),
    Column("incident_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("replaced_at", DateTime(timezone=True), nullable=False),
    Column("conclusion", JSONB, nullable=False),
    ForeignKeyConstraint(["tenant", "incident_id"], [incident.c.tenant, incident.c.id], ondelete="CASCADE"),
)


def _key() -> tuple[Column[str], Column[str]]:
    return Column("tenant", Text, primary_key=True), Column("incident_id", Text, primary_key=True)


def _position() -> Column[int]:
    return Column("position", SmallInteger, primary_key=True, autoincrement=False)


def _lexical() -> tuple[Column[int], Column[object]]:
    return Column("length", Integer, nullable=False), Column("weights", SPARSEVEC(DIMENSIONS), nullable=False)


def _vector() -> tuple[Column[str], Column[str], Column[int], Column[object], CheckConstraint]:
    return (
        Column("model", Text, nullable=False),
        Column("revision", Text, nullable=False),
        Column("dimension", SmallInteger, nullable=False),
        Column("embedding", HALFVEC(), nullable=False),
        CheckConstraint("vector_dims(embedding) = dimension", "dimension"),
    )


def _of_incident() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["tenant", "incident_id"], [incident.c.tenant, incident.c.id], ondelete="CASCADE")


chunk = Table(
    "chunk",
    metadata,
    *_key(),
    _position(),
    Column("heading", Text, nullable=False),
    Column("start_line", Integer, nullable=False),
    Column("end_line", Integer, nullable=False),
    Column("text", Text, nullable=False),
    _of_incident(),
)


def _of_chunk() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["tenant", "incident_id", "position"],
        [chunk.c.tenant, chunk.c.incident_id, chunk.c.position],
        ondelete="CASCADE",
    )


case_lexical = Table(
    "case_lexical", metadata, *_key(), Column("family", Text, nullable=False), *_lexical(), _of_incident()
)
case_vector = Table(
    "case_vector", metadata, *_key(), Column("family", Text, nullable=False), *_vector(), _of_incident()
)
chunk_lexical = Table("chunk_lexical", metadata, *_key(), _position(), *_lexical(), _of_chunk())
chunk_vector = Table("chunk_vector", metadata, *_key(), _position(), *_vector(), _of_chunk())

LEXICAL = {Corpus.CASE: case_lexical, Corpus.CHUNK: chunk_lexical}
VECTOR = {Corpus.CASE: case_vector, Corpus.CHUNK: chunk_vector}

corpus_statistics = Table(
    "corpus_statistics",
    metadata,
    Column("tenant", Text, primary_key=True),
    Column("corpus", Text, primary_key=True),
    Column("documents", Integer, nullable=False),
    Column("terms", BigInteger, nullable=False),  # the sum of all lengths
    Column("average_length", Double, nullable=False),  # what the stored weights were computed with
)

term_frequency = Table(
    "term_frequency",
    metadata,
    Column("tenant", Text, primary_key=True),
    Column("corpus", Text, primary_key=True),
    Column("term", Integer, primary_key=True, autoincrement=False),
    Column("documents", Integer, nullable=False),
)
