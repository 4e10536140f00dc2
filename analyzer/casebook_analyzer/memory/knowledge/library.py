"""The documents of one tenant: each method is one transaction or one read, but for ``sync``."""

from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, final

from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.encoding.case_text import case_text
from casebook_analyzer.memory.encoding.encoder import Encoder, Vectors
from casebook_analyzer.memory.knowledge import sources, storing, vectors
from casebook_analyzer.memory.knowledge.document import KnowledgeDocument
from casebook_analyzer.memory.knowledge.finding import Found, KnowledgeQuestion, find
from casebook_analyzer.memory.knowledge.fitting import fitting, names_of, questions
from casebook_analyzer.memory.knowledge.listing import DocumentFilter, DocumentListing, read_documents, read_page
from casebook_analyzer.memory.knowledge.results import KnowledgeHit, KnowledgeResult, StoredDocument, address
from casebook_analyzer.memory.knowledge.sources import SourceState, read_sources
from casebook_analyzer.memory.knowledge.storing import SyncResult
from casebook_analyzer.memory.knowledge.terms import identifiers
from casebook_analyzer.memory.search.excerpt import excerpt
from casebook_analyzer.memory.search.scoring import permille
from casebook_analyzer.memory.search.text_query import searchable
from casebook_analyzer.models import Conclusion, EvidenceBundle, FittingKnowledge
from casebook_analyzer.text import counted

_EVERY = DocumentFilter()

_COMPARED = 5
"""Documents that a question proposes for a case."""


@final
class Library:
    """What people wrote. It raises what :class:`casebook_analyzer.memory.Memory` raises."""

    def __init__(self, session: Session, encoder: Encoder) -> None:
        self._session = session
        self._encoder = encoder

    async def sync(
        self,
        source: str,
        documents: Sequence[KnowledgeDocument],
        *,
        whole: bool = True,
        keep: Collection[str] = (),
        every: timedelta | None = None,
        dry_run: bool = False,
        now: datetime | None = None,
    ) -> SyncResult:
        """Bring what is stored of a source to what it has now, as :func:`storing.sync`. Vectors come by ``embed``."""
        return await storing.sync(
            self._session,
            self._encoder,
            source,
            documents,
            now=now or datetime.now(UTC),
            whole=whole,
            keep=keep,
            every=every,
            dry_run=dry_run,
        )

    async def embed(self, progress: Callable[[int], None] | None = None) -> int:
        """Embed all passages that lack a vector of the current model; how many got one. As :func:`vectors.embed`."""
        return await vectors.embed(self._session, self._encoder, progress)

    async def remove(self, source: str, path: str = "") -> int:
        """Remove one document, or all of a source; how many there were."""
        stored = await self.documents(DocumentFilter(source=source))
        found = [one.path for one in stored if path in ("", one.path)]
        removed = await storing.remove(self._session, source, found)
        if not path:
            async with self._session.transaction() as connection:
                await sources.forget(connection, self._session.tenant, source)
        return removed

    async def sources(self) -> Sequence[SourceState]:
        """When each source was last synced, and with what result. Of single files that were added nothing is known."""
        return await self._session.read(lambda connection: read_sources(connection, self._session.tenant))

    async def documents(self, wanted: DocumentFilter = _EVERY) -> Sequence[StoredDocument]:
        """All documents that fit, by source and path. Of what use they were is counted over all namespaces' cases."""
        return await self._session.read(lambda connection: read_documents(connection, self._session.tenant, wanted))

    async def page(self, wanted: DocumentFilter, *, after: str | None, limit: int) -> DocumentListing:
        """Some of the documents that fit, as :func:`listing.read_page`."""
        tenant = self._session.tenant
        return await self._session.read(lambda connection: read_page(connection, tenant, wanted, after, limit))

    async def search(
        self, text: str, *, source: str = "", namespaces: frozenset[str] | None = None, limit: int = 10
    ) -> KnowledgeResult:
        """The documents, or those of a source, that fit a text, with the best passage of each."""
        text = searchable(text)
        asked = KnowledgeQuestion(text=text, names=identifiers(text), source=source, namespaces=namespaces, limit=limit)
        of_text = await self._encoder.vectors([text]) if text.strip() else None
        found = await self._session.read(lambda connection: find(connection, self._session.tenant, asked, of_text))
        hits = tuple(_hit(row, found, asked.names) for row in found.rows)
        return KnowledgeResult(
            hits=hits, reason=_reason(found, source, model=of_text is not None), searched=found.documents
        )

    async def fitting(self, bundle: EvidenceBundle, conclusion: Conclusion, *, namespace: str) -> FittingKnowledge:
        """What fits a case, for the readers of its namespace."""
        names = names_of(bundle, conclusion)
        texts = [searchable(text) for text in questions(case_text(bundle, conclusion), conclusion)]
        of_texts = await self._encoder.vectors(texts)
        asked = [
            KnowledgeQuestion(text=text, names=names.all, namespaces=frozenset({namespace}), limit=_COMPARED)
            for text in texts
        ]

        async def read(connection: AsyncConnection) -> list[Found]:
            return [
                await find(connection, self._session.tenant, one, _nth(of_texts, number))
                for number, one in enumerate(asked)
            ]

        return fitting(await self._session.read(read), names)


def _nth(of_texts: Vectors | None, number: int) -> Vectors | None:
    return None if of_texts is None else Vectors(of_texts.space, [of_texts.rows[number]])


def _hit(row: Any, found: Found, names: Collection[str]) -> KnowledgeHit:
    return KnowledgeHit(
        source=row.source,
        path=row.path,
        title=row.title,
        link=address(row.link, row.start_line),
        heading=row.heading,
        start_line=row.start_line,
        end_line=row.end_line,
        excerpt=excerpt(row.text, found.terms),
        text=row.text,
        named=tuple(name for name in row.names if name in names),
        score_permille=permille(row.total),
        cosine_permille=None if row.cosine is None else permille(max(0.0, row.cosine)),
        band=found.band(row),
    )


def _reason(found: Found, source: str, *, model: bool) -> str:
    if source and not found.documents:
        return f"there is no document of the source {source!r}: `casebook knowledge list` names all"
    if not found.documents:
        return "nothing was written down yet: `casebook knowledge sync DIRECTORY` reads runbooks"
    among = counted(found.documents, "document") + (f" of {source}" if source else "")
    what = f"{len(found.rows)} found" if found.rows else "nothing found"
    return f"{what} in {among}" + ("" if model else " (no embedding model: by words only)")
