SELECT incident.family, max(incident.opened_at) AS seen
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND (incident.id NOT IN (SELECT feedback.incident_id
FROM feedback
JOIN (SELECT feedback.incident_id AS incident_id, max(feedback.number) AS number
FROM feedback
WHERE feedback.tenant = %(tenant_2)s::VARCHAR
GROUP BY feedback.incident_id) AS anon_1 ON feedback.incident_id = anon_1.incident_id AND feedback.number =
    anon_1.number
WHERE feedback.tenant = %(tenant_3)s::VARCHAR AND feedback.verdict = %(verdict_1)s::VARCHAR))
GROUP BY incident.family
HAVING (max(incident.opened_at), incident.family) < (%(param_1)s::TIMESTAMP WITH TIME ZONE, %(param_2)s::VARCHAR)
ORDER BY max(incident.opened_at) DESC, incident.family DESC
 LIMIT %(param_3)s::INTEGER;

/* as statement 1 of family.sql but for */
--
-SELECT count(*) FILTER (WHERE incident.namespace = any(%(of_namespaces)s::TEXT[]) AND (incident.id NOT IN (SELECT
    feedback.incident_id
+SELECT count(*) FILTER (WHERE (incident.id NOT IN (SELECT feedback.incident_id
 FROM feedback
--
 GROUP BY feedback.incident_id) AS anon_1 ON feedback.incident_id = anon_1.incident_id AND feedback.number =
    anon_1.number
-WHERE feedback.tenant = %(mine)s::VARCHAR AND feedback.verdict = %(verdict_1)s::VARCHAR))) AS members, count(*) FILTER
    (WHERE incident.namespace = any(%(of_namespaces)s::TEXT[]) AND (incident.id NOT IN (SELECT feedback.incident_id
+WHERE feedback.tenant = %(mine)s::VARCHAR AND feedback.verdict = %(verdict_1)s::VARCHAR))) AS members, count(*) FILTER
    (WHERE (incident.id NOT IN (SELECT feedback.incident_id
 FROM feedback
--
 GROUP BY feedback.incident_id) AS anon_1 ON feedback.incident_id = anon_1.incident_id AND feedback.number =
    anon_1.number
-WHERE feedback.tenant = %(mine)s::VARCHAR AND feedback.verdict = %(verdict_1)s::VARCHAR)) AND incident.ended_at IS
    NULL) AS members_open, count(*) FILTER (WHERE NOT (incident.namespace = any(%(of_namespaces)s::TEXT[]))) AS
    elsewhere, count(*) FILTER (WHERE incident.namespace = any(%(of_namespaces)s::TEXT[]) AND incident.id IN (SELECT
    feedback.incident_id
+WHERE feedback.tenant = %(mine)s::VARCHAR AND feedback.verdict = %(verdict_1)s::VARCHAR)) AND incident.ended_at IS
    NULL) AS members_open, count(*) FILTER (WHERE false) AS elsewhere, count(*) FILTER (WHERE incident.id IN (SELECT
    feedback.incident_id
 FROM feedback
--
 FROM feedback
-WHERE feedback.tenant = %(mine)s::VARCHAR)) AS said, min(incident.opened_at) FILTER (WHERE incident.namespace =
    any(%(of_namespaces)s::TEXT[]) AND (incident.id NOT IN (SELECT feedback.incident_id
+WHERE feedback.tenant = %(mine)s::VARCHAR)) AS said, min(incident.opened_at) FILTER (WHERE (incident.id NOT IN (SELECT
    feedback.incident_id
 FROM feedback
--
 GROUP BY feedback.incident_id) AS anon_1 ON feedback.incident_id = anon_1.incident_id AND feedback.number =
    anon_1.number
-WHERE feedback.tenant = %(mine)s::VARCHAR AND feedback.verdict = %(verdict_1)s::VARCHAR))) AS first_seen,
    max(incident.opened_at) FILTER (WHERE incident.namespace = any(%(of_namespaces)s::TEXT[]) AND (incident.id NOT IN
    (SELECT feedback.incident_id
+WHERE feedback.tenant = %(mine)s::VARCHAR AND feedback.verdict = %(verdict_1)s::VARCHAR))) AS first_seen,
    max(incident.opened_at) FILTER (WHERE (incident.id NOT IN (SELECT feedback.incident_id
 FROM feedback
--
 GROUP BY feedback.incident_id) AS anon_1 ON feedback.incident_id = anon_1.incident_id AND feedback.number =
    anon_1.number
-WHERE feedback.tenant = %(mine)s::VARCHAR AND feedback.verdict = %(verdict_1)s::VARCHAR))) AS last_seen,
    array_agg(DISTINCT incident.namespace) FILTER (WHERE incident.namespace = any(%(of_namespaces)s::TEXT[]) AND
    (incident.id NOT IN (SELECT feedback.incident_id
+WHERE feedback.tenant = %(mine)s::VARCHAR AND feedback.verdict = %(verdict_1)s::VARCHAR))) AS last_seen,
    array_agg(DISTINCT incident.namespace) FILTER (WHERE (incident.id NOT IN (SELECT feedback.incident_id
 FROM feedback;

/* as statement 2 of family.sql but for */
--
 LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
-WHERE incident.tenant = %(mine)s::VARCHAR AND incident.family = %(of_family)s::VARCHAR AND incident.namespace =
    any(%(of_namespaces)s::TEXT[]) AND (incident.id NOT IN (SELECT feedback.incident_id
+WHERE incident.tenant = %(mine)s::VARCHAR AND incident.family = %(of_family)s::VARCHAR AND (incident.id NOT IN (SELECT
    feedback.incident_id
 FROM feedback
--
 FROM incident
-WHERE incident.tenant = %(mine)s::VARCHAR AND incident.family = %(of_family)s::VARCHAR AND incident.namespace =
    any(%(of_namespaces)s::TEXT[]) AND (incident.id NOT IN (SELECT feedback.incident_id
+WHERE incident.tenant = %(mine)s::VARCHAR AND incident.family = %(of_family)s::VARCHAR AND (incident.id NOT IN (SELECT
    feedback.incident_id
 FROM feedback
--
 FROM incident
-WHERE incident.tenant = %(mine)s::VARCHAR AND incident.family = %(of_family)s::VARCHAR AND incident.namespace =
    any(%(of_namespaces)s::TEXT[]) AND (incident.id NOT IN (SELECT feedback.incident_id
+WHERE incident.tenant = %(mine)s::VARCHAR AND incident.family = %(of_family)s::VARCHAR AND (incident.id NOT IN (SELECT
    feedback.incident_id
 FROM feedback;
