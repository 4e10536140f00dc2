SELECT incident.family, max(incident.opened_at) AS seen
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND incident.category
    = %(wanted_category)s::VARCHAR AND incident.ended_at IS NULL AND (incident.id NOT IN (/* as the SELECT of
    feedback.incident_id in families.sql */))
GROUP BY incident.family
ORDER BY max(incident.opened_at) DESC, incident.family DESC
 LIMIT %(param_1)s::INTEGER;

/* as statement 2 of families.sql */;

/* as statement 3 of families.sql */;
