SELECT EXISTS (SELECT *
FROM (SELECT incident.namespace AS namespace
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.family = %(key)s::VARCHAR
 LIMIT ALL OFFSET %(param_1)s::INTEGER) AS member
WHERE member.namespace = any(%(of_namespaces)s::TEXT[])) AS anon_1;
