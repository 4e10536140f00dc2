SELECT incident.opened_at, incident.id, (incident.subject = %(wanted_entity)s::VARCHAR OR
    (incident.conclusion[%(conclusion_1)s::TEXT] @> %(wanted_entities)s::JSONB)) AND
    (incident.conclusion[%(conclusion_2)s::TEXT] @> %(wanted_tags)s::JSONB) AS holds
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.severity = %(wanted_severity)s::VARCHAR AND
    incident.opened_at >= %(wanted_since)s::TIMESTAMP WITH TIME ZONE
ORDER BY incident.opened_at DESC, incident.id DESC
 LIMIT %(param_1)s::INTEGER;

/* as statement 2 of browse.sql */;

/* as statement 6 of past.sql */;
