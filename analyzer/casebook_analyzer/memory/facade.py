"""Memory: what the operator and the CLI use. Each method is one transaction, or one read."""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from types import TracebackType
from typing import Self, TypeVar, final

import msgspec
from sqlalchemy.ext.asyncio import AsyncEngine

from casebook_analyzer.embedding import Embedder
from casebook_analyzer.errors import ConfigurationError, DatabaseUnavailableError
from casebook_analyzer.learning import RECURRENCE, View
from casebook_analyzer.memory.browse import lookup
from casebook_analyzer.memory.browse.listed_outages import ListedOutages, read_open_heads, read_outages
from casebook_analyzer.memory.browse.listing import (
    IncidentCounts,
    ListedIncident,
    Listing,
    read_counts,
    read_listing,
    read_namespaces,
)
from casebook_analyzer.memory.browse.overview import read_overview
from casebook_analyzer.memory.browse.overview_shapes import Overview
from casebook_analyzer.memory.database import tenants
from casebook_analyzer.memory.database.planning import FROM_INDEXES
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.standby import Standby, StandbyState
from casebook_analyzer.memory.database.tables import Corpus
from casebook_analyzer.memory.encoding.case_text import case_text
from casebook_analyzer.memory.encoding.encoder import Encoder
from casebook_analyzer.memory.exhibits.shelf import Shelf
from casebook_analyzer.memory.families import outages, records
from casebook_analyzer.memory.families.records import FamilyListing
from casebook_analyzer.memory.fleet.fleet import Fleet
from casebook_analyzer.memory.incidents.filters import EVERY_INCIDENT, IncidentFilter
from casebook_analyzer.memory.incidents.history import PAGE, read_history
from casebook_analyzer.memory.incidents.page_cursor import PageCursor
from casebook_analyzer.memory.index import hnsw, vector_cache
from casebook_analyzer.memory.knowledge.library import Library
from casebook_analyzer.memory.maintenance.reindex import reindex
from casebook_analyzer.memory.maintenance.retention import Retention, RetentionClass, purge
from casebook_analyzer.memory.maintenance.reweight import reweight
from casebook_analyzer.memory.maintenance.stats import MemoryStats, read_stats
from casebook_analyzer.memory.search.free_text import search_reports
from casebook_analyzer.memory.search.results import Recollection, SearchResult, SimilarResult
from casebook_analyzer.memory.search.similar import find_similar
from casebook_analyzer.memory.search.text_query import TextQuery, searchable
from casebook_analyzer.memory.search.transaction import Question, searched
from casebook_analyzer.memory.transfer.adopting import Adopted, adopt
from casebook_analyzer.memory.usage.ledger import UsageLedger
from casebook_analyzer.memory.write import feedback, pending, record
from casebook_analyzer.memory.write.feedback import Taken
from casebook_analyzer.memory.write.judgements import confirm, judge_again
from casebook_analyzer.memory.write.pending import Backlog
from casebook_analyzer.memory.write.shared_writer import SharedWriter
from casebook_analyzer.models import (
    CasePast,
    Conclusion,
    EvidenceBundle,
    FamilyRecord,
    Feedback,
    Incident,
    Resolution,
    Withdrawn,
)

_Answer = TypeVar("_Answer", SimilarResult, SearchResult)
_ATTACHED = 5
"""Similar incidents of a case."""


@final
class Memory:
    """The incidents of one tenant. Close it, or use it as an asynchronous context manager.

    An embedding model that fails raises nothing: texts are then stored and searched by their words alone.

    Raises:
        DatabaseUnavailableError: From every method: the database does not answer. The same call may succeed later.
        SchemaMismatchError: From every method: the schema is older or newer than this code needs.
        ConfigurationError: From every method: the role of the application lacks a right.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        *,
        tenant: str,
        embedder: Embedder | None,
        standby: Standby | None = None,
        fleet: bool = False,
    ) -> None:
        self.session = Session(engine, tenant)
        self.session.copy = self.standby = standby
        self._tenant = tenant
        self._encoder = Encoder(embedder)
        self._writer = SharedWriter(self.session, records.read_family)
        self.knowledge = Library(self.session, self._encoder)
        """What people wrote."""
        self.exhibits = Shelf(self.session, self._encoder)
        """What people attached to incidents."""
        self.usage = UsageLedger(self.session)
        self.fleet = Fleet(self.session, takes_part=fleet)
        """Other clusters of the same database."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections, and wait for the embedding that may still run."""
        if self.standby is not None:
            await self.standby.close()
        await self.session.close()
        await self._encoder.close()

    async def check(self) -> None:
        """Whether the database can be reached, and its schema, its pgvector and this role may be trusted.

        A standby that answers will do, for whoever only reads.
        """
        try:
            await self.session.check()
        except DatabaseUnavailableError:
            if self.standby is None or not self.standby.state.usable:
                raise

    async def observe_standby(self) -> StandbyState | None:
        """Look how far the standby is behind; it is read for as long as the last look allows it. None without one."""
        return None if self.standby is None else await self.standby.observe(self.session)

    async def warm_up(self) -> bool:
        """Load the embedding model now rather than with the first case. False when there is none that works."""
        return await self._encoder.works()

    async def register(self, cluster_uid: str) -> None:
        """Say which cluster this is, by the UID of its namespace ``kube-system``.

        Raises:
            ConfigurationError: Another cluster uses the same name for its memory.
        """
        await tenants.register(self.session, cluster_uid)

    async def release(self) -> bool:
        """Let the next cluster that registers take over these incidents; False when none had them."""
        return await tenants.release(self.session)

    async def record(
        self, incident_: Incident, view: View | None = None, *, companions: int = 0
    ) -> FamilyRecord | None:
        """Store an incident and make it searchable. Recording it again replaces it, and keeps its resolution.

        Without a working embedding model it is stored all the same, and found by its words. With a ``view``, what is
        then known there of its family comes back. ``companions`` is how many others are on their way to be recorded: it
        may wait a moment for these, so that all are written together.

        Raises:
            ConfigurationError: The incident belongs to another tenant.
        """
        if incident_.tenant != self._tenant:
            raise ConfigurationError(f"The incident {incident_.name} is of another tenant than this memory.")
        prepared = await record.prepare(incident_, self.session, self._encoder)
        return await self.fleet.known(await self._writer.write(prepared, view, companions=companions))

    def history(
        self, *, since: datetime | None = None, namespace: str = "", page: int = PAGE
    ) -> AsyncIterator[Incident]:
        """Every incident that was opened since then, the newest first; of all namespaces unless one is given."""
        return read_history(self.session, since=since, namespace=namespace, page=page)

    async def judge_again(self, incident_: Incident) -> None:
        """Record an incident with another conclusion, and keep the one that it had among the earlier ones."""
        await judge_again(self.session, self._encoder, incident_)

    async def confirm(self, incident_id: str, taxonomy_version: str) -> None:
        """Say that this taxonomy concludes the same of an incident."""
        await confirm(self.session, incident_id, taxonomy_version)

    async def similar(
        self,
        bundle: EvidenceBundle,
        conclusion: Conclusion,
        *,
        namespace: str | None = None,
        exclude_id: str | None = None,
        limit: int = _ATTACHED,
    ) -> SimilarResult:
        """Past incidents that resemble a case, the most similar first, one per family.

        With a ``namespace`` its own incidents are taken first, and those of others get the places that are left.
        ``exclude_id`` is the case's own, which may be recorded already.
        """
        wanted = EVERY_INCIDENT if namespace is None else IncidentFilter(namespaces=frozenset({namespace}))
        found, _ = await self._similar(bundle, conclusion, wanted, exclude_id or "", limit)
        return found

    async def recollect(self, incident_: Incident, view: View) -> Recollection:
        """What there is for a case that is concluded: similar incidents in view, and what people wrote that fits."""
        bundle, conclusion, seen = incident_.bundle, incident_.conclusion, IncidentFilter(namespaces=view.namespaces)
        similar, query = await self._similar(bundle, conclusion, seen, incident_.id, _ATTACHED)
        if not query.written:
            return Recollection(similar=similar)
        fitting = await self.knowledge.fitting(bundle, conclusion, namespace=incident_.namespace)
        return Recollection(similar=similar, knowledge=fitting)

    async def _similar(
        self, bundle: EvidenceBundle, conclusion: Conclusion, wanted: IncidentFilter, exclude_id: str, limit: int
    ) -> tuple[SimilarResult, TextQuery]:
        text = searchable(case_text(bundle, conclusion))
        found, query = await searched(
            self.session,
            self._encoder,
            Question(corpus=Corpus.CASE, text=text, wanted=wanted, exclude_id=exclude_id),
            lambda connection, query: find_similar(connection, query, bundle, conclusion, limit=limit),
        )
        return await self.fleet.joined(self._qualified(found, query), query, conclusion, limit), query

    async def search(self, text: str, *, wanted: IncidentFilter = EVERY_INCIDENT, limit: int = 10) -> SearchResult:
        """Search the reports of the wanted incidents for a free text.

        Of each report that matches comes its best passage, the best report first.
        """
        found, query = await searched(
            self.session,
            self._encoder,
            Question(corpus=Corpus.CHUNK, text=searchable(text), wanted=wanted),
            lambda connection, query: search_reports(connection, query, text, limit),
        )
        return self._qualified(found, query)

    async def adopt(self, incidents: Iterable[Incident], progress: Callable[[int], None]) -> Adopted:
        """Bring past incidents of another system in, as often as one likes; those that did not change stay."""
        return await adopt(self.session, self._encoder, incidents, progress=progress)

    async def resolve(self, incident_id: str, resolution: Resolution) -> bool:
        """Say how an incident ended; False when memory has no such incident."""
        async with self.session.transaction() as connection:
            return await record.resolve(connection, self._tenant, incident_id, resolution)

    async def reopen(self, incident_id: str, relapsed_at: datetime) -> bool:
        """Take the end of an incident back, as the failure was seen again then: what had ended it is no fix.

        False when memory has no end of it that is earlier: it is safe to say it twice.
        """
        async with self.session.transaction() as connection:
            return await record.reopen(connection, self._tenant, incident_id, relapsed_at)

    async def attempt(self, incident_id: str, tried: Withdrawn) -> Sequence[Withdrawn]:
        """Keep what was tried against a failure that goes on, once. Returns all that did not help."""
        async with self.session.transaction() as connection:
            return await record.attempt(connection, self._tenant, incident_id, tried)

    async def hang(self, incident_ids: Sequence[str], head: str) -> None:
        """Say that incidents hang on the one with the id ``head``, which stands for their cause; on none, if empty."""
        async with self.session.transaction() as connection:
            await outages.hang(connection, self._tenant, incident_ids, head)

    async def give_feedback(self, incident_id: str, word: Feedback, *, proposal: int = 0) -> Taken:
        """Keep what a person says of an incident. The texts are redacted by whoever calls.

        Conclusion and report stay what they were; families, fixes and what is attached from now on follow the word.
        With the number of a ``proposal`` the word confirms the fix of an agent, and leaves the rest as it is.
        """
        async with self.session.transaction() as connection:
            return await feedback.give(connection, self._tenant, incident_id, word, proposal=proposal)

    async def family(self, family: str, view: View) -> FamilyRecord | None:
        """What is known of a family by its id, the key of a signature."""
        own = await self.session.read(lambda connection: records.read_family(connection, self._tenant, family, view))
        return await self.fleet.known(own)

    async def families(
        self,
        view: View,
        *,
        wanted: IncidentFilter = EVERY_INCIDENT,
        before: PageCursor | None = None,
        limit: int = 20,
    ) -> FamilyListing:
        """One page of families that have a wanted incident, the latest first: those that come after ``before``."""
        own = await self.session.read(
            lambda where: records.read_families(where, self._tenant, view, wanted, before=before, limit=limit),
            settings=FROM_INDEXES,
        )
        return FamilyListing(records=tuple(await self.fleet.known_all(own.records)), ends=own.ends)

    async def past(self, incident_: Incident, view: View) -> CasePast:
        """What memory knows besides an incident at this moment: its family, its neighbours, what people say of it."""
        own = await self.session.read(lambda connection: records.read_past(connection, incident_, view))
        return msgspec.structs.replace(own, family=await self.fleet.known(own.family))

    async def browse(
        self,
        wanted: IncidentFilter,
        *,
        before: PageCursor | None = None,
        after: PageCursor | None = None,
        limit: int = 50,
    ) -> Listing:
        """One page of incidents, the latest first: older ones than ``before``, or newer ones than ``after``."""
        return await self.session.read(
            lambda connection: read_listing(connection, self._tenant, wanted, before=before, after=after, limit=limit),
            settings=FROM_INDEXES,
        )

    async def open_heads(self, wanted: IncidentFilter, *, limit: int = 10) -> Sequence[ListedIncident]:
        """The heads of outages that are not over, the latest first."""
        return await self.session.read(lambda connection: read_open_heads(connection, self._tenant, wanted, limit))

    async def outages(self, rows: Sequence[ListedIncident], namespaces: frozenset[str] | None) -> ListedOutages:
        """The outages of some listed incidents, as far as they lie in these namespaces; None means in all."""
        return await self.session.read(lambda connection: read_outages(connection, self._tenant, rows, namespaces))

    async def counts(self, wanted: IncidentFilter) -> IncidentCounts:
        """How many of the wanted incidents are open and how many are resolved."""
        return await self.session.read(
            lambda connection: read_counts(connection, self._tenant, wanted), settings=FROM_INDEXES
        )

    async def overview(self, wanted: IncidentFilter, now: datetime, *, recurrence: timedelta = RECURRENCE) -> Overview:
        """What of the wanted incidents is open, failed when, recurred and was fixed by what, up to ``now``."""
        return await read_overview(self.session, self._tenant, wanted, now, recurrence)

    async def namespaces(self) -> Sequence[str]:
        """All namespaces that have incidents, in order."""
        return await self.session.read(lambda connection: read_namespaces(connection, self._tenant))

    async def get(self, namespace: str, name: str) -> Incident | None:
        """The incident of an Investigation by name: the latest one, if the name was used before."""
        return await lookup.by_name(self.session, namespace, name)

    async def by_id(self, incident_id: str) -> Incident | None:
        """The incident of an Investigation by its UID."""
        return await lookup.by_id(self.session, incident_id)

    async def ended(self, incident_ids: Sequence[str]) -> frozenset[str]:
        """Those of the incidents with these ids that memory has with their end."""
        return await lookup.ended(self.session, incident_ids)

    async def last_episode(self, subject: str, namespace: str, key: str) -> int:
        """The number of the last episode of a failure: of a subject, with a name that has this key. 0 without any."""
        return await lookup.last_episode(self.session, subject, namespace, key)

    async def stats(self) -> MemoryStats:
        """How many incidents there are, in which state, and how large the database is."""
        return await read_stats(self.session, self._encoder)

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
        """Derive chunks, words and vectors again from every incident, also where embedding was given up.

        Yields the id of each incident when it is done.
        """
        return reindex(self.session, self._encoder)

    async def purge(self, retention: Retention, now: datetime) -> Mapping[RetentionClass, int]:
        """Delete incidents that are older than ``retention`` keeps them, and cached vectors that nobody asks for.

        Returns how many incidents of each class were deleted.
        """
        gone = await purge(self.session, retention, now)
        await vector_cache.trim(self.session, now)
        return gone

    async def reweight(self) -> int:
        """Compute BM25 weights again where the average length drifted; how many documents changed.

        ``record`` does it by itself while memory is small. Later it is a matter of minutes per year: run it daily.
        """
        return await reweight(self.session)

    async def maintain_indexes(self) -> Sequence[str]:
        """Build or drop vector indexes by the size of memory. May take minutes; returns what was done, in words."""
        return await hnsw.maintain(self.session, await self._encoder.space())

    def _qualified(self, found: _Answer, query: TextQuery) -> _Answer:
        """The answer, whose reason says so when the embedding model was missing and only words were compared."""
        if query.space is not None or found.searched == 0:
            return found
        missing = "the embedding model failed" if self._encoder.present else "no embedding model"
        return msgspec.structs.replace(found, reason=f"{found.reason} ({missing}: lexical search only)")
