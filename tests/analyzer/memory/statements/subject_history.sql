/* as statement 5 of past.sql but for */
--
 LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
-WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.subject = %(subject_1)s::VARCHAR AND incident.id !=
    %(id_1)s::VARCHAR AND incident.opened_at <= %(opened_at_1)s::TIMESTAMP WITH TIME ZONE
+WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.subject = %(subject_1)s::VARCHAR
 ORDER BY incident.opened_at DESC, incident.id DESC;

/* as statement 6 of past.sql */;
