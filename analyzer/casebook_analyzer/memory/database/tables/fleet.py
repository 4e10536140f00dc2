"""What a cluster shares with others of its fleet: a row for each family, with nothing in it that names anything.

Who is in which fleet is the owner's to say. Of rows of others only a function of the owner reads, and shows part.
"""

from pgvector.sqlalchemy import HALFVEC, SPARSEVEC
from sqlalchemy import (
    ARRAY,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    func,
)

from casebook_analyzer.memory.database.tables.base import metadata, texts
from casebook_analyzer.memory.database.tables.logins import owners_metadata
from casebook_analyzer.memory.encoding.bm25 import DIMENSIONS, MAX_TERMS

MAX_CATEGORY = 64
"""Characters. Those of ``Category`` have 19 at most; a later version may have longer ones."""

_SENT = 12 + 8 * MAX_TERMS
"""Bytes of so many weights as pgvector sends them, which is the one way to count them: a head, a place and a number."""

fleet_member = Table(
    "fleet_member",
    owners_metadata,
    Column("tenant", Text, primary_key=True),
    Column("fleet", Text, nullable=False),
)

sharing = Table(
    "sharing",
    metadata,
    Column("tenant", Text, primary_key=True),  # it shares, and so may read what others share; gone: it does neither
    Column("since", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

shared_family = Table(
    "shared_family",
    metadata,
    Column("tenant", Text, primary_key=True),
    Column("family", Text, primary_key=True),
    *texts("category", "rule"),
    Column("exit_code", Integer),
    Column("xid", Integer),
    Column("words", ARRAY(Integer), nullable=False),  # of the line that decided, hashed as for BM25
    Column("incidents", Integer, nullable=False),
    Column("instructive", Boolean, nullable=False),  # one was ended in a way that others can learn from
    Column("last_seen", DateTime(timezone=True), nullable=False),
    Column("weights", SPARSEVEC(DIMENSIONS), nullable=False),
    Column("model", Text),
    Column("revision", Text),
    Column("dimension", SmallInteger),
    Column("embedding", HALFVEC()),
    Column("written_at", DateTime(timezone=True), nullable=False),
    CheckConstraint("vector_dims(embedding) = dimension", "dimension"),
    CheckConstraint("isfinite(last_seen)", "last_seen"),
    # What others read has a bound that the database keeps, as a cluster may write by itself. Of the other texts they
    # read the length alone, which is not theirs; a vector has to fit into its page.
    CheckConstraint(f"char_length(category) <= {MAX_CATEGORY}", "category"),
    CheckConstraint(f"cardinality(words) <= {MAX_TERMS}", "words"),
    CheckConstraint(f"octet_length(sparsevec_send(weights)) <= {_SENT}", "weights"),
    ForeignKeyConstraint(["tenant"], [sharing.c.tenant], ondelete="CASCADE"),
    ForeignKeyConstraint(["tenant", "family"], ["family.tenant", "family.id"], ondelete="CASCADE"),
    Index("ix_shared_family_seen", "tenant", "last_seen"),
)
