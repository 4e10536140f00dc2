"""Tables of which incidents have vectors, and of the vectors of texts that were embedded before."""

from pgvector.sqlalchemy import HALFVEC
from sqlalchemy import CheckConstraint, Column, DateTime, Index, LargeBinary, SmallInteger, Table, Text

from casebook_analyzer.memory.database.tables.base import incident_key, metadata, of_incident, space_columns

embedding = Table(
    "embedding",
    metadata,
    *incident_key(),
    Column("state", Text, nullable=False),
    Column("attempts", SmallInteger, nullable=False),  # in the space below
    Column("error", Text, nullable=False),  # of the last attempt
    Column("changed_at", DateTime(timezone=True), nullable=False),
    *space_columns(),  # empty until somebody has tried
    CheckConstraint("state IN ('pending', 'embedded', 'failed')", "state"),
    of_incident(),
    Index("ix_embedding_state", "tenant", "state", "model", "revision", "dimension"),
)

embedding_cache = Table(
    "embedding_cache",
    metadata,
    Column("tenant", Text, primary_key=True),
    Column("model", Text, primary_key=True),
    Column("revision", Text, primary_key=True),
    Column("dimension", SmallInteger, primary_key=True, autoincrement=False),
    Column("digest", LargeBinary, primary_key=True),  # SHA-256 of the text
    Column("embedding", HALFVEC(), nullable=False),
    Column("used_at", DateTime(timezone=True), nullable=False),
    CheckConstraint("vector_dims(embedding) = dimension", "dimension"),
    Index("ix_embedding_cache_used", "tenant", "used_at"),
)
