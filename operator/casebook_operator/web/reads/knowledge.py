"""What people wrote, for whoever may list Investigations of some namespace."""

import msgspec

from casebook_analyzer.memory.knowledge.listing import DocumentFilter
from casebook_analyzer.memory.knowledge.results import KnowledgeResult, StoredDocument
from casebook_analyzer.models import Usage
from casebook_analyzer.models.knowledge import document_id
from casebook_operator.views.knowledge import DocumentPage
from casebook_operator.web.access.reader import Reader
from casebook_operator.web.reads.cursor import no_cursor
from casebook_operator.web.reads.scope import scope_of
from casebook_operator.web.reads.search import require_text
from casebook_operator.web.records import Records

QUESTION_LIMIT = 2_000
"""Characters of what is searched for in what people wrote: an alert with its labels is long."""


async def search_knowledge(
    records: Records, reader: Reader, text: str, *, source: str = "", namespace: str = "", limit: int
) -> KnowledgeResult:
    """The best documents first. What is for the readers of other namespaces than his is left out, and not counted.

    Raises:
        PageProblem: (400) The text is none or too long, (403) or he may not list Investigations of the namespace, or
            of none at all.
    """
    require_text(text, QUESTION_LIMIT)
    scope = await scope_of(records, reader, (namespace,))
    answer = await records.memory.knowledge.search(text, source=source, namespaces=scope, limit=limit)
    if scope is None:
        return answer
    found = f"{len(answer.hits)} found" if answer.hits else "nothing found"
    return msgspec.structs.replace(answer, reason=f"{found} in what is for its readers", searched=0)


async def list_knowledge(
    records: Records,
    reader: Reader,
    wanted: DocumentFilter,
    *,
    namespace: str = "",
    cursor: str = "",
    limit: int,
) -> DocumentPage:
    """A page of the documents for his readers, by source and path.

    To how many cases one was attached, and for the readers of which other namespaces it is, is told to who may read
    all of them.

    Raises:
        PageProblem: (403) He may not list Investigations of the namespace, or of none at all, (400) or no page ends
            with that cursor.
    """
    scope = await scope_of(records, reader, (namespace,))
    of_reader = msgspec.structs.replace(wanted, namespaces=scope)
    try:
        found = await records.memory.knowledge.page(of_reader, after=cursor or None, limit=limit)
    except LookupError as error:
        raise no_cursor() from error
    last = found.rows[-1] if found.more else None
    return DocumentPage(
        items=tuple(found.rows if scope is None else (_for_reader(one, scope) for one in found.rows)),
        next=document_id(last.source, last.path) if last else "",
        count=found.count,
        sources=found.sources,
    )


def _for_reader(one: StoredDocument, scope: frozenset[str]) -> StoredDocument:
    known = tuple(name for name in one.namespaces if name in scope)
    return msgspec.structs.replace(one, usage=Usage(), namespaces=known)
