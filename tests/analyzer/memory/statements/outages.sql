SELECT incident.caused_by, count(*) AS "all", count(*) FILTER (WHERE incident.ended_at IS NULL) AS "left"
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace IN (%(namespace_1_1)s::VARCHAR) AND
    incident.caused_by != %(caused_by_1)s::VARCHAR AND incident.caused_by IN (%(caused_by_2_1)s::VARCHAR)
GROUP BY incident.caused_by;

SELECT incident.id, incident.namespace, incident.name, incident.subject
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace IN (%(namespace_1_1)s::VARCHAR) AND incident.id IN
    (%(id_1_1)s::VARCHAR);
