"""Memory: what the operator and the CLI use. Each method is one transaction, or one read."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from types import TracebackType
from typing import Self, final

import msgspec
from sqlalchemy import ColumnElement, func, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from casebook_analyzer.embedding import Embedder
from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import corpus as statistics_of
from casebook_analyzer.memory import judgements, pending, record
from casebook_analyzer.memory.case import case_text
from casebook_analyzer.memory.dsn import parse_dsn
from casebook_analyzer.memory.encoder import Encoder, Vectors
from casebook_analyzer.memory.engine import create_engine
from casebook_analyzer.memory.failures import translated
from casebook_analyzer.memory.find import find_text
from casebook_analyzer.memory.judgements import Judgement
from casebook_analyzer.memory.migrate import read_status, require_current, require_vector
from casebook_analyzer.memory.query import ask
from casebook_analyzer.memory.results import MemoryStats, SearchHit, SimilarResult
from casebook_analyzer.memory.rows import COLUMNS, incident_from, resolution_columns
from casebook_analyzer.memory.schema import TENANT_SETTING, Corpus, incident
from casebook_analyzer.memory.similar import find_similar
from casebook_analyzer.models import Conclusion, EvidenceBundle, Incident, Resolution


@final
class Memory:
    """The incidents of one tenant.

    Every method raises ``DatabaseUnavailableError`` when the database does not answer (the same call may succeed
    later), ``SchemaMismatchError`` when its schema is another one, and ``ConfigurationError`` when the role may not.
    """

    def __init__(self, engine: AsyncEngine, *, tenant: str, embedder: Embedder | None) -> None:
        self._engine = engine
        self._tenant = tenant
        self._encoder = Encoder(embedder)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections, and wait for the embedding that may still run."""
        await self._engine.dispose()
        await self._encoder.close()

    async def check(self) -> None:
        """Whether the database can be reached, has the schema of this code and a pgvector that may be trusted."""
        url = self._engine.url
        async with self._transaction() as connection:
            require_current(await connection.run_sync(read_status), url)
            await connection.run_sync(require_vector, url)

    async def warm_up(self) -> bool:
        """Load the embedding model now rather than with the first case. False when there is none that works."""
        return await self._encoder.vectors(["warm up"]) is not None

    async def record(self, incident_: Incident) -> None:
        """Store an incident and make it searchable. Recording it again replaces it, and keeps its resolution.

        Without a working embedding model it is stored all the same, and found by its words.
        """
        if incident_.tenant != self._tenant:
            raise ConfigurationError(f"The incident {incident_.name} is of another tenant than this memory.")
        prepared = await record.prepare(incident_, self._encoder)
        async with self._transaction() as connection:
            await record.write(connection, prepared)

    async def history(
        self, *, since: datetime | None = None, namespace: str = "", page: int = 50
    ) -> AsyncIterator[Incident]:
        """Every incident that was opened since then, the newest first; of all namespaces unless one is given."""
        after: Incident | None = None
        while True:
            async with self._transaction() as connection:
                found = await judgements.read_page(
                    connection, self._tenant, since=since, namespace=namespace, after=after, limit=page
                )
            for one in found:
                yield one
            if len(found) < page:
                return
            after = found[-1]

    async def judge_again(self, incident_: Incident) -> None:
        """Record an incident with another conclusion, and keep the one that it had among the earlier ones."""
        prepared = await record.prepare(incident_, self._encoder)
        async with self._transaction() as connection:
            await judgements.keep(connection, self._tenant, incident_.id)
            await record.write(connection, prepared)

    async def confirm(self, incident_id: str, taxonomy_version: str) -> None:
        """Say that this taxonomy concludes the same of an incident."""
        async with self._transaction() as connection:
            await judgements.confirm(connection, self._tenant, incident_id, taxonomy_version)

    async def earlier(self, incident_id: str) -> Sequence[Judgement]:
        """What was concluded of an incident before it was judged again, the first first."""
        async with self._transaction() as connection:
            return await judgements.read_earlier(connection, self._tenant, incident_id)

    async def similar(
        self, bundle: EvidenceBundle, conclusion: Conclusion, *, exclude_id: str | None = None, limit: int = 5
    ) -> SimilarResult:
        """Past incidents that resemble a case, the most similar first, one per family.

        ``exclude_id`` is the case's own, which may be recorded already.
        """
        text = case_text(bundle, conclusion)
        vectors = await self._encoder.vectors([text])
        async with self._transaction() as connection:
            query = await ask(connection, tenant=self._tenant, corpus=Corpus.CASE, text=text, vectors=vectors)
            found = await find_similar(connection, query, bundle, conclusion, exclude_id=exclude_id, limit=limit)
        return self._qualified(found, vectors)

    async def search(self, text: str, *, limit: int = 10) -> list[SearchHit]:
        """The best place for a free text in each report that has one, the best first."""
        vectors = await self._encoder.vectors([text])
        async with self._transaction() as connection:
            query = await ask(connection, tenant=self._tenant, corpus=Corpus.CHUNK, text=text, vectors=vectors)
            return await find_text(connection, query, limit)

    async def resolve(self, incident_id: str, resolution: Resolution) -> bool:
        """Say how an incident ended; False when memory has no such incident."""
        statement = update(incident).where(*self._mine(incident.c.id == incident_id))
        async with self._transaction() as connection:
            result = await connection.execute(statement.values(resolution_columns(resolution)))
            return result.rowcount == 1

    async def get(self, namespace: str, name: str) -> Incident | None:
        """The incident of an Investigation by name: the latest one, if the name was used before."""
        return await self._one(incident.c.namespace == namespace, incident.c.name == name)

    async def by_id(self, incident_id: str) -> Incident | None:
        """The incident of an Investigation by its UID."""
        return await self._one(incident.c.id == incident_id)

    async def stats(self) -> MemoryStats:
        """How much there is."""
        space = await self._encoder.space()
        embedded = pending.is_embedded(space) if space else literal(value=False)
        columns = (
            func.count().label("incidents"),
            func.count().filter(incident.c.resolution.is_(None)).label("open"),
            func.count().filter(embedded).label("embedded"),
            func.pg_database_size(func.current_database()).label("database_bytes"),
        )
        async with self._transaction() as connection:
            row = (await connection.execute(select(*columns).select_from(incident).where(*self._mine()))).one()
        return MemoryStats(
            **row._asdict(),
            pending=row.incidents - row.embedded,
            model=space.model if space else "",
            revision=space.revision if space else "",
        )

    async def embed_pending(self, *, limit: int = 50) -> int:
        """Embed incidents that have no vector of the current model, the newest first; how many were done.

        0 means that none is left, or that no model works. The case and its report are embedded together.
        """
        space = await self._encoder.space()
        if space is None:
            return 0
        async with self._transaction() as connection:
            waiting = await pending.read_pending(connection, self._tenant, space, limit)
        for done, found in enumerate(waiting):
            vectors = await self._encoder.vectors(found.texts)
            if vectors is None:
                return done
            async with self._transaction() as connection:
                await pending.write_pending(connection, self._tenant, found, vectors)
        return len(waiting)

    async def reweight(self) -> int:
        """Compute BM25 weights again where the average length drifted; how many documents changed.

        ``record`` does it by itself while memory is small. Later it is a matter of minutes per year: run it daily.
        """
        changed = 0
        async with self._transaction() as connection:
            for corpus in Corpus:
                statistics = await statistics_of.lock(connection, self._tenant, corpus)
                if statistics.drifted:
                    new = await statistics_of.reweight(connection, self._tenant, corpus, statistics)
                    await statistics_of.write(connection, self._tenant, corpus, new)
                    changed += new.documents
        return changed

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees this tenant's rows only, also when a query forgets to ask for them."""
        with translated(self._engine.url):
            async with self._engine.begin() as connection:
                await connection.execute(select(func.set_config(TENANT_SETTING, self._tenant, True)))
                yield connection

    def _mine(self, *conditions: ColumnElement[bool]) -> tuple[ColumnElement[bool], ...]:
        return (incident.c.tenant == self._tenant, *conditions)

    async def _one(self, *conditions: ColumnElement[bool]) -> Incident | None:
        query = select(*COLUMNS).where(*self._mine(*conditions)).order_by(incident.c.opened_at.desc()).limit(1)
        async with self._transaction() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else incident_from(row)

    def _qualified(self, found: SimilarResult, vectors: Vectors | None) -> SimilarResult:
        """Say so when a leg was missing."""
        if vectors is not None or found.searched == 0:
            return found
        missing = "the embedding model failed" if self._encoder.present else "no embedding model"
        return msgspec.structs.replace(found, reason=f"{found.reason} ({missing}: lexical search only)")


def open_memory(dsn: str, *, tenant: str, embedder: Embedder | None) -> Memory:
    """Memory at a DSN. Nothing is connected or loaded yet; ``embedded:`` DSNs go through ``resolve_dsn`` first.

    Raises:
        ConfigurationError: The DSN cannot be read.
    """
    return Memory(create_engine(parse_dsn(dsn)), tenant=tenant, embedder=embedder)
