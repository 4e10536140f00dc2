SELECT /* as the columns of statement 1 of explain.sql */
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = %(namespace_1)s::VARCHAR AND incident.name =
    %(name_1)s::VARCHAR
ORDER BY incident.opened_at DESC
 LIMIT %(param_1)s::INTEGER;
