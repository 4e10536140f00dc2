"""What must hold of a database whenever nobody is writing to it, whoever was killed before."""

from collections import Counter, defaultdict

import psycopg
from pgvector.psycopg import register_vector

from casebook_analyzer.memory.incidents.about import numbers_about

_CORPORA = {"case": "case_lexical", "chunk": "chunk_lexical"}

_BROKEN = {
    "an incident without a row of its state": (
        "SELECT tenant, id FROM incident i WHERE NOT EXISTS "
        "(SELECT FROM embedding WHERE tenant = i.tenant AND incident_id = i.id)"
    ),
    "an incident without its words": (
        "SELECT tenant, id FROM incident i WHERE NOT EXISTS "
        "(SELECT FROM case_lexical WHERE tenant = i.tenant AND incident_id = i.id AND family = i.family)"
    ),
    "an incident with a report and no chunks": (
        "SELECT tenant, id FROM incident i WHERE report <> '' AND NOT EXISTS "
        "(SELECT FROM chunk WHERE tenant = i.tenant AND incident_id = i.id)"
    ),
    "a report without the words of all its chunks": (
        "SELECT tenant, incident_id FROM chunk c WHERE NOT EXISTS "
        "(SELECT FROM report_lexical WHERE tenant = c.tenant AND incident_id = c.incident_id)"
    ),
    "a chunk without its words": "SELECT * FROM chunk LEFT JOIN chunk_lexical l USING (tenant, incident_id, position) "
    "WHERE l.tenant IS NULL",
    "an embedded incident without the vector of its case": (
        "SELECT * FROM embedding e LEFT JOIN case_vector v USING (tenant, incident_id, model, revision, dimension) "
        "WHERE state = 'embedded' AND v.tenant IS NULL"
    ),
    "an embedded incident without the vector of a chunk": (
        "SELECT * FROM embedding e JOIN chunk c USING (tenant, incident_id) "
        "LEFT JOIN chunk_vector v USING (tenant, incident_id, position, model, revision, dimension) "
        "WHERE state = 'embedded' AND v.tenant IS NULL"
    ),
    "a vector of another family than its incident": (
        "SELECT * FROM case_vector v JOIN incident i ON (i.tenant, i.id) = (v.tenant, v.incident_id) "
        "WHERE v.family <> i.family"
    ),
    "an attached incident that is not counted as such": (
        "SELECT i.tenant, i.id FROM incident i, jsonb_array_elements(i.similar) AS one WHERE one ->> 'id' <> '' "
        "AND NOT EXISTS (SELECT FROM attachment a WHERE (a.tenant, a.incident_id, kind) = (i.tenant, i.id, 'incident') "
        "AND target = one ->> 'id')"
    ),
    "an attachment that its incident has not": (
        "SELECT * FROM attachment a JOIN incident i ON (i.tenant, i.id) = (a.tenant, a.incident_id) "
        "WHERE kind = 'incident' AND NOT EXISTS "
        "(SELECT FROM jsonb_array_elements(i.similar) AS one WHERE one ->> 'id' = target)"
    ),
    "an exhibit that nobody finds": (
        "SELECT * FROM exhibit e WHERE NOT EXISTS (SELECT FROM chunk c WHERE (c.tenant, c.incident_id) = "
        "(e.tenant, e.incident_id) AND c.position / 1000 = 20 + e.position)"
    ),
    "a chunk of an exhibit that was erased": (
        "SELECT * FROM chunk c WHERE c.position >= 20000 AND NOT EXISTS (SELECT FROM exhibit e WHERE "
        "(c.tenant, c.incident_id) = (e.tenant, e.incident_id) AND c.position / 1000 = 20 + e.position)"
    ),
    "a family that nobody belongs to": (
        "SELECT * FROM family f WHERE NOT EXISTS (SELECT FROM incident WHERE tenant = f.tenant AND family = f.id)"
    ),
    "a document without passages": (
        "SELECT tenant, id FROM document d WHERE NOT EXISTS "
        "(SELECT FROM passage WHERE tenant = d.tenant AND document_id = d.id)"
    ),
    "an instructive incident without a resolution": (
        "SELECT * FROM incident i WHERE instructive AND NOT EXISTS "
        "(SELECT FROM resolution WHERE tenant = i.tenant AND incident_id = i.id)"
    ),
    "an incident that is over at another time than its resolution": (
        "SELECT i.tenant, id FROM incident i LEFT JOIN resolution r ON (r.tenant, r.incident_id) = (i.tenant, i.id) "
        "WHERE i.ended_at IS DISTINCT FROM r.resolved_at"
    ),
    "an incident with another severity, device or owner than in its documents": (
        "SELECT tenant, id FROM incident WHERE (severity, device, owner) IS DISTINCT FROM ("
        "coalesce(conclusion ->> 'severity', bundle #>> '{signal,severity}', 'Warning'), "
        "coalesce(bundle #>> '{subject,device}', ''), "
        "coalesce(substring(conclusion ->> 'environment_tags' FROM '\"owner=([^\"]*)\"'), ''))"
    ),
}


def assert_consistent(dsn: str) -> None:
    """Every incident has all its rows, and the statistics are what a recount gives. ``dsn`` is a superuser's."""
    with psycopg.connect(dsn) as connection:
        register_vector(connection)
        for what, query in _BROKEN.items():
            assert connection.execute(query).fetchall() == [], what
        for corpus, table in _CORPORA.items():
            _assert_counted(connection, corpus, table)
        _assert_knowledge_counted(connection)
        for one, subject, conclusion, about in connection.execute(
            "SELECT id, subject, conclusion, about FROM incident"
        ):
            assert about == numbers_about(subject, conclusion), one


def _assert_knowledge_counted(connection: psycopg.Connection) -> None:
    frequencies: Counter[tuple[str, int]] = Counter()
    for tenant, weights in connection.execute("SELECT tenant, weights FROM document"):
        frequencies.update((tenant, term) for term in weights.indices())
    query = "SELECT tenant, term, documents FROM term_frequency WHERE corpus = 'knowledge'"
    assert {(tenant, term): number for tenant, term, number in connection.execute(query)} == frequencies


def _assert_counted(connection: psycopg.Connection, corpus: str, table: str) -> None:
    documents: Counter[str] = Counter()
    terms: Counter[str] = Counter()
    frequencies: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for tenant, length, weights in connection.execute(f"SELECT tenant, length, weights FROM {table}"):
        documents[tenant] += 1
        terms[tenant] += length
        frequencies[tenant].update(weights.indices())
    stored = connection.execute(
        "SELECT tenant, documents, terms, average_length FROM corpus_statistics WHERE corpus = %s", [corpus]
    ).fetchall()
    assert {tenant for tenant, *_ in stored} >= set(documents), corpus
    for tenant, count, total, average in stored:
        assert (count, total) == (documents[tenant], terms[tenant]), (corpus, tenant)
        assert count == 0 or average > 0, (corpus, tenant)
    found: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for tenant, term, number in connection.execute(
        "SELECT tenant, term, documents FROM term_frequency WHERE corpus = %s", [corpus]
    ):
        found[tenant][term] = number
    assert found == {tenant: counts for tenant, counts in frequencies.items() if counts}, corpus
