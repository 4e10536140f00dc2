SELECT /* as the columns of statement 1 of explain.sql */
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.opened_at >= %(opened_at_1)s::TIMESTAMP WITH TIME ZONE AND
    incident.namespace IN (%(namespace_1_1)s::VARCHAR)
ORDER BY incident.opened_at DESC, incident.id DESC
 LIMIT %(param_1)s::INTEGER;

SELECT /* as the columns of statement 1 of explain.sql */
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.opened_at >= %(opened_at_1)s::TIMESTAMP WITH TIME ZONE AND
    incident.namespace IN (%(namespace_1_1)s::VARCHAR) AND (incident.opened_at, incident.id) < (%(param_1)s::TIMESTAMP
    WITH TIME ZONE, %(param_2)s::VARCHAR)
ORDER BY incident.opened_at DESC, incident.id DESC
 LIMIT %(param_3)s::INTEGER;
