"""Tables of what people wrote: sources, documents, the passages that they are cut into, and the vectors of these."""

from pgvector.sqlalchemy import SPARSEVEC
from sqlalchemy import Column, DateTime, Double, ForeignKeyConstraint, Index, Integer, Table, Text
from sqlalchemy.dialects.postgresql import ARRAY

from casebook_analyzer.memory.database.tables.base import counter, metadata, texts, vector_columns
from casebook_analyzer.memory.encoding.bm25 import DIMENSIONS

knowledge_source = Table(
    "knowledge_source",
    metadata,
    Column("tenant", Text, primary_key=True),
    Column("source", Text, primary_key=True),
    Column("synced_at", DateTime(timezone=True), nullable=False),
    Column("every_seconds", Double),  # how often it is looked at; null: nobody watches it
    Column("unusable", Integer, nullable=False),  # files
)

document = Table(
    "document",
    metadata,
    Column("tenant", Text, primary_key=True),
    Column("id", Text, primary_key=True),  # a digest of source and path
    *texts("source", "path", "title", "link"),
    Column("digest", Text, nullable=False),  # of all that is stored: what has the same is the same
    Column("names", ARRAY(Text), nullable=False),  # the rules, alerts and objects that it says it is about
    Column("namespaces", ARRAY(Text), nullable=False),  # of whose readers it is; of all, if empty
    Column("weights", SPARSEVEC(DIMENSIONS), nullable=False),
    Column("written_at", DateTime(timezone=True), nullable=False),
    Index("ix_document_path", "tenant", "source", "path", unique=True),
)

_PLACE = (document.c.tenant, document.c.id)


def _passage_key() -> tuple[Column[str], Column[str], Column[int]]:
    return Column("tenant", Text, primary_key=True), Column("document_id", Text, primary_key=True), counter("position")


passage = Table(
    "passage",
    metadata,
    *_passage_key(),
    *texts("heading"),
    Column("start_line", Integer, nullable=False),
    Column("end_line", Integer, nullable=False),
    *texts("text"),
    Column("weights", SPARSEVEC(DIMENSIONS), nullable=False),
    ForeignKeyConstraint(["tenant", "document_id"], _PLACE, ondelete="CASCADE"),
)

passage_vector = Table(
    "passage_vector",
    metadata,
    *_passage_key(),
    *vector_columns(),
    ForeignKeyConstraint(
        ["tenant", "document_id", "position"],
        [passage.c.tenant, passage.c.document_id, passage.c.position],
        ondelete="CASCADE",
    ),
)
