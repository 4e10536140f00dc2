SELECT DISTINCT incident.subject
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND (lower(incident.subject) LIKE '%%' || %(lower_1)s::VARCHAR || '%%'
    ESCAPE '/')
ORDER BY incident.subject
 LIMIT %(param_1)s::INTEGER;
