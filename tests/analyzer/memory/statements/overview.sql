SELECT min(anon_1.min_2) AS min_1
FROM (SELECT min(incident.opened_at) AS min_2
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[])
GROUP BY incident.namespace) AS anon_1;

SELECT date_bin(%(step)s, incident.opened_at, %(origin)s::TIMESTAMP WITH TIME ZONE) AS bin, incident.category, count(*)
    AS "all", count(incident.ended_at) AS "over"
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND
    incident.opened_at >= %(wanted_since)s::TIMESTAMP WITH TIME ZONE AND incident.opened_at <
    %(wanted_until)s::TIMESTAMP WITH TIME ZONE
GROUP BY date_bin(%(step)s, incident.opened_at, %(origin)s::TIMESTAMP WITH TIME ZONE), incident.category;

SELECT incident.id
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND
    incident.opened_at >= %(wanted_since)s::TIMESTAMP WITH TIME ZONE AND incident.opened_at <
    %(wanted_until)s::TIMESTAMP WITH TIME ZONE
ORDER BY incident.opened_at DESC, incident.id DESC
 LIMIT %(param_1)s::INTEGER;

/* as statement 2 of subject_history.sql */;

SELECT incident.id, incident.namespace, incident.name, incident.subject, incident.category, incident.title,
    incident.opened_at, resolution.kind, resolution.summary, resolution.changes, resolution.fix, resolution.resolved_at,
    resolution.seconds_to_resolve, incident.withdrawn, incident.device, incident.family
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.id = any(%(ids)s::TEXT[]);

SELECT incident.node, incident.device, count(*) AS "all", count(*) FILTER (WHERE incident.subject =
    concat(%(concat_1)s::VARCHAR, incident.node)) AS own
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND
    incident.opened_at >= %(wanted_since)s::TIMESTAMP WITH TIME ZONE AND incident.opened_at <
    %(wanted_until)s::TIMESTAMP WITH TIME ZONE AND incident.node != %(node_1)s::VARCHAR
GROUP BY incident.node, incident.device;

SELECT incident.severity, incident.category, count(*) AS "all"
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND incident.ended_at
    IS NULL
GROUP BY incident.severity, incident.category;

/* as statement 1 of open_heads.sql but for */
--
 JOIN steps ON incident.id = steps.head
-WHERE incident.tenant = %(tenant_2)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND
    incident.category = %(wanted_category)s::VARCHAR AND incident.ended_at IS NULL
+WHERE incident.tenant = %(tenant_2)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND
    incident.ended_at IS NULL
 ORDER BY incident.opened_at DESC, incident.id DESC;

/* as statement 2 of browse.sql */;

/* as statement 3 of browse.sql */;

SELECT incident.category, count(*) AS "all", percentile_cont(%(shares)s::DOUBLE PRECISION[]) WITHIN GROUP (ORDER BY
    CAST(EXTRACT(epoch FROM incident.ended_at - incident.opened_at) AS DOUBLE PRECISION)) AS seconds
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND
    incident.opened_at >= %(wanted_since)s::TIMESTAMP WITH TIME ZONE AND incident.opened_at <
    %(wanted_until)s::TIMESTAMP WITH TIME ZONE AND incident.instructive AND incident.ended_at IS NOT NULL
GROUP BY incident.category;

SELECT incident.family, count(*) AS "all", max(incident.opened_at) AS last
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND
    incident.opened_at >= %(wanted_since)s::TIMESTAMP WITH TIME ZONE AND incident.opened_at <
    %(wanted_until)s::TIMESTAMP WITH TIME ZONE
GROUP BY incident.family
HAVING count(*) > %(count_1)s::INTEGER
ORDER BY "all" DESC, last DESC, incident.family
 LIMIT %(param_1)s::INTEGER;

SELECT incident.family, count(*) FILTER (WHERE incident.ended_at IS NULL) AS "left", count(DISTINCT incident.subject) AS
    subjects
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND
    incident.opened_at >= %(wanted_since)s::TIMESTAMP WITH TIME ZONE AND incident.opened_at <
    %(wanted_until)s::TIMESTAMP WITH TIME ZONE AND incident.family = any(%(families)s::TEXT[])
GROUP BY incident.family;

SELECT DISTINCT ON (incident.family) incident.id
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND
    incident.opened_at >= %(wanted_since)s::TIMESTAMP WITH TIME ZONE AND incident.opened_at <
    %(wanted_until)s::TIMESTAMP WITH TIME ZONE AND incident.family = any(%(families)s::TEXT[]) AND incident.opened_at IN
    (%(opened_at_1_1)s::TIMESTAMP WITH TIME ZONE)
ORDER BY incident.family, incident.opened_at DESC, incident.id DESC;

/* as statement 2 of browse_newer.sql */;

/* as statement 6 of past.sql */;
