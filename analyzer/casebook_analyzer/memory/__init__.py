"""The incident memory: PostgreSQL with pgvector behind a few asynchronous methods.

``Memory`` is the only thing with I/O that others use; how a score comes about is in the pure modules ``tokens``,
``lexical``, ``scoring`` and ``ranking``.
"""

from casebook_analyzer.memory.case import case_text
from casebook_analyzer.memory.embedded import EmbeddedPostgres, resolve_dsn
from casebook_analyzer.memory.feedback import Taken
from casebook_analyzer.memory.judgements import Judgement
from casebook_analyzer.memory.migrate import SchemaState, SchemaStatus, schema_status, upgrade
from casebook_analyzer.memory.results import Backlog, MemoryStats, SearchHit, SearchResult, SimilarResult
from casebook_analyzer.memory.retention import Retention, RetentionClass, purge
from casebook_analyzer.memory.store import Memory, open_memory

__all__ = [
    "Backlog",
    "EmbeddedPostgres",
    "Judgement",
    "Memory",
    "MemoryStats",
    "Retention",
    "RetentionClass",
    "SchemaState",
    "SchemaStatus",
    "SearchHit",
    "SearchResult",
    "SimilarResult",
    "Taken",
    "case_text",
    "open_memory",
    "purge",
    "resolve_dsn",
    "schema_status",
    "upgrade",
]
