/* as statement 5 of past.sql but for */
--
 LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
-WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.subject = %(subject_1)s::VARCHAR AND incident.id !=
    %(id_1)s::VARCHAR AND incident.opened_at <= %(opened_at_1)s::TIMESTAMP WITH TIME ZONE
+WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.subject = %(subject_1)s::VARCHAR
 ORDER BY incident.opened_at DESC, incident.id DESC;

SELECT feedback.incident_id, feedback.verdict, feedback.category, feedback.cause, feedback.fix, feedback.note,
    feedback.author, feedback.source, feedback.client, feedback.given_at
FROM feedback
WHERE feedback.tenant = %(tenant_1)s::VARCHAR AND feedback.incident_id IN (%(incident_id_1_1)s::VARCHAR,
    %(incident_id_1_2)s::VARCHAR)
ORDER BY feedback.incident_id, feedback.number;
