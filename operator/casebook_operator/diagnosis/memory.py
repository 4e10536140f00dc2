"""Whether the database is what memory needs, whether its role is bound, and what waits for an embedding model."""

import asyncio
from collections.abc import Sequence
from functools import partial

from casebook_analyzer.embedding import INSTALL, Embedder, load_embedder
from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory import MemoryStats, SchemaState, SchemaStatus, open_memory, resolve_dsn, schema_status
from casebook_analyzer.memory.database.health import Health, read_health
from casebook_analyzer.memory.fleet.fleet import FleetState
from casebook_analyzer.memory.knowledge.results import StoredDocument
from casebook_analyzer.memory.knowledge.sources import SourceState
from casebook_analyzer.text import counted
from casebook_analyzer.timeline.times import moment
from casebook_operator.diagnosis.check_result import CheckResult, CheckVerdict, found
from casebook_operator.diagnosis.standby import standby_finding
from casebook_operator.settings import Settings

_IN_DATABASE = ("extension", "role", "row-level security", "embeddings", "knowledge", "fleet")


async def memory_findings(settings: Settings) -> list[CheckResult]:
    """The checks of the database. What is in it is only checked when its schema is the current one."""
    try:
        embedder, model = await asyncio.to_thread(_model, settings)
    # A model is somebody else's code, written in C++ and Rust, and raises anything.
    except Exception as error:  # noqa: BLE001
        embedder, model = None, CheckResult("embedding model", CheckVerdict.BROKEN, str(error))
    try:
        with resolve_dsn(settings.database.url) as dsn:
            schema = await found("database", partial(_schema, settings, dsn))
            inside = await _inside(settings, dsn, embedder) if schema.verdict is CheckVerdict.OK else []
            copies = [await standby_finding(settings, dsn)] if settings.database.read_url else []
    except CasebookError as error:
        schema, inside, copies = CheckResult("database", CheckVerdict.BROKEN, str(error)), [], []
    if not inside:
        inside = [CheckResult(name, schema.verdict, "not checked, because of the database") for name in _IN_DATABASE]
    return [schema, *inside, *copies, model]


async def _schema(settings: Settings, dsn: str) -> CheckResult:
    schema = await asyncio.to_thread(schema_status, dsn)
    return schema_finding(schema, embedded=settings.database.url.startswith("embedded:"))


def schema_finding(schema: SchemaStatus, *, embedded: bool) -> CheckResult:
    """Which schema a database has. Only that of an ``embedded`` one is upgraded by the operator itself."""
    match schema.state:
        case SchemaState.CURRENT:
            return CheckResult("database", CheckVerdict.OK, f"schema {schema.current}, all migrations are done")
        case SchemaState.NEWER:
            detail = (
                f"schema {schema.current} is of a newer Casebook: upgrade Casebook, or restore a backup from before"
            )
            return CheckResult("database", CheckVerdict.BROKEN, detail)
        case SchemaState.OLDER:
            had, what = f"schema {schema.current} is of an older Casebook, this one needs {schema.head}", "upgrades"
        case SchemaState.MISSING:
            had, what = "it answers, and has no schema of Casebook yet", "makes"
    if embedded:
        return CheckResult("database", CheckVerdict.WARNING, f"{had}: the operator {what} it at its start")
    return CheckResult("database", CheckVerdict.BROKEN, f"{had}: run casebook db upgrade")


async def _inside(settings: Settings, dsn: str, embedder: Embedder | None) -> list[CheckResult]:
    """What a database with the current schema says of itself."""
    async with open_memory(dsn, tenant=settings.cluster.name, embedder=embedder, fleet=settings.memory.fleet) as memory:
        try:
            await memory.check()
            unbound = ""
        except CasebookError as error:
            unbound = str(error)
        health = await read_health(memory.session)
        stats = await memory.stats()
        documents = await memory.knowledge.documents()
        sources = await memory.knowledge.sources()
        fleet = await memory.fleet.state()
    return [
        CheckResult("extension", CheckVerdict.OK, f"pgvector {health.pgvector} on PostgreSQL {health.server}"),
        _role(health, unbound),
        _row_security(health),
        _embeddings(stats, present=embedder is not None),
        _knowledge(documents, sources),
        _fleet(fleet, wanted=settings.memory.fleet),
    ]


def _role(health: Health, unbound: str) -> CheckResult:
    if unbound:
        return CheckResult("role", CheckVerdict.BROKEN, unbound)
    detail = f"{health.login} works as {health.role}, which owns nothing and is held by row-level security"
    return CheckResult("role", CheckVerdict.OK, detail)


def _row_security(health: Health) -> CheckResult:
    if health.unprotected:
        tables = ", ".join(health.unprotected)
        detail = (
            f"not forced on {tables}, so that other clusters' rows can be read: as the owner of the tables run ALTER "
            "TABLE ... ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY, and restore the policy of the migrations"
        )
        return CheckResult("row-level security", CheckVerdict.BROKEN, detail)
    return CheckResult("row-level security", CheckVerdict.OK, f"forced on all {health.tables} tables")


def _embeddings(stats: MemoryStats, *, present: bool) -> CheckResult:
    had = f"{counted(stats.incidents, 'incident')}, {stats.open} open"
    if stats.failed:
        what_to_do = "the model could not read them; try again with: casebook memory reindex"
        return CheckResult("embeddings", CheckVerdict.WARNING, f"{had}; {stats.failed} failed: {what_to_do}")
    if stats.pending and not present:
        return CheckResult(
            "embeddings", CheckVerdict.WARNING, f"{had}; {stats.pending} wait for a model, words find them"
        )
    if stats.pending:
        stale = f" ({stats.stale} have vectors of another model)" if stats.stale else ""
        return CheckResult(
            "embeddings", CheckVerdict.OK, f"{had}; {stats.pending} wait{stale}: the operator embeds them"
        )
    return CheckResult("embeddings", CheckVerdict.OK, f"{had}; all have vectors" if present else had)


def _knowledge(documents: Sequence[StoredDocument], read: Sequence[SourceState]) -> CheckResult:
    if not documents:
        none = "no runbooks yet: casebook knowledge sync FOLDER, or knowledge.enabled in the chart, reads them"
        return CheckResult("knowledge", CheckVerdict.OK, none)
    sources = ", ".join(sorted({one.source for one in documents}))
    latest = moment(max(one.written_at for one in documents))
    told = [f"{counted(len(documents), 'document')} ({sources}), the last change at {latest}"]
    told += [f"{one.source} was read at {moment(one.synced_at)}" for one in read]
    told += [
        f"{counted(one.unusable, 'file')} of {one.source} cannot be used: its log names them"
        for one in read
        if one.unusable
    ]
    verdict = CheckVerdict.WARNING if any(one.unusable for one in read) else CheckVerdict.OK
    return CheckResult("knowledge", verdict, "; ".join(told))


def _fleet(state: FleetState, *, wanted: bool) -> CheckResult:
    if not wanted:
        into = f"; the owner of the tables has put it into '{state.name}'" if state.name else ""
        return CheckResult("fleet", CheckVerdict.OK, f"memory.fleet is off: nothing is shared{into}")
    if not state.name:
        detail = "this cluster is in no fleet: let the owner of the tables run casebook db fleet join NAME"
        return CheckResult("fleet", CheckVerdict.WARNING, detail)
    others = ", ".join(state.clusters) or "no other cluster shares yet, or the operator has not shared anything here"
    return CheckResult("fleet", CheckVerdict.OK, f"in '{state.name}' with: {others}")


def _model(settings: Settings) -> tuple[Embedder | None, CheckResult]:
    embedder = load_embedder(settings.memory.embedder)
    if embedder is None:
        detail = f"none: similar incidents are found by words alone. Without an image: {INSTALL}"
        return None, CheckResult("embedding model", CheckVerdict.WARNING, detail)
    # The first text loads it: a folder that looks like a model may hold none.
    dimension = len(embedder.embed(["casebook doctor"])[0])
    detail = f"{embedder.model}, revision {embedder.revision}, {dimension} dimensions"
    return embedder, CheckResult("embedding model", CheckVerdict.OK, detail)
