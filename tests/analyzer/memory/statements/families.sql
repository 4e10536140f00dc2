SELECT incident.family
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND (incident.id NOT IN (/* as the SELECT of feedback.incident_id in
    family.sql */))
GROUP BY incident.family
ORDER BY max(incident.opened_at) DESC, incident.family
 LIMIT %(param_1)s::INTEGER;

/* as statement 1 of family.sql */;

SELECT count(*) AS count_1
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.family = %(family_1)s::VARCHAR AND incident.id IN (/* as the
    SELECT of feedback.incident_id in family.sql */);

SELECT count(*) FILTER (WHERE true) AS members, count(*) FILTER (WHERE resolution.kind IS NULL) AS members_open,
    count(*) FILTER (WHERE false) AS elsewhere, min(incident.opened_at) FILTER (WHERE true) AS first_seen,
    max(incident.opened_at) FILTER (WHERE true) AS last_seen
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.family = %(family_1)s::VARCHAR AND (incident.id NOT IN (/* as
    the SELECT of feedback.incident_id in family.sql */));

SELECT /* as the columns of statement 4 of family.sql */
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.family = %(family_1)s::VARCHAR AND (incident.id NOT IN (/* as
    the SELECT of feedback.incident_id in family.sql */))
ORDER BY incident.opened_at DESC, incident.id DESC
 LIMIT %(param_1)s::INTEGER;
