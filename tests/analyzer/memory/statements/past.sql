SELECT feedback.incident_id, feedback.verdict, feedback.category, feedback.cause, feedback.fix, feedback.note,
    feedback.author, feedback.source, feedback.client, feedback.given_at
FROM feedback
WHERE feedback.tenant = %(tenant_1)s::VARCHAR AND feedback.incident_id IN (SELECT incident.id
FROM incident
WHERE incident.tenant = %(tenant_2)s::VARCHAR AND incident.family IN (%(family_1_1)s::VARCHAR))
ORDER BY feedback.incident_id, feedback.number;

SELECT count(*) AS count_1
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.family = %(family_1)s::VARCHAR AND incident.id IN (SELECT
    feedback.incident_id
FROM feedback
JOIN (SELECT feedback.incident_id AS incident_id, max(feedback.number) AS number
FROM feedback
WHERE feedback.tenant = %(tenant_2)s::VARCHAR
GROUP BY feedback.incident_id) AS anon_1 ON feedback.incident_id = anon_1.incident_id AND feedback.number =
    anon_1.number
WHERE feedback.tenant = %(tenant_3)s::VARCHAR AND feedback.verdict = %(verdict_1)s::VARCHAR);

SELECT count(*) FILTER (WHERE true) AS members, count(*) FILTER (WHERE resolution.kind IS NULL) AS members_open,
    count(*) FILTER (WHERE false) AS elsewhere, min(incident.opened_at) FILTER (WHERE true) AS first_seen,
    max(incident.opened_at) FILTER (WHERE true) AS last_seen
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.family = %(family_1)s::VARCHAR AND (incident.id NOT IN
    (SELECT feedback.incident_id
FROM feedback
JOIN (SELECT feedback.incident_id AS incident_id, max(feedback.number) AS number
FROM feedback
WHERE feedback.tenant = %(tenant_2)s::VARCHAR
GROUP BY feedback.incident_id) AS anon_1 ON feedback.incident_id = anon_1.incident_id AND feedback.number =
    anon_1.number
WHERE feedback.tenant = %(tenant_3)s::VARCHAR AND feedback.verdict = %(verdict_1)s::VARCHAR));

SELECT incident.id, incident.namespace, incident.name, incident.subject, incident.category, incident.title,
    incident.opened_at, resolution.kind, resolution.summary, resolution.changes, resolution.fix, resolution.resolved_at,
    resolution.seconds_to_resolve
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.family = %(family_1)s::VARCHAR AND (incident.id NOT IN
    (SELECT feedback.incident_id
FROM feedback
JOIN (SELECT feedback.incident_id AS incident_id, max(feedback.number) AS number
FROM feedback
WHERE feedback.tenant = %(tenant_2)s::VARCHAR
GROUP BY feedback.incident_id) AS anon_1 ON feedback.incident_id = anon_1.incident_id AND feedback.number =
    anon_1.number
WHERE feedback.tenant = %(tenant_3)s::VARCHAR AND feedback.verdict = %(verdict_1)s::VARCHAR))
ORDER BY incident.opened_at DESC, incident.id DESC
 LIMIT %(param_1)s::INTEGER;

SELECT incident.tenant, incident.id, incident.namespace, incident.name, incident.episode, incident.opened_at,
    incident.bundle, incident.conclusion, incident."similar", incident.report, resolution.kind, resolution.summary,
    resolution.changes, resolution.fix, resolution.resolved_at, resolution.seconds_to_resolve
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.family = %(family_1)s::VARCHAR AND incident.id !=
    %(id_1)s::VARCHAR AND incident.instructive AND incident.opened_at <= %(opened_at_1)s::TIMESTAMP WITH TIME ZONE AND
    (incident.id NOT IN (SELECT feedback.incident_id
FROM feedback
JOIN (SELECT feedback.incident_id AS incident_id, max(feedback.number) AS number
FROM feedback
WHERE feedback.tenant = %(tenant_2)s::VARCHAR
GROUP BY feedback.incident_id) AS anon_1 ON feedback.incident_id = anon_1.incident_id AND feedback.number =
    anon_1.number
WHERE feedback.tenant = %(tenant_3)s::VARCHAR AND feedback.verdict = %(verdict_1)s::VARCHAR))
ORDER BY incident.opened_at DESC, incident.id
 LIMIT %(param_1)s::INTEGER;

SELECT incident.id, incident.namespace, incident.name, incident.subject, incident.category, incident.title,
    incident.opened_at, resolution.kind, resolution.summary, resolution.changes, resolution.fix, resolution.resolved_at,
    resolution.seconds_to_resolve
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.subject = %(subject_1)s::VARCHAR AND incident.id !=
    %(id_1)s::VARCHAR AND incident.opened_at <= %(opened_at_1)s::TIMESTAMP WITH TIME ZONE
ORDER BY incident.opened_at DESC, incident.id DESC
 LIMIT %(param_1)s::INTEGER;

SELECT feedback.incident_id, feedback.verdict, feedback.category, feedback.cause, feedback.fix, feedback.note,
    feedback.author, feedback.source, feedback.client, feedback.given_at
FROM feedback
WHERE feedback.tenant = %(tenant_1)s::VARCHAR AND feedback.incident_id IN (%(incident_id_1_1)s::VARCHAR)
ORDER BY feedback.incident_id, feedback.number;

SELECT incident.id, incident.namespace, incident.name, incident.subject, incident.category, incident.title,
    incident.opened_at, resolution.kind, resolution.summary, resolution.changes, resolution.fix, resolution.resolved_at,
    resolution.seconds_to_resolve
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.subject = %(subject_1)s::VARCHAR AND incident.id !=
    %(id_1)s::VARCHAR AND incident.opened_at > %(opened_at_1)s::TIMESTAMP WITH TIME ZONE
ORDER BY incident.opened_at ASC, incident.id ASC
 LIMIT %(param_1)s::INTEGER;

SELECT feedback.verdict, feedback.category, feedback.cause, feedback.fix, feedback.note, feedback.author,
    feedback.source, feedback.client, feedback.given_at
FROM feedback
WHERE feedback.tenant = %(tenant_1)s::VARCHAR AND feedback.incident_id = %(incident_id_1)s::VARCHAR
ORDER BY feedback.number;
