"""Arguments for calling anything of memory as a tenant that has heard of another one."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from sqlalchemy import Table

from casebook_analyzer.embedding import Pixels
from casebook_analyzer.learning import View, withdraw
from casebook_analyzer.memory import Memory, Retention, SimilarResult
from casebook_analyzer.memory.browse.listing import ListedIncident
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import Corpus, chunk
from casebook_analyzer.memory.encoding.chunks import Chunk
from casebook_analyzer.memory.encoding.encoder import Encoder, Space, Vectors
from casebook_analyzer.memory.exhibits.shelf import Shelf
from casebook_analyzer.memory.fleet.fleet import Fleet
from casebook_analyzer.memory.incidents.filters import IncidentFilter
from casebook_analyzer.memory.index.corpora import CorpusStatistics
from casebook_analyzer.memory.index.documents import Account, IndexedDocument, RemovedDocuments
from casebook_analyzer.memory.index.hnsw import Retriever
from casebook_analyzer.memory.index.vectors import VectorRow
from casebook_analyzer.memory.knowledge.document import KnowledgeDocument, read_document
from casebook_analyzer.memory.knowledge.finding import KnowledgeQuestion
from casebook_analyzer.memory.knowledge.library import Library
from casebook_analyzer.memory.knowledge.listing import DocumentFilter
from casebook_analyzer.memory.knowledge.sources import SourceState
from casebook_analyzer.memory.search.retrievers import best_families
from casebook_analyzer.memory.search.transaction import Question
from casebook_analyzer.memory.transfer.exporting import export_memory
from casebook_analyzer.memory.usage.ledger import UsageLedger
from casebook_analyzer.memory.write import record
from casebook_analyzer.memory.write.opinions import Amount, SpendingAccount, SpendingBounds
from casebook_analyzer.memory.write.pending import UnembeddedIncident
from casebook_analyzer.memory.write.record import PreparedIncident
from casebook_analyzer.models import (
    Attachable,
    Category,
    Conclusion,
    Erasure,
    EvidenceBundle,
    Exhibit,
    FamilyRecord,
    Feedback,
    FeedbackSource,
    FixRecord,
    FixSource,
    Incident,
    Opinion,
    Resolution,
    Severity,
    SimilarIncident,
    Verdict,
    Withdrawn,
)
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.exhibits.attached import erasure, exhibit
from tests.analyzer.memory.incidents import OPENED, given, make_incident, make_resolution

VICTIM, ATTACKER = "cluster-a", "cluster-b"
SECRET = "quetzal"
SEARCHED = "DATABASE_URL heliotrope"
"""Words that only the victim's incidents have."""
SOURCE = "runbooks"
EXPORTED = "memory.parquet"
MONTH = "2026-03"
LATER = OPENED + timedelta(days=4000)


def known_incident(tenant: str) -> Incident:
    """What the attacker has heard of: the id, the name and the family of a case, but not what was in it."""
    return make_incident(tenant=tenant)


def _attached(tenant: str) -> Incident:
    """A case that says that the victim's incident is attached to it."""
    return given(known_incident(tenant), known_incident(VICTIM), documents=["a.md"])


def _family(case: Incident) -> FamilyRecord:
    """A record that says to know what ended the family of that case."""
    fix = FixRecord(fix="stolen", tried=1, succeeded=1, success_percent=1, bound_percent=1, source=FixSource.PERSON)
    totals = {"count": 1, "open": 0, "resolved": 1, "disputed": 0, "recovered_by_itself": 0, "elsewhere": 0}
    return FamilyRecord(
        id=case.conclusion.signature.key,
        category=Category.UNKNOWN,
        title="stolen",
        first_seen=OPENED,
        last_seen=OPENED,
        clusters=(),
        namespaces=(),
        fixes=(fix,),
        **totals,
    )


def _listed(case: Incident) -> ListedIncident:
    """A row of a list that says to hang on that case, and to be it."""
    told = {"namespace": case.namespace, "name": case.name, "subject": str(case.bundle.subject), "title": "stolen"}
    known = {"category": case.conclusion.category, "opened_at": OPENED, "confidence": 1, "family": "f", "node": ""}
    known["severity"] = Severity.WARNING
    return ListedIncident(id=case.id, caused_by=case.id, **told, **known)  # type: ignore[arg-type]


def word(note: str) -> Feedback:
    return Feedback(verdict=Verdict.CONFIRMED, note=note, source=FeedbackSource.COMMAND, given_at=OPENED)


def opinion(cause: str) -> Opinion:
    return Opinion(
        model="model", category=Category.CONFIG_ERROR, cause=cause, key="key", evidence="digest", given_at=OPENED
    )


class Attacker(msgspec.Struct, frozen=True, kw_only=True):
    """What the other tenant has, and what it has heard of the victim."""

    memory: Memory
    encoder: Encoder
    folder: Path
    space: Space
    prepared: PreparedIncident
    similar: Sequence[SimilarIncident]

    def arguments(self, parameters: Mapping[str, Any], claimed: str, corpus: Corpus) -> dict[str, Any]:
        """Arguments for a function; ``claimed`` is the tenant that it is told."""
        return {name: self._argument(name, kind, claimed, corpus) for name, kind in parameters.items()}

    def _argument(self, name: str, kind: Any, claimed: str, corpus: Corpus) -> Any:
        victim = known_incident(VICTIM)
        counts = Counter(self.prepared.documents[Corpus.CASE][0].counts)
        key = {"family": "f"} if corpus is Corpus.CASE else {"position": 0}
        statistics = CorpusStatistics(documents=99, terms=999, average_length=9.0)
        place = {"position": 99, "heading": "", "start_line": 1, "end_line": 1, "text": "stolen"}
        by_type: dict[Any, Any] = {
            Session: self.memory.session,
            Encoder: self.encoder,
            Corpus: corpus,
            Space: self.space,
            Space | None: self.space,
            Incident: known_incident(claimed),
            Iterable[Incident]: [known_incident(claimed)],
            EvidenceBundle: victim.bundle,
            Conclusion: victim.conclusion,
            Resolution: make_resolution("stolen"),
            Withdrawn: withdraw((), make_resolution("stolen"), OPENED)[0],
            Retention: Retention(confirmed_days=1, rejected_days=1, silent_days=1),
            View: View(),
            View | None: View(),
            IncidentFilter: IncidentFilter(),
            Feedback: word("stolen"),
            Sequence[PreparedIncident]: [msgspec.structs.replace(self.prepared, incident=known_incident(claimed))],
            CorpusStatistics: statistics,
            RemovedDocuments: RemovedDocuments(1, 1, counts),
            Mapping[Corpus, CorpusStatistics]: {corpus: statistics},
            Mapping[str, Mapping[int, int]]: {corpus.value: counts},
            Mapping[Corpus, Account]: {
                corpus: Account(statistics=statistics, removed=RemovedDocuments(1, 1, counts)),
            },
            Sequence[ListedIncident]: [_listed(victim)],
            Sequence[IndexedDocument]: list(self.prepared.documents[corpus]),
            Mapping[str, Sequence[IndexedDocument]]: {victim.id: list(self.prepared.documents[corpus])},
            Sequence[SimilarIncident]: self.similar,
            Sequence[Incident]: [_attached(claimed)],
            Attachable: Attachable.INCIDENT,
            FamilyRecord: _family(victim),
            FamilyRecord | None: _family(victim),
            Sequence[FamilyRecord]: [_family(victim)],
            SimilarResult: SimilarResult(reason="", searched=0),
            Fleet: self.memory.fleet,
            UsageLedger: self.memory.usage,
            Retriever: Retriever.LEXICAL,
            UnembeddedIncident: UnembeddedIncident(
                incident_id=victim.id, family=victim.conclusion.signature.key, positions=[], texts=["text"]
            ),
            Vectors: Vectors(self.space, [[1.0] * self.space.dimension]),
            Vectors | None: Vectors(self.space, [[1.0] * self.space.dimension]),
            Iterable[tuple[str, Sequence[float]]]: [("text", [1.0] * self.space.dimension)],
            Sequence[VectorRow]: [VectorRow(victim.id, key, self.space, [1.0] * self.space.dimension)],
            Table: chunk,
            Question: Question(corpus=corpus, text=SEARCHED),
            KnowledgeQuestion: KnowledgeQuestion(text=SEARCHED, names=[SEARCHED], limit=50),
            DocumentFilter: DocumentFilter(),
            Sequence[KnowledgeDocument]: [read_document(SOURCE, "a.md", "stolen")],
            Library: self.memory.knowledge,
            Shelf: self.memory.exhibits,
            Exhibit: exhibit("stolen"),
            Pixels | None: Pixels(width=1, height=1, rgb=bytes(3)),
            Erasure: erasure(SECRET),
            Sequence[Chunk]: [Chunk(position=0, heading="", start_line=1, end_line=1, text="stolen")],
            SourceState: SourceState(source=SOURCE, synced_at=LATER, every_seconds=1.0, unusable=99),
            Opinion: opinion("stolen"),
            SpendingAccount: SpendingAccount(month=MONTH, namespace=victim.namespace),
            SpendingBounds: SpendingBounds(everybody=Amount(99), namespace=Amount(99)),
            Amount: Amount(1, 1),
            Path: self.folder / EXPORTED,
            Path | BinaryIO: self.folder / EXPORTED,
        }
        by_name: dict[str, Any] = {
            "self": self.memory,
            "tenant": claimed,
            "incident_id": victim.id,
            "incident_ids": [victim.id],
            "head": victim.id,
            "namespaces": frozenset({victim.namespace}),
            "own_first": True,
            "visible": True,
            "exclude_id": "",
            "hit_id": victim.id,
            "key": victim.conclusion.signature.key if kind is str else {"tenant": claimed, "incident_id": victim.id},
            "family": victim.conclusion.signature.key,
            "families": [victim.conclusion.signature.key],
            "name": victim.name,
            "namespace": victim.namespace,
            "subject": str(victim.bundle.subject),
            "text": SEARCHED,
            "texts": [SEARCHED, self.prepared.documents[Corpus.CASE][0].text],
            "cluster_uid": "uid of the attacker",
            "version": "stolen",
            "taxonomy_version": "stolen",
            "now": LATER,
            "since": None,
            "earliest": OPENED - timedelta(days=999),
            "proposal": 1,
            "until": None,
            "relapsed_at": LATER,
            "after": None,
            "before": None,
            "limit": 50,
            "page": 50,
            "batch": 50,
            "kept_rows": 0,
            "dry_run": False,
            "vectors": True,
            "vector": [1.0] * self.space.dimension,
            "documents": 99,
            "average_length": 9.0,
            "progress": lambda *_: None,
            "columns": ("incident_id",),
            "rows": [{"tenant": claimed, "incident_id": victim.id, **place}],
            "changed": "text",
            "companions": 0,
            "recurrence": timedelta(days=30),
            "source": SOURCE,
            "path": "a.md",
            "paths": ["a.md"],
            "whole": True,
            "keep": (),
            "every": timedelta(seconds=1),
            "work": lambda connection, query: best_families(connection, query, visible=False),
            "targets": [victim.id],
            "digest": exhibit(SECRET).digest,
            "beginning": exhibit(SECRET).digest[:8],
            "attached": [victim.id],
            "openings": {victim.id: 7},
            "recorded_before": [victim.id],
            "known": victim.conclusion.signature.key,
            "month": MONTH,
            "origin": OPENED,
            "step": timedelta(days=1),
            "shown": 50,
            "learned_from": 50,
        }
        if kind in by_type:
            return by_type[kind]
        assert name in by_name, f"nobody knows how to attack with {name}: {kind}"
        return by_name[name]


async def attacker_with(memory: Memory, folder: Path) -> Attacker:
    encoder = Encoder(WordEmbedder())
    space = await encoder.space()
    assert space is not None
    prepared = await record.prepare(known_incident(VICTIM), memory.session, encoder)
    await memory.record(known_incident(ATTACKER))
    await export_memory(memory.session, folder / EXPORTED)  # something to import
    return Attacker(
        memory=memory, encoder=encoder, folder=folder, space=space, prepared=prepared, similar=_attached(VICTIM).similar
    )
