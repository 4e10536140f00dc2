SELECT count(*) AS "all", count(*) FILTER (WHERE resolution.incident_id IS NOT NULL) AS "over"
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR;
