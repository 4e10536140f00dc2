SELECT /* as the columns of statement 1 of explain.sql */
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.id IN (SELECT DISTINCT ON (incident.namespace) incident.id
FROM incident
WHERE incident.tenant = %(tenant_2)s::VARCHAR AND (incident.id = %(id_1)s::VARCHAR OR incident.namespace =
    %(namespace_1)s::VARCHAR AND incident.name = %(name_1)s::VARCHAR)
ORDER BY incident.namespace, incident.opened_at DESC)
ORDER BY incident.namespace;
