WITH wanted AS MATERIALIZED
(SELECT incident.opened_at AS opened_at, incident.id AS id
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.severity = %(wanted_severity)s::VARCHAR AND
    %(wanted_entity)s::BIGINT = any(incident.about) AND %(wanted_tag)s::BIGINT = any(incident.about) AND
    incident.opened_at >= %(wanted_since)s::TIMESTAMP WITH TIME ZONE)
 SELECT wanted.id
FROM wanted
ORDER BY wanted.opened_at DESC, wanted.id DESC
 LIMIT %(param_1)s::INTEGER;

/* as statement 2 of browse.sql */;

/* as statement 7 of past.sql */;
