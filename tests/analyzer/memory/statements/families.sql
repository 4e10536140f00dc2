SELECT incident.family
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND (incident.id NOT IN (/* as the SELECT of feedback.incident_id in
    family.sql */))
GROUP BY incident.family
ORDER BY max(incident.opened_at) DESC, incident.family
 LIMIT %(param_1)s::INTEGER;

/* as statement 1 of family.sql */;

/* as statement 2 of family.sql but for */
--
 FROM incident
-WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.family = %(family_1)s::VARCHAR AND incident.namespace =
    %(namespace_1)s::VARCHAR AND incident.id IN (SELECT feedback.incident_id
+WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.family = %(family_1)s::VARCHAR AND incident.id IN (SELECT
    feedback.incident_id
 FROM feedback;

/* as statement 3 of family.sql but for */
--
-SELECT count(*) FILTER (WHERE incident.namespace = %(namespace_1)s::VARCHAR) AS members, count(*) FILTER (WHERE
    incident.namespace = %(namespace_1)s::VARCHAR AND resolution.kind IS NULL) AS members_open, count(*) FILTER (WHERE
    incident.namespace != %(namespace_1)s::VARCHAR) AS elsewhere, min(incident.opened_at) FILTER (WHERE
    incident.namespace = %(namespace_1)s::VARCHAR) AS first_seen, max(incident.opened_at) FILTER (WHERE
    incident.namespace = %(namespace_1)s::VARCHAR) AS last_seen
+SELECT count(*) FILTER (WHERE true) AS members, count(*) FILTER (WHERE resolution.kind IS NULL) AS members_open,
    count(*) FILTER (WHERE false) AS elsewhere, min(incident.opened_at) FILTER (WHERE true) AS first_seen,
    max(incident.opened_at) FILTER (WHERE true) AS last_seen
 FROM incident;

/* as statement 4 of family.sql but for */
--
 LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
-WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.family = %(family_1)s::VARCHAR AND incident.namespace =
    %(namespace_1)s::VARCHAR AND (incident.id NOT IN (SELECT feedback.incident_id
+WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.family = %(family_1)s::VARCHAR AND (incident.id NOT IN
    (SELECT feedback.incident_id
 FROM feedback;
