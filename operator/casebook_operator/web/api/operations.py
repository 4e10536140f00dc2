"""The operations of the API: an address, what may be asked, and what is answered."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

from casebook_analyzer.memory import SearchResult, SimilarResult
from casebook_analyzer.memory.browse.overview_shapes import Overview
from casebook_analyzer.memory.incidents.filters import IncidentFilter
from casebook_analyzer.memory.knowledge.listing import DocumentFilter
from casebook_analyzer.memory.knowledge.results import KnowledgeResult
from casebook_analyzer.memory.search.explanation import Explanation
from casebook_analyzer.models import Exhibit
from casebook_analyzer.timeline import Timeline
from casebook_operator.views.families import FamilyPage, ShownFamily
from casebook_operator.views.incident import ShownIncident
from casebook_operator.views.knowledge import DocumentPage
from casebook_operator.views.listing import IncidentPage
from casebook_operator.views.stats import ShownStats
from casebook_operator.web.access.reader import Reader
from casebook_operator.web.api import queries
from casebook_operator.web.reads import families, incidents, lists, timelines, upkeep
from casebook_operator.web.reads.explanations import read_explanation
from casebook_operator.web.reads.knowledge import list_knowledge, search_knowledge
from casebook_operator.web.reads.overviews import read_overview
from casebook_operator.web.reads.scope import scope_of
from casebook_operator.web.reads.search import search
from casebook_operator.web.records import Records

PREFIX = "/api/v1"


class Inquiry(msgspec.Struct, frozen=True, kw_only=True):
    """One request: who asks, and for what."""

    records: Records
    reader: Reader
    path: Mapping[str, str]
    """The parts of the address that have a name."""
    query: Any
    """An instance of the operation's ``query``."""
    body: bytes = b""
    """The file that it brings, where the operation takes one."""

    @property
    def incident(self) -> tuple[str, str]:
        """Namespace and name of the incident that the address is about."""
        return self.path["namespace"], self.path["name"]


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """One address that is answered. The docstring of ``read`` tells what it does."""

    name: str
    path: str
    """Below :data:`PREFIX`."""
    method: Literal["GET", "POST", "DELETE"] = "GET"
    query: type[queries.Nothing] = queries.Nothing
    most: int = 0
    """Bytes of the file that is the body of a request; 0: it has none."""
    answer: Any
    tool: bool = True
    """Whether agents have it as well."""
    read: Callable[[Inquiry], Awaitable[Any]]


async def _list(asked: Inquiry) -> IncidentPage:
    """List incidents, the latest first."""
    query: queries.ListQuery = asked.query
    return await lists.read_page(asked.records, await _wanted(asked), query.cursor, query.limit)


async def _incident(asked: Inquiry) -> ShownIncident:
    """Read one incident: its conclusion with the causal chain, its evidence, how it ended, and what it resembles."""
    found = await incidents.find(asked.records, asked.reader, *asked.incident)
    return incidents.presented(await incidents.opened(asked.records, asked.reader, found))


async def _facts(asked: Inquiry) -> incidents.FoundFacts:
    """Read the evidence of an incident, or the facts with these ids."""
    return incidents.facts_of(await incidents.find(asked.records, asked.reader, *asked.incident), asked.query.id)


async def _exhibit(asked: Inquiry) -> Exhibit:
    """Read all of a text that a person attached to an incident, by its digest; the incident has its beginning."""
    found = await incidents.find(asked.records, asked.reader, *asked.incident)
    return await incidents.read_exhibit(asked.records, found, asked.path["digest"])


async def _similar(asked: Inquiry) -> SimilarResult:
    """Find past incidents that resemble one, with what fixed them; one for each family."""
    found = await incidents.find(asked.records, asked.reader, *asked.incident)
    return await incidents.find_similar(asked.records, asked.reader, found, asked.query.limit)


async def _explain(asked: Inquiry) -> Explanation:
    """Explain why a past incident is attached to another, or is not."""
    one = await incidents.find(asked.records, asked.reader, *asked.incident)
    past = await incidents.find(asked.records, asked.reader, asked.path["pastNamespace"], asked.path["pastName"])
    return await read_explanation(asked.records, asked.reader, one, past)


async def _timeline(asked: Inquiry) -> Timeline:
    """Read what happened to `Deployment/shop/checkout`, to `Node/worker-1` or in `Namespace/shop`, in order of time.

    Of several namespaces (`Namespace/media,shop`) it is one timeline.
    """
    query: queries.TimelineQuery = asked.query
    return await timelines.read_subject(
        asked.records,
        asked.reader,
        asked.path["subject"],
        wanted=_filter(query),
        limit=query.limit,
    )


async def _search(asked: Inquiry) -> SearchResult:
    """Search all reports for a text. Of each report that matches comes its best passage."""
    query: queries.SearchQuery = asked.query
    return await search(asked.records, query.q, await _wanted(asked), query.limit)


async def _knowledge(asked: Inquiry) -> KnowledgeResult:
    """Search what people wrote (runbooks, postmortems) for a text, such as an alert with its labels."""
    query: queries.KnowledgeQuery = asked.query
    return await search_knowledge(
        asked.records, asked.reader, query.q, source=query.source, namespace=query.namespace, limit=query.limit
    )


async def _documents(asked: Inquiry) -> DocumentPage:
    """List the documents that people wrote, by source and path, with the alerts and rules that each says it is about.

    `searchKnowledge` finds the passages that fit a text.
    """
    query: queries.DocumentsQuery = asked.query
    return await list_knowledge(
        asked.records,
        asked.reader,
        DocumentFilter(source=query.source, text=query.text),
        namespace=query.namespace,
        cursor=query.cursor,
        limit=query.limit,
    )


async def _families(asked: Inquiry) -> FamilyPage:
    """List families of incidents, and what fixed them how often; of those alone that have an incident that fits."""
    query: queries.FamiliesQuery = asked.query
    return await families.read_families(asked.records, await _wanted(asked), query.cursor, query.limit)


async def _family(asked: Inquiry) -> ShownFamily:
    """Read one family: its numbers, its fixes and its latest incidents."""
    query: queries.FamilyQuery = asked.query
    seen = await families.read_family(asked.records, asked.reader, asked.path["id"], query.namespace, query.limit)
    return families.shown(seen)


async def _overview(asked: Inquiry) -> Overview:
    """Read at a glance what is open, what failed when, how long it took, what recurs and which fixes worked.

    Of the last 30 days, unless `since` says otherwise; what is open is counted whenever it was opened.
    """
    return await read_overview(asked.records, await _wanted(asked), datetime.now(UTC))


async def _memory(asked: Inquiry) -> ShownStats:
    """Read how much memory holds, since when, and what has vectors of the model of the web; for who may list all.

    Of the database's size nothing is said (0): other clusters may share it.
    """
    return await upkeep.read_memory_stats(asked.records, asked.reader)


async def _history(asked: Inquiry) -> upkeep.HistoryPage:
    """Read incidents whole, conclusion and evidence, to judge them again by other rules; the latest first.

    Of namespaces whose incidents the reader may list and read. None of them counts as opened.
    """
    query: queries.HistoryQuery = asked.query
    wanted = upkeep.WantedHistory(namespace=query.namespace, name=query.name, since=query.since)
    return await upkeep.read_history(asked.records, asked.reader, wanted, query.cursor, query.limit)


async def _wanted(asked: Inquiry) -> IncidentFilter:
    """The filters of a query, of namespaces that the reader may list."""
    scope = await scope_of(asked.records, asked.reader, asked.query.namespace)
    return _filter(asked.query, scope)


def _filter(query: queries.Judged, namespaces: frozenset[str] | None = None) -> IncidentFilter:
    given = msgspec.structs.asdict(query)
    filters = {name: value for name, value in given.items() if name in IncidentFilter.__struct_fields__}
    return IncidentFilter(namespaces=namespaces, **filters)


ONE = "/incidents/{namespace}/{name}"
"""The address of one incident, below :data:`PREFIX`."""

OPERATIONS: tuple[Operation, ...] = (
    Operation(name="listIncidents", path="/incidents", query=queries.ListQuery, answer=IncidentPage, read=_list),
    Operation(name="readIncident", path=ONE, answer=ShownIncident, read=_incident),
    Operation(
        name="readFacts", path=f"{ONE}/facts", query=queries.FactsQuery, answer=incidents.FoundFacts, read=_facts
    ),
    Operation(name="readExhibit", path=f"{ONE}/exhibits/{{digest}}", answer=Exhibit, read=_exhibit),
    Operation(
        name="findSimilar", path=f"{ONE}/similar", query=queries.SimilarQuery, answer=SimilarResult, read=_similar
    ),
    Operation(
        name="explainPair", path=f"{ONE}/similar/{{pastNamespace}}/{{pastName}}", answer=Explanation, read=_explain
    ),
    Operation(
        name="readTimeline",
        path="/timelines/{subject:path}",
        query=queries.TimelineQuery,
        answer=Timeline,
        read=_timeline,
    ),
    Operation(name="readOverview", path="/overview", query=queries.OverviewQuery, answer=Overview, read=_overview),
    Operation(name="search", path="/search", query=queries.SearchQuery, answer=SearchResult, read=_search),
    Operation(
        name="searchKnowledge", path="/knowledge", query=queries.KnowledgeQuery, answer=KnowledgeResult, read=_knowledge
    ),
    Operation(
        name="listKnowledge",
        path="/knowledge/documents",
        query=queries.DocumentsQuery,
        answer=DocumentPage,
        read=_documents,
    ),
    Operation(name="listFamilies", path="/families", query=queries.FamiliesQuery, answer=FamilyPage, read=_families),
    Operation(name="readFamily", path="/families/{id}", query=queries.FamilyQuery, answer=ShownFamily, read=_family),
    Operation(name="readMemoryStats", path="/memory", answer=ShownStats, tool=False, read=_memory),
    Operation(
        name="readHistory",
        path="/history",
        query=queries.HistoryQuery,
        answer=upkeep.HistoryPage,
        tool=False,
        read=_history,
    ),
)
