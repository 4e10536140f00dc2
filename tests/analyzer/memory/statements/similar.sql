SELECT corpus_statistics.documents, corpus_statistics.terms, corpus_statistics.average_length, of_terms.known,
    of_terms.frequencies, of_tenant.indexes, EXISTS (SELECT incident.id
FROM incident
WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.id = %(exclude)s::VARCHAR) AS recorded, EXISTS (SELECT
    document.id
FROM document
WHERE document.tenant = %(tenant)s::VARCHAR) AS written
FROM (SELECT array_agg(term_frequency.term) AS known, array_agg(term_frequency.documents) AS frequencies
FROM term_frequency
WHERE term_frequency.tenant = %(tenant)s::VARCHAR AND term_frequency.corpus = %(corpus)s::VARCHAR AND
    term_frequency.term = any(%(terms)s::INTEGER[])) AS of_terms
JOIN (SELECT ARRAY(SELECT c.relname::text FROM pg_class c
JOIN pg_index i ON i.indexrelid = c.oid WHERE c.relname >= %(prefix)s AND c.relname < %(prefix)s || '~' AND
    pg_table_is_visible(c.oid) AND i.indisvalid) AS indexes) AS of_tenant ON true
LEFT OUTER JOIN corpus_statistics ON corpus_statistics.tenant = %(tenant)s::VARCHAR AND corpus_statistics.corpus =
    %(corpus)s::VARCHAR;

(SELECT %(param_1)s::VARCHAR AS retriever, anon_1.family, sum(count(*)) OVER () AS rows
FROM (SELECT case_lexical.family AS family, case_lexical.weights <#> %(weights)s AS unlikeness
FROM case_lexical
WHERE case_lexical.tenant = 'cluster' AND case_lexical.incident_id != %(exclude)s::VARCHAR AND case_lexical.family !=
    all(%(found)s::TEXT[])
ORDER BY -(case_lexical.weights <#> %(weights)s) DESC
 LIMIT %(param_3)s::INTEGER) AS anon_1
GROUP BY anon_1.family
ORDER BY min(anon_1.unlikeness)
 LIMIT %(param_4)s::INTEGER)
UNION ALL (SELECT %(param_5)s::VARCHAR AS retriever, anon_2.family, sum(count(*)) OVER () AS rows
FROM (SELECT case_vector.family AS family, CAST(case_vector.embedding AS HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))
    AS unlikeness
FROM case_vector
WHERE case_vector.tenant = 'cluster' AND case_vector.model = 'toy' AND case_vector.revision = '1' AND
    case_vector.dimension = 2 AND case_vector.incident_id != %(exclude)s::VARCHAR AND case_vector.family !=
    all(%(found)s::TEXT[])
ORDER BY -(CAST(case_vector.embedding AS HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))) DESC
 LIMIT %(param_10)s::INTEGER) AS anon_2
GROUP BY anon_2.family
ORDER BY min(anon_2.unlikeness)
 LIMIT %(param_11)s::INTEGER);

SELECT member.id, member.namespace, member.name, member.subject, member.category, member.title, member.opened_at,
    member.family, member.rule, member.instructive, family.reason AS family_reason, family.exit_code AS
    family_exit_code, family.xid AS family_xid, family.owner_kind AS family_owner_kind, family.template AS
    family_template, resolution.kind, resolution.summary, resolution.changes, resolution.fix, resolution.resolved_at,
    resolution.seconds_to_resolve, -(case_lexical.weights <#> %(weights)s) AS bm25, %(param_1)s::INTEGER -
    (CAST(case_vector.embedding AS HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))) AS cosine
FROM unnest(%(families)s::TEXT[]) AS anon_1(family)
JOIN LATERAL (SELECT incident.id AS id, incident.namespace AS namespace, incident.name AS name, incident.subject AS
    subject, incident.category AS category, incident.title AS title, incident.opened_at AS opened_at, incident.family AS
    family, incident.rule AS rule, incident.instructive AS instructive
FROM incident
WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.family = anon_1.family AND incident.id != %(exclude)s::VARCHAR
ORDER BY incident.instructive DESC, incident.opened_at DESC
 LIMIT %(param_2)s::INTEGER) AS member ON true
JOIN case_lexical ON case_lexical.tenant = %(tenant)s::VARCHAR AND case_lexical.incident_id = member.id
JOIN family ON family.tenant = %(tenant)s::VARCHAR AND family.id = member.family
LEFT OUTER JOIN resolution ON resolution.tenant = %(tenant)s::VARCHAR AND resolution.incident_id = member.id
LEFT OUTER JOIN case_vector ON case_vector.tenant = %(tenant)s::VARCHAR AND case_vector.incident_id = member.id AND
    case_vector.tenant = 'cluster' AND case_vector.model = 'toy' AND case_vector.revision = '1' AND
    case_vector.dimension = 2;

SELECT incident.id, CAST(incident.bundle AS TEXT) AS bundle, CAST(incident.conclusion AS TEXT) AS conclusion,
    case_lexical.weights, EXISTS (SELECT feedback.number
FROM feedback
WHERE feedback.tenant = incident.tenant AND feedback.incident_id = incident.id) AS said
FROM incident
JOIN case_lexical ON case_lexical.tenant = incident.tenant AND case_lexical.incident_id = incident.id
WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.id = any(%(ids)s::TEXT[]);
