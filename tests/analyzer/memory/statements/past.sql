SELECT asked.target, count(attachment.incident_id) AS attached, count(attachment.incident_id) FILTER (WHERE
    resolution.fix = own.fix AND resolution.fix != %(fix_1)s::VARCHAR AND (attachment.incident_id NOT IN (/* as the
    SELECT of feedback.incident_id in family.sql */))) AS followed, count(attachment.incident_id) FILTER (WHERE
    attachment.incident_id IN (SELECT feedback.incident_id
FROM feedback
WHERE feedback.tenant = %(mine)s::VARCHAR)) AS said, max(coalesce(opening.times, %(coalesce_1)s::INTEGER)) AS opened
FROM unnest(%(targets)s::TEXT[]) AS asked(target)
LEFT OUTER JOIN attachment ON attachment.tenant = %(mine)s::VARCHAR AND attachment.kind = %(kind_1)s::VARCHAR AND
    attachment.target = asked.target
LEFT OUTER JOIN resolution ON resolution.tenant = %(mine)s::VARCHAR AND resolution.incident_id = attachment.incident_id
LEFT OUTER JOIN resolution AS own ON own.tenant = %(mine)s::VARCHAR AND own.incident_id = asked.target
LEFT OUTER JOIN opening ON opening.tenant = %(mine)s::VARCHAR AND opening.incident_id = asked.target
GROUP BY asked.target;

SELECT feedback.verdict, feedback.category, feedback.cause, feedback.fix, feedback.note, feedback.author,
    feedback.source, feedback.client, feedback.given_at
FROM feedback
WHERE feedback.tenant = %(tenant_1)s::VARCHAR AND feedback.incident_id = %(incident_id_1)s::VARCHAR
ORDER BY feedback.number;

/* as statement 2 of families.sql */;

/* as statement 3 of families.sql */;

SELECT /* as the columns of statement 1 of explain.sql */
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.family = %(family_1)s::VARCHAR AND incident.id !=
    %(id_1)s::VARCHAR AND incident.instructive AND incident.opened_at <= %(opened_at_1)s::TIMESTAMP WITH TIME ZONE AND
    (incident.id NOT IN (/* as the SELECT of feedback.incident_id in families.sql */))
ORDER BY incident.opened_at DESC, incident.id
 LIMIT %(param_1)s::INTEGER;

SELECT incident.id, incident.namespace, incident.name, incident.subject, incident.category, incident.title,
    incident.opened_at, resolution.kind, resolution.summary, resolution.changes, resolution.fix, resolution.resolved_at,
    resolution.seconds_to_resolve, incident.withdrawn
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.subject = %(subject_1)s::VARCHAR AND incident.id !=
    %(id_1)s::VARCHAR AND incident.opened_at <= %(opened_at_1)s::TIMESTAMP WITH TIME ZONE
ORDER BY incident.opened_at DESC, incident.id DESC
 LIMIT %(param_1)s::INTEGER;

SELECT feedback.incident_id, feedback.verdict, feedback.category, feedback.cause, feedback.fix, feedback.note,
    feedback.author, feedback.source, feedback.client, feedback.given_at
FROM feedback
WHERE feedback.tenant = %(tenant_1)s::VARCHAR AND feedback.incident_id = any(CAST(%(param_1)s::TEXT[] AS TEXT[]))
ORDER BY feedback.incident_id, feedback.number;

SELECT /* as the columns of statement 6 of past.sql */
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.subject = %(subject_1)s::VARCHAR AND incident.id !=
    %(id_1)s::VARCHAR AND incident.opened_at > %(opened_at_1)s::TIMESTAMP WITH TIME ZONE
ORDER BY incident.opened_at ASC, incident.id ASC
 LIMIT %(param_1)s::INTEGER;

SELECT count(*) AS count_1, count(*) FILTER (WHERE incident.ended_at IS NULL) AS anon_1
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.caused_by = %(caused_by_1)s::VARCHAR;

SELECT judgement.number, judgement.replaced_at, judgement.conclusion
FROM judgement
WHERE judgement.tenant = %(tenant_1)s::VARCHAR AND judgement.incident_id = %(incident_id_1)s::VARCHAR
ORDER BY judgement.number;

SELECT exhibit.digest, exhibit.name, exhibit.media_type, exhibit.size, exhibit.author, exhibit.source,
    exhibit.attached_at, left(exhibit.text, %(left_1)s::INTEGER) AS text, length(exhibit.text) AS characters
FROM exhibit
WHERE exhibit.tenant = %(tenant_1)s::VARCHAR AND exhibit.incident_id = %(incident_id_1)s::VARCHAR
ORDER BY exhibit.attached_at, exhibit.position;

SELECT erasure.tenant, erasure.incident_id, erasure.number, erasure.digest, erasure.author, erasure.source,
    erasure.erased_at
FROM erasure
WHERE erasure.tenant = %(tenant_1)s::VARCHAR AND erasure.incident_id = %(incident_id_1)s::VARCHAR
ORDER BY erasure.number;
