"""The text of every statement that answers a question, as SQLAlchemy sends it, one file for each question.

The questions are asked of a database with two incidents, and what goes over its connection is written down. What only a
large memory sends (an index answers the order) is compiled without a database.
"""

import re
import textwrap
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

import msgspec
from sqlalchemy import event
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql import ClauseElement

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.browse import lookup
from casebook_analyzer.memory.browse.listing import ListedIncident
from casebook_analyzer.memory.browse.timeline import read_timeline
from casebook_analyzer.memory.database.dsn import parse_dsn
from casebook_analyzer.memory.database.engine import create_engine
from casebook_analyzer.memory.database.tables import Corpus
from casebook_analyzer.memory.encoding.encoder import Space
from casebook_analyzer.memory.incidents.filters import IncidentFilter, IncidentState
from casebook_analyzer.memory.incidents.page_cursor import PageCursor
from casebook_analyzer.memory.index.hnsw import Retriever
from casebook_analyzer.memory.knowledge.document import read_document
from casebook_analyzer.memory.knowledge.listing import DocumentFilter
from casebook_analyzer.memory.maintenance.contents import read_contents
from casebook_analyzer.memory.search.explain import explain
from casebook_analyzer.memory.search.passages import best_passages
from casebook_analyzer.memory.search.prepare import wanted_documents
from casebook_analyzer.memory.search.retrievers import proposals
from casebook_analyzer.memory.search.text_query import FilterMethod, StatementShape
from casebook_analyzer.models import Category, FixRecord, FixSource, Incident, Severity
from tools.places import ROOT
from tools.sql.incidents import OPENED, TENANT, ToyEmbedder, make_incident
from tools.sql.repeats import without_repeats

SNAPSHOTS = ROOT / "tests" / "analyzer" / "memory" / "statements"

_WIDTH = 120
_CLAUSE = re.compile(r"(?<!OUTER) (?=(?:LEFT OUTER )?JOIN\b|ORDER BY\b|GROUP BY\b|UNION ALL\b)")
"""Where a line begins that SQLAlchemy does not begin."""

_OF_SESSION = "SELECT set_config("
"""What every transaction begins with (``Session.transaction``): left out, or each file would repeat it."""


RUNBOOK = read_document("runbooks", "memory.md", "Raise the limit.")

_OF_NAMESPACE = frozenset({"namespaces"})


class _Question(Protocol):
    def __call__(self, memory: Memory, case: Incident, /) -> Awaitable[object]: ...


async def _similar(memory: Memory, case: Incident) -> object:
    return await memory.similar(case.bundle, case.conclusion, exclude_id=case.id)


def _chosen(case: Incident) -> IncidentFilter:
    """As people filter the list of incidents."""
    return IncidentFilter(
        namespaces=frozenset({case.namespace}), category=Category.CONFIG_ERROR, state=IncidentState.OPEN
    )


def _hung(case: Incident) -> Sequence[ListedIncident]:
    """A row of the list that hangs on another one."""
    return [
        ListedIncident(
            id=case.id,
            namespace=case.namespace,
            name=case.name,
            subject=str(case.bundle.subject),
            category=case.conclusion.category,
            title=case.title,
            opened_at=case.opened_at,
            confidence=90,
            severity=Severity.WARNING,
            family="",
            node="",
            caused_by="case-2",
        )
    ]


async def _browse(memory: Memory, case: Incident) -> object:
    every = {"subject": str(case.bundle.subject), "node": "worker-1", "family": case.conclusion.signature.key}
    chosen = msgspec.structs.replace(_chosen(case), **every)
    return await memory.browse(chosen, before=PageCursor(OPENED, case.id))


async def _browse_inside(memory: Memory, _: Incident) -> object:
    """What only the documents of incidents answer."""
    return await memory.browse(
        IncidentFilter(since=OPENED, severity=Severity.CRITICAL, entity="Service/shop/web", tag="zone=a")
    )


async def _overview(memory: Memory, case: Incident) -> object:
    wanted = IncidentFilter(namespaces=frozenset({case.namespace}), since=OPENED - timedelta(days=30))
    return await memory.overview(wanted, OPENED + timedelta(days=30))


def _view_of(case: Incident) -> View:
    return View(namespaces=frozenset({case.namespace}))


async def _fixes_used(memory: Memory, case: Incident) -> object:
    view = _view_of(case)
    found = await memory.family(case.conclusion.signature.key, view)
    fix = FixRecord(fix="", tried=1, succeeded=1, success_percent=1, bound_percent=1, source=FixSource.OBSERVED)
    return found and await memory.usage.of_fixes(msgspec.structs.replace(found, fixes=(fix,)), view)


async def _history(memory: Memory, case: Incident) -> object:
    return [found async for found in memory.history(since=OPENED, namespace=case.namespace, page=1)]


async def _similar_of_namespace(memory: Memory, case: Incident) -> object:
    return await memory.similar(case.bundle, case.conclusion, namespace=case.namespace, exclude_id=case.id)


async def _search_filtered(memory: Memory, case: Incident) -> object:
    return await memory.search("DATABASE_URL is not set", wanted=_chosen(case))


def _listed(memory: Memory) -> Awaitable[object]:
    wanted = DocumentFilter(source=RUNBOOK.source, text="memory", namespaces=frozenset({"shop"}))
    return memory.knowledge.page(wanted, after=RUNBOOK.id, limit=10)


QUESTIONS: Mapping[str, _Question] = {
    "similar": _similar,
    "similar_of_namespace": _similar_of_namespace,
    "search": lambda memory, _: memory.search("DATABASE_URL is not set"),
    "search_filtered": _search_filtered,
    "explain": lambda memory, case: explain(memory.session, case.id, "case-2"),
    "family_known": lambda memory, case: lookup.knows_family(
        memory.session, case.conclusion.signature.key, _view_of(case)
    ),
    "family": lambda memory, case: memory.family(case.conclusion.signature.key, _view_of(case)),
    "fixes_used": _fixes_used,
    "families": lambda memory, case: memory.families(View(), before=PageCursor(OPENED, case.id), limit=1),
    "families_filtered": lambda memory, case: memory.families(View(), wanted=_chosen(case), limit=1),
    "timeline": lambda memory, case: read_timeline(memory.session, f"Namespace/{case.namespace}", wanted=_chosen(case)),
    "past": lambda memory, case: memory.past(case, View()),
    "browse": _browse,
    "browse_inside": _browse_inside,
    "browse_newer": lambda memory, case: memory.browse(IncidentFilter(), after=PageCursor(OPENED, case.id)),
    "open_heads": lambda memory, case: memory.open_heads(_chosen(case)),
    "outages": lambda memory, case: memory.outages(_hung(case), frozenset({case.namespace})),
    "overview": _overview,
    "counts": lambda memory, _: memory.counts(IncidentFilter()),
    "namespaces": lambda memory, _: memory.namespaces(),
    "by_name": lambda memory, case: memory.get(case.namespace, case.name),
    "called": lambda memory, case: lookup.called(memory.session, f"{case.namespace}/{case.name}"),
    "subjects_like": lambda memory, _: lookup.subjects_like(memory.session, "checkout"),
    "history": _history,
    "stats": lambda memory, _: memory.stats(),
    "knowledge": lambda memory, _: memory.knowledge.search("raise the limit", namespaces=frozenset({"shop"})),
    "knowledge_listed": lambda memory, _: _listed(memory),
    "contents": lambda memory, _: read_contents(memory.session),
}
"""Whatever reads incidents for a person or for a case."""

IN_A_FLEET: Mapping[str, _Question] = {
    "shared": lambda memory, _: memory.fleet.publish(OPENED),
    "similar_in_fleet": _similar,
    "family_in_fleet": QUESTIONS["family"],
    "fleet": lambda memory, _: memory.fleet.state(),
}
"""What a cluster of a fleet asks besides."""


async def render(dsn: str) -> dict[Path, str]:
    """The snapshots by their file. Fills the database, which must be empty but for its schema."""
    engine = create_engine(parse_dsn(dsn))
    found = {}
    async with Memory(engine, tenant=TENANT, embedder=ToyEmbedder()) as memory:
        case = make_incident(1)
        for one in (case, make_incident(2)):
            await memory.record(one)
        await memory.embed_pending()
        await memory.knowledge.sync(RUNBOOK.source, [RUNBOOK])
        for name, question in QUESTIONS.items():
            with _listening(engine) as sent:
                await question(memory, case)
            found[name] = list(dict.fromkeys(sent))
    async with Memory(engine, tenant=TENANT, embedder=ToyEmbedder(), fleet=True) as memory:
        for name, question in IN_A_FLEET.items():
            with _listening(engine) as sent:
                await question(memory, case)
            found[name] = [one for one in dict.fromkeys(sent) if one not in chain(*found.values())]
    found |= {name: [_compiled(statement)] for name, statement in _of_large_memories()}
    clauses = {name: [_CLAUSE.sub("\n", one) for one in statements] for name, statements in found.items()}
    return {SNAPSHOTS / f"{name}.sql": _text(statements) for name, statements in without_repeats(clauses).items()}


@contextmanager
def _listening(engine: AsyncEngine) -> Iterator[list[str]]:
    """The statements that go to the server meanwhile, in their order."""
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.startswith(_OF_SESSION):
            sent.append(statement)

    event.listen(engine.sync_engine, "before_cursor_execute", note)
    yield sent
    event.remove(engine.sync_engine, "before_cursor_execute", note)


def _of_large_memories() -> Iterator[tuple[str, ClauseElement]]:
    """What ``similar`` and ``search`` send where HNSW indexes answer."""
    space = Space(model=ToyEmbedder.model, revision=ToyEmbedder.revision, dimension=ToyEmbedder.dimension)
    for name, corpus, statement in (
        ("similar_by_index", Corpus.CASE, proposals),
        ("search_by_index", Corpus.CHUNK, best_passages),
    ):
        retrievers = (Retriever.LEXICAL, Retriever.VECTOR)
        indexed = frozenset(retrievers if corpus is Corpus.CASE else (Retriever.VECTOR,))
        shape = StatementShape(corpus=corpus, retrievers=retrievers, tenant=TENANT, space=space, indexed=indexed)
        yield name, statement(shape)
        of_namespace = msgspec.structs.replace(shape, wanted=_OF_NAMESPACE, method=FilterMethod.CHECKED)
        yield f"{name}_of_namespace", statement(of_namespace)
    yield "wanted_documents", wanted_documents(Corpus.CHUNK, _OF_NAMESPACE)


def _compiled(statement: ClauseElement) -> str:
    given = statement.params(
        dict.fromkeys(("weights", "vector", "tenant", "exclude", "found", "perfect", "limit", "namespaces", "enough"))
    )
    dialect = PGDialect_psycopg()  # type: ignore[no-untyped-call]
    return str(given.compile(dialect=dialect, compile_kwargs={"render_postcompile": True}))


def _text(statements: list[str]) -> str:
    """One statement after another, in lines that fit on a page. A line is broken where SQL does not mind."""
    return "\n".join(";\n".join(("\n".join(map(_wrapped, one.splitlines())), "")) for one in statements)


def _wrapped(line: str) -> str:
    return textwrap.fill(
        line.rstrip(), _WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
