"""The tables, as the newest migration leaves them. Every key leads with the tenant, except that of ``login``.

What SQLAlchemy cannot declare (row-level security, inline storage) is in the migrations only, and tested there.
"""

from casebook_analyzer.memory.database.tables.base import TENANT_SETTING, Corpus, metadata
from casebook_analyzer.memory.database.tables.embedding import embedding, embedding_cache
from casebook_analyzer.memory.database.tables.exhibits import erasure, exhibit
from casebook_analyzer.memory.database.tables.fleet import fleet_member, shared_family, sharing
from casebook_analyzer.memory.database.tables.incidents import family, incident, judgement, tenant
from casebook_analyzer.memory.database.tables.knowledge import document, knowledge_source, passage, passage_vector
from casebook_analyzer.memory.database.tables.learning import feedback, resolution, spending
from casebook_analyzer.memory.database.tables.logins import login, owners_metadata
from casebook_analyzer.memory.database.tables.search import (
    LEXICAL,
    VECTOR,
    case_lexical,
    case_vector,
    chunk,
    chunk_lexical,
    chunk_vector,
    corpus_statistics,
    report_lexical,
    term_frequency,
)
from casebook_analyzer.memory.database.tables.usage import attachment, opening

__all__ = [
    "LEXICAL",
    "TENANT_SETTING",
    "VECTOR",
    "Corpus",
    "attachment",
    "case_lexical",
    "case_vector",
    "chunk",
    "chunk_lexical",
    "chunk_vector",
    "corpus_statistics",
    "document",
    "embedding",
    "embedding_cache",
    "erasure",
    "exhibit",
    "family",
    "feedback",
    "fleet_member",
    "incident",
    "judgement",
    "knowledge_source",
    "login",
    "metadata",
    "opening",
    "owners_metadata",
    "passage",
    "passage_vector",
    "report_lexical",
    "resolution",
    "shared_family",
    "sharing",
    "spending",
    "tenant",
    "term_frequency",
]
