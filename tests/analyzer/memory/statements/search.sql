/* as statement 1 of similar.sql */;

WITH reports AS
(SELECT report_lexical.incident_id AS incident_id
FROM report_lexical
WHERE report_lexical.tenant = %(tenant)s::VARCHAR
ORDER BY report_lexical.weights <#> %(weights)s
 LIMIT %(param_2)s::INTEGER),
places AS
(SELECT chunk_vector.incident_id AS incident_id, chunk_vector.position AS position, CAST(chunk_vector.embedding AS
    HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2)) AS unlikeness
FROM chunk_vector
WHERE chunk_vector.tenant = 'cluster' AND chunk_vector.model = 'toy' AND chunk_vector.revision = '1' AND
    chunk_vector.dimension = 2
ORDER BY -(CAST(chunk_vector.embedding AS HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))) DESC
 LIMIT %(param_13)s::INTEGER),
scored AS MATERIALIZED
(SELECT best_words.incident_id AS incident_id, best_words.position AS position, best_words.bm25 AS bm25,
    %(param_1)s::INTEGER - (CAST(chunk_vector.embedding AS HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))) AS cosine
FROM reports
JOIN LATERAL (SELECT chunk_lexical.incident_id AS incident_id, chunk_lexical.position AS position,
    -(chunk_lexical.weights <#> %(weights)s) AS bm25
FROM chunk_lexical
WHERE chunk_lexical.tenant = 'cluster' AND chunk_lexical.incident_id = reports.incident_id
ORDER BY chunk_lexical.weights <#> %(weights)s
 LIMIT %(param_4)s::INTEGER) AS best_words ON true
LEFT OUTER JOIN chunk_vector ON chunk_vector.incident_id = best_words.incident_id AND chunk_vector.position =
    best_words.position AND chunk_vector.tenant = 'cluster' AND chunk_vector.model = 'toy' AND chunk_vector.revision =
    '1' AND chunk_vector.dimension = 2
UNION ALL SELECT chunk_lexical.incident_id AS incident_id, chunk_lexical.position AS position, -(chunk_lexical.weights
    <#> %(weights)s) AS bm25, %(unlikeness_1)s::INTEGER - places.unlikeness AS cosine
FROM places
JOIN chunk_lexical ON chunk_lexical.incident_id = places.incident_id AND chunk_lexical.position = places.position AND
    chunk_lexical.tenant = 'cluster')
 SELECT incident.id, incident.namespace, incident.name, incident.subject, incident.category, incident.title,
    incident.opened_at, chunk.position, chunk.heading, chunk.start_line, chunk.text, top.cosine, top.bm25
FROM (SELECT best.incident_id AS incident_id, best.position AS position, best.bm25 AS bm25, best.cosine AS cosine,
    best.total AS total
FROM (SELECT DISTINCT ON (scored.incident_id) scored.incident_id AS incident_id, scored.position AS position,
    scored.bm25 AS bm25, scored.cosine AS cosine, CASE WHEN (scored.cosine IS NULL) THEN least(%(least_1)s,
    greatest(%(greatest_1)s, scored.bm25) / CAST(%(perfect)s AS DOUBLE PRECISION)) ELSE least(%(least_2)s,
    %(greatest_2)s * greatest(%(greatest_3)s, scored.cosine) + %(least_3)s * least(%(least_1)s, greatest(%(greatest_1)s,
    scored.bm25) / CAST(%(perfect)s AS DOUBLE PRECISION))) END AS total
FROM scored
WHERE scored.cosine >= %(cosine_1)s OR scored.bm25 > %(bm25_1)s::INTEGER
ORDER BY scored.incident_id, CASE WHEN (scored.cosine IS NULL) THEN least(%(least_1)s, greatest(%(greatest_1)s,
    scored.bm25) / CAST(%(perfect)s AS DOUBLE PRECISION)) ELSE least(%(least_2)s, %(greatest_2)s *
    greatest(%(greatest_3)s, scored.cosine) + %(least_3)s * least(%(least_1)s, greatest(%(greatest_1)s, scored.bm25) /
    CAST(%(perfect)s AS DOUBLE PRECISION))) END DESC, scored.position) AS best
ORDER BY best.total DESC, best.incident_id
 LIMIT %(limit)s::INTEGER) AS top
JOIN chunk ON chunk.incident_id = top.incident_id AND chunk.position = top.position
JOIN incident ON incident.tenant = chunk.tenant AND incident.id = chunk.incident_id
WHERE chunk.tenant = %(tenant)s::VARCHAR;
