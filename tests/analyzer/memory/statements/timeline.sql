SELECT /* as the columns of statement 1 of explain.sql */
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.id IN (SELECT incident.id
FROM incident
WHERE incident.tenant = %(tenant_2)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND incident.category
    = %(wanted_category)s::VARCHAR AND incident.ended_at IS NULL AND (incident.namespace IN (%(namespace_1_1)s::VARCHAR)
    OR incident.subject IN (%(subject_1_1)s::VARCHAR))
ORDER BY incident.opened_at DESC, incident.id DESC
 LIMIT %(param_1)s::INTEGER);
