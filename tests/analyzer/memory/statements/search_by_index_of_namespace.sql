WITH reports AS
(/* as reports in search_of_namespace.sql */),
places AS
(SELECT chunk_vector.incident_id AS incident_id, chunk_vector.position AS position, CAST(chunk_vector.embedding AS
    HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2)) AS unlikeness
FROM chunk_vector
WHERE chunk_vector.tenant = 'cluster' AND chunk_vector.model = 'toy' AND chunk_vector.revision = '1' AND
    chunk_vector.dimension = 2 AND (SELECT incident.namespace
FROM incident
WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.id = chunk_vector.incident_id) = any(%(namespaces)s::TEXT[])
ORDER BY CAST(chunk_vector.embedding AS HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))
 LIMIT %(param_13)s::INTEGER),
scored AS MATERIALIZED
(/* as scored in search.sql */)
 /* as what follows the common table expressions in search.sql */;
