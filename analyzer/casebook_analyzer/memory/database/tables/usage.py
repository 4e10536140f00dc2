"""Tables of what use memory was: what was attached to incidents, and how often their reports were opened."""

from sqlalchemy import CheckConstraint, Column, Index, Integer, Table, Text

from casebook_analyzer.memory.database.tables.base import incident_key, metadata, of_incident

attachment = Table(
    "attachment",
    metadata,
    *incident_key(),  # what it was attached to
    Column("kind", Text, primary_key=True),  # of the target
    Column("target", Text, primary_key=True),  # the id of an incident or a document, which may be gone by now
    Column("namespace", Text, nullable=False),  # of what it was attached to: who counts reads no wide row
    CheckConstraint("kind IN ('incident', 'document')", "kind"),
    of_incident(),
    Index("ix_attachment_target", "tenant", "kind", "target", postgresql_include=["incident_id", "namespace"]),
)

opening = Table("opening", metadata, *incident_key(), Column("times", Integer, nullable=False), of_incident())
