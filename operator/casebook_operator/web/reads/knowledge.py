"""What people wrote, for whoever may list Investigations of some namespace."""

import msgspec

from casebook_analyzer.memory.knowledge.results import KnowledgeResult
from casebook_operator.web.access.reader import Reader
from casebook_operator.web.reads.scope import scope_of
from casebook_operator.web.records import Records, forbidden


async def search_knowledge(records: Records, reader: Reader, text: str, namespace: str, limit: int) -> KnowledgeResult:
    """The best documents first. What is for the readers of other namespaces than his is left out, and not counted.

    Raises:
        PageProblem: (403) He may not list Investigations of the namespace, or of none at all.
    """
    if namespace and not await reader.may("list", namespace):
        raise forbidden(namespace)
    scope = frozenset({namespace}) if namespace else await scope_of(records, reader)
    answer = await records.memory.knowledge.search(text, namespaces=scope, limit=limit)
    return answer if scope is None else msgspec.structs.replace(answer, reason="", searched=0)
