"""Memory: what the operator and the CLI use. Each method is one transaction, or one read."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import Self, TypeVar, final

import msgspec
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from casebook_analyzer.embedding import Embedder
from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.learning import View
from casebook_analyzer.memory import corpus as statistics_of
from casebook_analyzer.memory import (
    documents,
    families,
    feedback,
    indexes,
    judgements,
    pending,
    record,
    tenants,
    vector_cache,
)
from casebook_analyzer.memory.asking import asking
from casebook_analyzer.memory.browse import (
    Counts,
    Listing,
    Place,
    Wanted,
    read_counts,
    read_listing,
    read_namespaces,
)
from casebook_analyzer.memory.case import case_text
from casebook_analyzer.memory.dsn import parse_dsn
from casebook_analyzer.memory.encoder import Encoder
from casebook_analyzer.memory.engine import create_engine
from casebook_analyzer.memory.feedback import Taken
from casebook_analyzer.memory.find import find_text
from casebook_analyzer.memory.judgements import Judgement
from casebook_analyzer.memory.query import Query, searchable
from casebook_analyzer.memory.reindex import reindex
from casebook_analyzer.memory.results import Backlog, MemoryStats, SearchResult, SimilarResult
from casebook_analyzer.memory.retention import Retention, RetentionClass, purge
from casebook_analyzer.memory.rows import WITH_RESOLUTION, incident_from, incidents, storable
from casebook_analyzer.memory.session import Session
from casebook_analyzer.memory.similar import find_similar
from casebook_analyzer.memory.tables import Corpus, incident, resolution
from casebook_analyzer.models import (
    CasePast,
    Conclusion,
    EvidenceBundle,
    FamilyRecord,
    Feedback,
    Incident,
    Mention,
    Resolution,
)

_Answer = TypeVar("_Answer", SimilarResult, SearchResult)


@final
class Memory:
    """The incidents of one tenant.

    Every method raises ``DatabaseUnavailableError`` when the database does not answer (the same call may succeed
    later), ``SchemaMismatchError`` when its schema is another one, and ``ConfigurationError`` when the role may not.
    """

    def __init__(self, engine: AsyncEngine, *, tenant: str, embedder: Embedder | None) -> None:
        self.session = Session(engine, tenant)
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
        await self.session.close()
        await self._encoder.close()

    async def check(self) -> None:
        """Whether the database can be reached, and its schema, its pgvector and this role may be trusted."""
        await self.session.check()

    async def warm_up(self) -> bool:
        """Load the embedding model now rather than with the first case. False when there is none that works."""
        return await self._encoder.works()

    async def register(self, cluster_uid: str) -> None:
        """Say which cluster this is, by the UID of its namespace ``kube-system``.

        Raises ``ConfigurationError`` when another cluster remembers under the same name.
        """
        await tenants.register(self.session, cluster_uid)

    async def release(self) -> bool:
        """Let the next cluster that registers take over these incidents; False when none had them."""
        return await tenants.release(self.session)

    async def record(self, incident_: Incident) -> None:
        """Store an incident and make it searchable. Recording it again replaces it, and keeps its resolution.

        Without a working embedding model it is stored all the same, and found by its words.
        """
        if incident_.tenant != self._tenant:
            raise ConfigurationError(f"The incident {incident_.name} is of another tenant than this memory.")
        prepared = await record.prepare(incident_, self.session, self._encoder)
        async with self.session.transaction() as connection:
            await record.write(connection, prepared)

    async def history(
        self, *, since: datetime | None = None, namespace: str = "", page: int = 50
    ) -> AsyncIterator[Incident]:
        """Every incident that was opened since then, the newest first; of all namespaces unless one is given."""
        after: Incident | None = None
        while True:
            async with self.session.transaction() as connection:
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
        prepared = await record.prepare(incident_, self.session, self._encoder)
        async with self.session.transaction() as connection:
            await documents.lock(connection, self._tenant)  # or two of them would count up to the same number
            await judgements.keep(connection, self._tenant, incident_.id)
            await record.write(connection, prepared)

    async def confirm(self, incident_id: str, taxonomy_version: str) -> None:
        """Say that this taxonomy concludes the same of an incident."""
        async with self.session.transaction() as connection:
            await judgements.confirm(connection, self._tenant, incident_id, taxonomy_version)

    async def earlier(self, incident_id: str) -> Sequence[Judgement]:
        """What was concluded of an incident before it was judged again, the first first."""
        async with self.session.transaction() as connection:
            return await judgements.read_earlier(connection, self._tenant, incident_id)

    async def similar(
        self, bundle: EvidenceBundle, conclusion: Conclusion, *, exclude_id: str | None = None, limit: int = 5
    ) -> SimilarResult:
        """Past incidents that resemble a case, the most similar first, one per family.

        ``exclude_id`` is the case's own, which may be recorded already.
        """
        text = searchable(case_text(bundle, conclusion))
        asked = asking(self.session, self._encoder, Corpus.CASE, text, exclude_id=exclude_id or "")
        async with asked as (connection, query):
            found = await find_similar(connection, query, bundle, conclusion, limit=limit)
        return self._qualified(found, query)

    async def like(self, incident_id: str, *, limit: int = 5) -> SimilarResult | None:
        """Past incidents that resemble one of them, as ``similar`` has it; None when memory has no such incident."""
        found = await self.by_id(incident_id)
        if found is None:
            return None
        return await self.similar(found.bundle, found.conclusion, exclude_id=incident_id, limit=limit)

    async def search(self, text: str, *, limit: int = 10) -> SearchResult:
        """The best place for a free text in each report that has one, the best first."""
        asked = asking(self.session, self._encoder, Corpus.CHUNK, searchable(text))
        async with asked as (connection, query):
            found = await find_text(connection, query, text, limit)
        return self._qualified(found, query)

    async def resolve(self, incident_id: str, resolution: Resolution) -> bool:
        """Say how an incident ended; False when memory has no such incident."""
        async with self.session.transaction() as connection:
            return await record.resolve(connection, self._tenant, incident_id, resolution)

    async def give_feedback(self, incident_id: str, word: Feedback) -> Taken:
        """Keep what a person says of an incident. The texts are redacted by whoever calls.

        Conclusion and report stay what they were; families, fixes and what is attached from now on follow the word.
        """
        async with self.session.transaction() as connection:
            return await feedback.give(connection, self._tenant, incident_id, word)

    async def family(self, family: str, view: View) -> FamilyRecord | None:
        """What is known of a family by its id, the key of a signature."""
        async with self.session.transaction() as connection:
            return await families.read_family(connection, self._tenant, family, view)

    async def families(self, view: View, *, limit: int = 20) -> Sequence[FamilyRecord]:
        """The families that were seen last, the latest first."""
        async with self.session.transaction() as connection:
            return await families.read_families(connection, self._tenant, view, limit)

    async def past(self, incident_: Incident, view: View) -> CasePast:
        """What memory knows besides an incident at this moment: its family, its neighbours, what people say of it."""
        async with self.session.transaction() as connection:
            return await families.read_past(connection, incident_, view)

    async def subject_history(self, subject: str, *, limit: int = 50) -> Sequence[Mention]:
        """The incidents of a subject (``Deployment/shop/checkout``), of whatever family, the latest first."""
        async with self.session.transaction() as connection:
            return await families.read_subject(connection, self._tenant, subject, limit)

    async def browse(
        self,
        wanted: Wanted,
        *,
        before: Place | None = None,
        after: Place | None = None,
        limit: int = 50,
    ) -> Listing:
        """One page of incidents, the latest first: older ones than ``before``, or newer ones than ``after``."""
        async with self.session.transaction() as connection:
            return await read_listing(connection, self._tenant, wanted, before=before, after=after, limit=limit)

    async def counts(self, wanted: Wanted) -> Counts:
        """How many of them are open and how many are over."""
        async with self.session.transaction() as connection:
            return await read_counts(connection, self._tenant, wanted)

    async def namespaces(self) -> Sequence[str]:
        """All namespaces that have incidents, in order."""
        async with self.session.transaction() as connection:
            return await read_namespaces(connection, self._tenant)

    async def get(self, namespace: str, name: str) -> Incident | None:
        """The incident of an Investigation by name: the latest one, if the name was used before."""
        return await self._one(incident.c.namespace == storable(namespace), incident.c.name == storable(name))

    async def by_id(self, incident_id: str) -> Incident | None:
        """The incident of an Investigation by its UID."""
        return await self._one(incident.c.id == incident_id)

    async def stats(self) -> MemoryStats:
        """How much there is."""
        space = await self._encoder.space()
        columns = (
            func.count().label("incidents"),
            func.count().filter(resolution.c.kind.is_(None)).label("open"),
            func.pg_database_size(func.current_database()).label("database_bytes"),
        )
        async with self.session.transaction() as connection:
            row = (await connection.execute(select(*columns).select_from(WITH_RESOLUTION).where(*self._mine()))).one()
            backlog = await pending.backlog(connection, self._tenant, space)
        return MemoryStats(
            **row._asdict(),
            **msgspec.structs.asdict(backlog),
            cached_texts=await vector_cache.count(self.session),
            model=space.model if space else "",
            revision=space.revision if space else "",
        )

    async def backlog(self) -> Backlog:
        """How many incidents have vectors of the current model, and how many wait or were given up."""
        space = await self._encoder.space()
        async with self.session.transaction() as connection:
            return await pending.backlog(connection, self._tenant, space)

    async def embed_pending(self, *, limit: int = 50) -> int:
        """Embed incidents that have no vectors of the current model, the newest first; how many were looked at.

        0 means that none is due, or that no model works. The case and its report are embedded together. One that the
        model cannot read is put off and given up after some tries.
        """
        return await pending.embed(self.session, self._encoder, limit=limit)

    def reindex(self) -> AsyncIterator[str]:
        """Make everything anew that is derived from incidents, those that were given up included; gives their ids."""
        return reindex(self.session, self._encoder)

    async def purge(self, retention: Retention, now: datetime) -> Mapping[RetentionClass, int]:
        """Delete incidents whose time is over, and vectors of texts that nobody asks for; how many of each class."""
        gone = await purge(self.session, retention, now)
        await vector_cache.trim(self.session, now)
        return gone

    async def reweight(self) -> int:
        """Compute BM25 weights again where the average length drifted; how many documents changed.

        ``record`` does it by itself while memory is small. Later it is a matter of minutes per year: run it daily.
        """
        changed = 0
        async with self.session.transaction() as connection:
            for corpus in Corpus:
                statistics = await statistics_of.lock(connection, self._tenant, corpus)
                if statistics.drifted:
                    new = await statistics_of.reweight(connection, self._tenant, corpus, statistics)
                    await statistics_of.write(connection, self._tenant, corpus, new)
                    changed += new.documents
        return changed

    async def maintain_indexes(self) -> Sequence[str]:
        """Build and drop indexes as the size of memory asks for, which may take minutes; what was done, in words."""
        return await indexes.maintain(self.session, await self._encoder.space())

    def _mine(self) -> tuple[ColumnElement[bool], ...]:
        return (incident.c.tenant == self._tenant,)

    async def _one(self, *conditions: ColumnElement[bool]) -> Incident | None:
        query = incidents(self._tenant).where(*conditions).order_by(incident.c.opened_at.desc()).limit(1)
        async with self.session.transaction() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else incident_from(row)

    def _qualified(self, found: _Answer, query: Query) -> _Answer:
        """Say so when a leg was missing."""
        if query.space is not None or found.searched == 0:
            return found
        missing = "the embedding model failed" if self._encoder.present else "no embedding model"
        return msgspec.structs.replace(found, reason=f"{found.reason} ({missing}: lexical search only)")


def open_memory(dsn: str, *, tenant: str, embedder: Embedder | None) -> Memory:
    """Memory at a DSN. Nothing is connected or loaded yet; ``embedded:`` DSNs go through ``resolve_dsn`` first.

    Raises:
        ConfigurationError: The DSN cannot be read.
    """
    return Memory(create_engine(parse_dsn(dsn)), tenant=tenant, embedder=embedder)
