SELECT min(anon_1.min_2) AS min_1
FROM (SELECT min(incident.opened_at) AS min_2
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[])
GROUP BY incident.namespace) AS anon_1;

WITH counted AS
(SELECT date_bin(%(step)s, incident.opened_at, %(origin)s::TIMESTAMP WITH TIME ZONE) AS bin, incident.category AS
    category, count(*) AS "all", count(incident.ended_at) AS "over", array_agg(date_part(%(date_part_1)s::VARCHAR,
    incident.ended_at - incident.opened_at)) FILTER (WHERE incident.instructive AND incident.ended_at IS NOT NULL) AS
    seconds
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND
    incident.opened_at >= %(wanted_since)s::TIMESTAMP WITH TIME ZONE AND incident.opened_at <
    %(wanted_until)s::TIMESTAMP WITH TIME ZONE
GROUP BY bin, incident.category)
 SELECT counted.category, array_agg(counted.bin) AS bins, array_agg(counted."all") AS counts, CAST(sum(counted."over")
    AS INTEGER) AS "over", sum(cardinality(counted.seconds)) AS ended, (SELECT percentile_cont(%(shares)s::DOUBLE
    PRECISION[]) WITHIN GROUP (ORDER BY anon_1.seconds) AS percentile_cont_1
FROM counted AS same
JOIN unnest(same.seconds) AS anon_1(seconds) ON true
WHERE same.category = counted.category) AS seconds
FROM counted
GROUP BY counted.category;

/* as statement 1 of browse_inside.sql but for */
--
 FROM incident
-WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.severity = %(wanted_severity)s::VARCHAR AND
    %(wanted_entity)s::BIGINT = any(incident.about) AND %(wanted_tag)s::BIGINT = any(incident.about) AND
    incident.opened_at >= %(wanted_since)s::TIMESTAMP WITH TIME ZONE
+WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND
    incident.opened_at >= %(wanted_since)s::TIMESTAMP WITH TIME ZONE AND incident.opened_at <
    %(wanted_until)s::TIMESTAMP WITH TIME ZONE
 ORDER BY incident.opened_at DESC, incident.id DESC;

/* as statement 7 of past.sql */;

SELECT incident.id, incident.namespace, incident.name, incident.subject, incident.category, incident.title,
    incident.opened_at, resolution.kind, resolution.summary, resolution.changes, resolution.fix, resolution.resolved_at,
    resolution.seconds_to_resolve, incident.withdrawn, incident.device, incident.family
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.id = any(%(ids)s::TEXT[]);

SELECT incident.node, count(*) AS "all", count(*) FILTER (WHERE incident.subject = (%(node_1)s::VARCHAR ||
    incident.node)) AS own, array_agg(incident.device) FILTER (WHERE incident.device != %(device_1)s::VARCHAR) AS
    devices
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND
    incident.opened_at >= %(wanted_since)s::TIMESTAMP WITH TIME ZONE AND incident.opened_at <
    %(wanted_until)s::TIMESTAMP WITH TIME ZONE AND incident.node != %(node_2)s::VARCHAR
GROUP BY incident.node;

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
