WITH wanted AS NOT MATERIALIZED
(SELECT incident.opened_at AS opened_at, incident.id AS id
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND incident.category
    = %(wanted_category)s::VARCHAR AND incident.subject = %(wanted_subject)s::VARCHAR AND incident.node =
    %(wanted_node)s::VARCHAR AND incident.family = %(wanted_family)s::VARCHAR AND incident.ended_at IS NULL)
 SELECT wanted.id
FROM wanted
WHERE (wanted.opened_at, wanted.id) < (%(param_1)s::TIMESTAMP WITH TIME ZONE, %(param_2)s::VARCHAR)
ORDER BY wanted.opened_at DESC, wanted.id DESC
 LIMIT %(param_3)s::INTEGER;

SELECT incident.id, incident.namespace, incident.name, incident.subject, incident.category, incident.title,
    incident.family, incident.caused_by, incident.opened_at, incident.node, CAST(incident.conclusion ->>
    %(conclusion_1)s::TEXT AS INTEGER) AS confidence, incident.severity, resolution.kind, resolution.summary,
    resolution.changes, resolution.fix, resolution.resolved_at, resolution.seconds_to_resolve, incident.withdrawn
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.id IN (NULL) AND (1 != 1)
ORDER BY incident.opened_at DESC, incident.id DESC;

/* as statement 7 of past.sql */;
