SELECT count(*) AS count_1
FROM (SELECT %(param_1)s::INTEGER AS anon_2
FROM chunk_lexical
WHERE chunk_lexical.tenant = %(tenant)s::VARCHAR AND chunk_lexical.incident_id = any(array((SELECT incident.id
FROM incident
WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[])
 LIMIT %(enough)s::INTEGER)))
 LIMIT %(enough)s::INTEGER) AS anon_1;
