SELECT incident.tenant, incident.id, incident.namespace, incident.name, incident.episode, incident.opened_at,
    incident.bundle, incident.conclusion, incident."similar", incident.report, resolution.kind, resolution.summary,
    resolution.changes, resolution.fix, resolution.resolved_at, resolution.seconds_to_resolve
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = %(namespace_1)s::VARCHAR AND incident.name =
    %(name_1)s::VARCHAR
ORDER BY incident.opened_at DESC
 LIMIT %(param_1)s::INTEGER;
