WITH RECURSIVE steps(namespace) AS
(SELECT min(incident.namespace) AS namespace
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR
UNION ALL SELECT (SELECT min(incident.namespace) AS min_1
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace > steps.namespace) AS anon_1
FROM steps
WHERE steps.namespace IS NOT NULL)
 SELECT steps.namespace
FROM steps
WHERE steps.namespace IS NOT NULL;
