"""The incident memory: PostgreSQL with pgvector behind a few asynchronous methods.

``Memory`` (module ``facade``) is what others use. Below it there is one package for each job. Each says in its
docstring what lives there and what may not, and import-linter holds it to that:

- ``maintenance`` and ``transfer``: what a person does to memory from time to time; ``knowledge`` and ``usage``: what
  people wrote, and of what use all of it is; ``fleet``: what clusters of one database share
- ``write``, ``search``, ``families`` and ``browse``: what the operator and the pages do; none knows another
- ``incidents`` and ``index``: what is stored, and what is derived from it to be searched
- ``database``: connections, transactions, tables, migrations
- ``encoding``: texts to terms, weights, chunks and vectors, without SQL

A function that takes a ``Session`` raises what ``Session.transaction`` raises.
"""

from casebook_analyzer.memory.database.embedded import EmbeddedPostgres, resolve_dsn
from casebook_analyzer.memory.database.fleets import FleetMember, join_fleet, leave_fleet, list_fleets
from casebook_analyzer.memory.database.logins import Login, add_login, list_logins, remove_login
from casebook_analyzer.memory.database.migrate import SchemaState, SchemaStatus, schema_status, upgrade
from casebook_analyzer.memory.database.standby import Standby, StandbyAt, StandbyState
from casebook_analyzer.memory.encoding.case_text import case_text
from casebook_analyzer.memory.facade import Memory
from casebook_analyzer.memory.maintenance.retention import Retention, RetentionClass, purge
from casebook_analyzer.memory.maintenance.stats import MemoryStats
from casebook_analyzer.memory.opening import open_memory
from casebook_analyzer.memory.search.results import Recollection, SearchHit, SearchResult, SimilarResult
from casebook_analyzer.memory.write.exhibits import Kept
from casebook_analyzer.memory.write.feedback import Taken
from casebook_analyzer.memory.write.pending import Backlog

__all__ = [
    "Backlog",
    "EmbeddedPostgres",
    "FleetMember",
    "Kept",
    "Login",
    "Memory",
    "MemoryStats",
    "Recollection",
    "Retention",
    "RetentionClass",
    "SchemaState",
    "SchemaStatus",
    "SearchHit",
    "SearchResult",
    "SimilarResult",
    "Standby",
    "StandbyAt",
    "StandbyState",
    "Taken",
    "add_login",
    "case_text",
    "join_fleet",
    "leave_fleet",
    "list_fleets",
    "list_logins",
    "open_memory",
    "purge",
    "remove_login",
    "resolve_dsn",
    "schema_status",
    "upgrade",
]
