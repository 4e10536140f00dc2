SELECT count(*) AS "all", count(*) FILTER (WHERE incident.ended_at IS NOT NULL) AS "over"
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR;
