/* as statement 1 of family.sql */;

/* as statement 2 of family.sql */;

SELECT feedback.incident_id, feedback.verdict, feedback.category, feedback.cause, feedback.fix, feedback.note,
    feedback.author, feedback.source, feedback.client, feedback.given_at
FROM feedback
WHERE feedback.tenant = %(tenant_1)s::VARCHAR AND feedback.incident_id IN (SELECT incident.id
FROM incident
WHERE incident.tenant = %(tenant_2)s::VARCHAR AND incident.family IN (%(family_1_1)s::VARCHAR))
ORDER BY feedback.incident_id, feedback.number;
