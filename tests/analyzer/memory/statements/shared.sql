INSERT INTO sharing (tenant) VALUES (%(tenant)s::VARCHAR) ON CONFLICT DO NOTHING;

DELETE FROM shared_family WHERE shared_family.tenant = %(mine)s::VARCHAR AND (shared_family.family NOT IN (SELECT
    anon_1.family
FROM (SELECT incident.family AS family, count(*) AS incidents, bool_or(incident.instructive) AS instructive,
    max(incident.opened_at) AS last_seen
FROM incident
WHERE incident.tenant = %(mine)s::VARCHAR AND (incident.id NOT IN (SELECT feedback.incident_id
FROM feedback
JOIN (SELECT feedback.incident_id AS incident_id, max(feedback.number) AS number
FROM feedback
WHERE feedback.tenant = %(mine)s::VARCHAR
GROUP BY feedback.incident_id) AS anon_2 ON feedback.incident_id = anon_2.incident_id AND feedback.number =
    anon_2.number
WHERE feedback.tenant = %(mine)s::VARCHAR AND feedback.verdict = %(verdict_1)s::VARCHAR)) AND (incident.id NOT IN
    (SELECT resolution.incident_id
FROM resolution
WHERE resolution.tenant = %(mine)s::VARCHAR AND resolution.kind IN (%(kind_1_1)s::VARCHAR, %(kind_1_2)s::VARCHAR)))
GROUP BY incident.family
ORDER BY last_seen DESC, incident.family
 LIMIT %(param_1)s::INTEGER) AS anon_1));

SELECT family.id, family.template, anon_1.incidents, anon_1.instructive, anon_1.last_seen
FROM family
JOIN (/* as anon_1 in shared.sql */) AS anon_1 ON anon_1.family = family.id
LEFT OUTER JOIN shared_family ON shared_family.tenant = %(mine)s::VARCHAR AND shared_family.family = anon_1.family
WHERE family.tenant = %(mine)s::VARCHAR AND (shared_family.family IS NULL OR shared_family.written_at <
    %(before)s::TIMESTAMP WITH TIME ZONE OR shared_family.incidents != anon_1.incidents OR shared_family.instructive !=
    anon_1.instructive OR shared_family.last_seen != anon_1.last_seen)
ORDER BY anon_1.last_seen DESC
 LIMIT %(param_2)s::INTEGER;

INSERT INTO shared_family (tenant, family, category, rule, exit_code, xid, words, incidents, instructive, last_seen,
    weights, model, revision, dimension, embedding, written_at) SELECT family.tenant, family.id, speaker.category,
    speaker.rule, family.exit_code, family.xid, CAST(named.words AS INTEGER[]) AS words, named.incidents,
    named.instructive, named.last_seen, case_lexical.weights, case_vector.model, case_vector.revision,
    case_vector.dimension, case_vector.embedding, %(now)s::TIMESTAMP WITH TIME ZONE AS anon_1
FROM unnest(%(families)s::TEXT[], %(words)s::TEXT[], %(incidents)s::INTEGER[], %(instructive)s::BOOLEAN[],
    %(last_seen)s::TIMESTAMP WITH TIME ZONE[]) AS named(family, words, incidents, instructive, last_seen)
JOIN family ON family.tenant = %(mine)s::VARCHAR AND family.id = named.family
JOIN LATERAL (SELECT incident.id AS id, incident.category AS category, incident.rule AS rule
FROM incident
WHERE incident.tenant = %(mine)s::VARCHAR AND (incident.id NOT IN (/* as the SELECT of feedback.incident_id in
    shared.sql */)) AND (incident.id NOT IN (SELECT resolution.incident_id
FROM resolution
WHERE resolution.tenant = %(mine)s::VARCHAR AND resolution.kind IN (%(kind_1_1)s::VARCHAR, %(kind_1_2)s::VARCHAR))) AND
    incident.family = named.family
ORDER BY incident.instructive DESC, incident.opened_at DESC, incident.id
 LIMIT %(param_1)s::INTEGER) AS speaker ON true
JOIN case_lexical ON case_lexical.tenant = %(mine)s::VARCHAR AND case_lexical.incident_id = speaker.id
LEFT OUTER JOIN case_vector ON case_vector.tenant = %(mine)s::VARCHAR AND case_vector.incident_id = speaker.id ON
    CONFLICT (tenant, family) DO UPDATE SET category = excluded.category, rule = excluded.rule, exit_code =
    excluded.exit_code, xid = excluded.xid, words = excluded.words, incidents = excluded.incidents, instructive =
    excluded.instructive, last_seen = excluded.last_seen, weights = excluded.weights, model = excluded.model, revision =
    excluded.revision, dimension = excluded.dimension, embedding = excluded.embedding, written_at = excluded.written_at;
