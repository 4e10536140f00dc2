SELECT incident.id
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND (incident.opened_at, incident.id) > (%(param_1)s::TIMESTAMP WITH TIME
    ZONE, %(param_2)s::VARCHAR)
ORDER BY incident.opened_at, incident.id
 LIMIT %(param_3)s::INTEGER;

/* as statement 2 of browse.sql but for */
--
 LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
-WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.id IN (NULL) AND (1 != 1)
+WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.id IN (%(id_1_1)s::VARCHAR)
 ORDER BY incident.opened_at DESC, incident.id DESC;

/* as statement 7 of past.sql */;
