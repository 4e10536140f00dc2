"""Tables of how incidents ended, what people say of them, and what it took to ask models about them."""

from sqlalchemy import BigInteger, CheckConstraint, Column, DateTime, Index, Integer, Table, Text
from sqlalchemy.dialects.postgresql import JSONB

from casebook_analyzer.memory.database.tables.base import counter, incident_key, metadata, of_incident, texts

resolution = Table(
    "resolution",
    metadata,
    *incident_key(),
    *texts("kind", "summary"),
    Column("changes", JSONB, nullable=False),
    Column("fix", Text, nullable=False),  # without names: incidents are counted by it
    Column("resolved_at", DateTime(timezone=True), nullable=False),
    Column("seconds_to_resolve", Integer, nullable=False),
    of_incident(),
)

feedback = Table(
    "feedback",
    metadata,
    *incident_key(),
    counter("number"),
    Column("verdict", Text, nullable=False),
    Column("category", Text),  # what a correction says; the others too
    *texts("cause", "fix", "note", "author"),
    Column("source", Text, nullable=False),  # command or annotation
    Column("client", Text, nullable=False),  # the field manager that wrote the annotation
    Column("given_at", DateTime(timezone=True), nullable=False),
    CheckConstraint("verdict IN ('confirmed', 'corrected', 'rejected')", "verdict"),
    of_incident(),
    Index("ix_feedback_given", "tenant", "given_at"),
)

spending = Table(
    "spending",
    metadata,
    Column("tenant", Text, primary_key=True),
    Column("month", Text, primary_key=True),  # 2026-11, in UTC
    Column("namespace", Text, primary_key=True),  # of whose cases was asked; empty: the sum of all
    Column("tokens", BigInteger, nullable=False),
    Column("cost_micros", BigInteger, nullable=False),  # in a millionth of whatever prices are in
)
