SELECT count(*) FILTER (WHERE incident.namespace = any(%(of_namespaces)s::TEXT[]) AND (incident.id NOT IN (SELECT
    feedback.incident_id
FROM feedback
JOIN (SELECT feedback.incident_id AS incident_id, max(feedback.number) AS number
FROM feedback
WHERE feedback.tenant = %(mine)s::VARCHAR
GROUP BY feedback.incident_id) AS anon_1 ON feedback.incident_id = anon_1.incident_id AND feedback.number =
    anon_1.number
WHERE feedback.tenant = %(mine)s::VARCHAR AND feedback.verdict = %(verdict_1)s::VARCHAR))) AS members, count(*) FILTER
    (WHERE incident.namespace = any(%(of_namespaces)s::TEXT[]) AND (incident.id NOT IN (/* as the SELECT of
    feedback.incident_id in family.sql */)) AND incident.ended_at IS NULL) AS members_open, count(*) FILTER (WHERE NOT
    (incident.namespace = any(%(of_namespaces)s::TEXT[]))) AS elsewhere, count(*) FILTER (WHERE incident.namespace =
    any(%(of_namespaces)s::TEXT[]) AND incident.id IN (/* as the SELECT of feedback.incident_id in family.sql */)) AS
    disputed, count(*) FILTER (WHERE incident.id IN (SELECT feedback.incident_id
FROM feedback
WHERE feedback.tenant = %(mine)s::VARCHAR)) AS said, min(incident.opened_at) FILTER (WHERE incident.namespace =
    any(%(of_namespaces)s::TEXT[]) AND (incident.id NOT IN (/* as the SELECT of feedback.incident_id in family.sql */)))
    AS first_seen, max(incident.opened_at) FILTER (WHERE incident.namespace = any(%(of_namespaces)s::TEXT[]) AND
    (incident.id NOT IN (/* as the SELECT of feedback.incident_id in family.sql */))) AS last_seen, array_agg(DISTINCT
    incident.namespace) FILTER (WHERE incident.namespace = any(%(of_namespaces)s::TEXT[]) AND (incident.id NOT IN (/* as
    the SELECT of feedback.incident_id in family.sql */))) AS namespaces
FROM incident
WHERE incident.tenant = %(mine)s::VARCHAR AND incident.family = %(of_family)s::VARCHAR;

SELECT incident.id, incident.namespace, incident.name, incident.subject, incident.category, incident.title,
    incident.opened_at, resolution.kind, resolution.summary, resolution.changes, resolution.fix, resolution.resolved_at,
    resolution.seconds_to_resolve, incident.withdrawn, incident.device
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(mine)s::VARCHAR AND incident.family = %(of_family)s::VARCHAR AND incident.namespace =
    any(%(of_namespaces)s::TEXT[]) AND (incident.id NOT IN (/* as the SELECT of feedback.incident_id in family.sql */))
    AND (incident.id = (SELECT incident.id
FROM incident
WHERE incident.tenant = %(mine)s::VARCHAR AND incident.family = %(of_family)s::VARCHAR AND incident.namespace =
    any(%(of_namespaces)s::TEXT[]) AND (incident.id NOT IN (/* as the SELECT of feedback.incident_id in family.sql */))
ORDER BY incident.opened_at DESC, incident.id DESC
 LIMIT %(param_1)s::INTEGER) OR incident.subject IN (SELECT incident.subject
FROM incident
WHERE incident.tenant = %(mine)s::VARCHAR AND incident.family = %(of_family)s::VARCHAR AND incident.namespace =
    any(%(of_namespaces)s::TEXT[]) AND (incident.id NOT IN (/* as the SELECT of feedback.incident_id in family.sql */))
    AND (incident.ended_at IS NOT NULL OR jsonb_array_length(incident.withdrawn) > %(jsonb_array_length_1)s::INTEGER OR
    incident.id IN (SELECT feedback.incident_id
FROM feedback
WHERE feedback.tenant = %(mine)s::VARCHAR))))
ORDER BY incident.opened_at DESC, incident.id DESC
 LIMIT %(most)s::INTEGER;
