"""The tables of what people attached to incidents, and of who erased it."""

from sqlalchemy import Column, DateTime, Index, Integer, Table

from casebook_analyzer.memory.database.tables.base import counter, incident_key, metadata, of_incident, texts

exhibit = Table(
    "exhibit",
    metadata,
    *incident_key(),
    counter("position"),  # among those of the incident; its chunks have their positions by it
    *texts("digest", "name", "media_type"),
    Column("size", Integer, nullable=False),  # bytes of the file
    *texts("author", "source"),
    Column("attached_at", DateTime(timezone=True), nullable=False),
    *texts("text"),
    of_incident(),
    Index("ix_exhibit_digest", "tenant", "incident_id", "digest", unique=True),
)

erasure = Table(
    "erasure",
    metadata,
    *incident_key(),
    counter("number"),
    *texts("digest", "author", "source"),
    Column("erased_at", DateTime(timezone=True), nullable=False),
    of_incident(),
)
