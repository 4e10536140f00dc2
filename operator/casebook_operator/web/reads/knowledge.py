"""What people wrote, for whoever may list Investigations of some namespace."""

from collections.abc import Sequence

import msgspec

from casebook_analyzer.memory.knowledge.results import KnowledgeResult, StoredDocument
from casebook_analyzer.models import Usage
from casebook_operator.web.access.reader import Reader
from casebook_operator.web.reads.scope import scope_of
from casebook_operator.web.reads.search import require_text
from casebook_operator.web.records import Records

QUESTION_LIMIT = 2_000
"""Characters of what is searched for in what people wrote: an alert with its labels is long."""


async def search_knowledge(records: Records, reader: Reader, text: str, namespace: str, limit: int) -> KnowledgeResult:
    """The best documents first. What is for the readers of other namespaces than his is left out, and not counted.

    Raises:
        PageProblem: (400) The text is none or too long, (403) or he may not list Investigations of the namespace, or
            of none at all.
    """
    require_text(text, QUESTION_LIMIT)
    scope = await scope_of(records, reader, (namespace,))
    answer = await records.memory.knowledge.search(text, namespaces=scope, limit=limit)
    if scope is None:
        return answer
    found = f"{len(answer.hits)} found" if answer.hits else "nothing found"
    return msgspec.structs.replace(answer, reason=f"{found} in what is for its readers", searched=0)


async def list_knowledge(records: Records, reader: Reader, namespace: str) -> Sequence[StoredDocument]:
    """All documents for his readers, by source and path. Of what use they were is told to who may read all cases.

    Raises:
        PageProblem: (403) He may not list Investigations of the namespace, or of none at all.
    """
    scope = await scope_of(records, reader, (namespace,))
    found = await records.memory.knowledge.documents(namespaces=scope)
    return found if scope is None else [msgspec.structs.replace(one, usage=Usage()) for one in found]
