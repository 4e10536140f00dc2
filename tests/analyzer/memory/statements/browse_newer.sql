WITH wanted AS NOT MATERIALIZED
(SELECT incident.opened_at AS opened_at, incident.id AS id
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR)
 SELECT wanted.id
FROM wanted
WHERE (wanted.opened_at, wanted.id) > (%(param_1)s::TIMESTAMP WITH TIME ZONE, %(param_2)s::VARCHAR)
ORDER BY wanted.opened_at, wanted.id
 LIMIT %(param_3)s::INTEGER;

/* as statement 2 of browse.sql but for */
--
 LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
-WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.id IN (NULL) AND (1 != 1)
+WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.id IN (%(id_1_1)s::VARCHAR)
 ORDER BY incident.opened_at DESC, incident.id DESC;

/* as statement 7 of past.sql */;
