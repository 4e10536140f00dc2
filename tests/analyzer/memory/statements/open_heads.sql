WITH RECURSIVE steps(head) AS
(SELECT min(incident.caused_by) AS head
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.caused_by != %(caused_by_1)s::VARCHAR
UNION ALL SELECT (SELECT min(incident.caused_by) AS min_1
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.caused_by != %(caused_by_1)s::VARCHAR AND incident.caused_by
    > steps.head) AS anon_1
FROM steps
WHERE steps.head IS NOT NULL)
 SELECT incident.id
FROM incident
JOIN steps ON incident.id = steps.head
WHERE incident.tenant = %(tenant_2)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND incident.category
    = %(wanted_category)s::VARCHAR AND incident.ended_at IS NULL
ORDER BY incident.opened_at DESC, incident.id DESC
 LIMIT %(param_1)s::INTEGER;

/* as statement 2 of browse.sql */;

/* as statement 7 of past.sql */;
