SELECT min(anon_1.min_2) AS min_1
FROM (SELECT min(incident.opened_at) AS min_2
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[])
GROUP BY incident.namespace) AS anon_1;

WITH wanted AS NOT MATERIALIZED
(SELECT incident.id AS id, incident.opened_at AS opened_at, incident.category AS category, incident.ended_at AS
    ended_at, incident.instructive AS instructive, incident.family AS family, incident.subject AS subject, incident.node
    AS node, incident.device AS device
FROM incident
WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND incident.opened_at
    >= %(wanted_since)s::TIMESTAMP WITH TIME ZONE AND incident.opened_at < %(wanted_until)s::TIMESTAMP WITH TIME ZONE),
stepped AS
(SELECT date_bin(%(step)s, wanted.opened_at, %(origin)s::TIMESTAMP WITH TIME ZONE) AS bin, wanted.category AS category,
    count(*) AS count, count(wanted.ended_at) AS "over", array_agg(date_part(%(date_part_3)s::VARCHAR, wanted.ended_at -
    wanted.opened_at)) FILTER (WHERE wanted.instructive AND wanted.ended_at IS NOT NULL) AS seconds
FROM wanted
GROUP BY bin, wanted.category),
often AS
(SELECT wanted.family AS family, count(*) AS count, max(wanted.opened_at) AS last
FROM wanted
GROUP BY wanted.family
HAVING count(*) > %(count_1)s::INTEGER
ORDER BY count DESC, last DESC, wanted.family
 LIMIT %(shown)s)
 SELECT (SELECT coalesce(json_agg(steps), '[]') AS coalesce_1
FROM (SELECT CAST(date_part(%(date_part_1)s::VARCHAR, stepped.bin - %(origin)s::TIMESTAMP WITH TIME ZONE) /
    CAST(date_part(%(date_part_2)s::VARCHAR, %(step)s) AS NUMERIC) AS INTEGER) AS number, stepped.category AS category,
    stepped.count AS count, stepped."over" AS "over"
FROM stepped) AS steps) AS steps, (SELECT coalesce(json_agg(times), '[]') AS coalesce_2
FROM (SELECT stepped.category AS category, CAST(sum(cardinality(stepped.seconds)) AS INTEGER) AS count, (SELECT
    percentile_cont(%(shares)s::DOUBLE PRECISION[]) WITHIN GROUP (ORDER BY anon_1.seconds) AS percentile_cont_1
FROM stepped AS same
JOIN unnest(same.seconds) AS anon_1(seconds) ON true
WHERE same.category = stepped.category) AS seconds
FROM stepped
GROUP BY stepped.category
HAVING CAST(sum(cardinality(stepped.seconds)) AS INTEGER) > %(param_1)s::INTEGER) AS times) AS times, (SELECT
    coalesce(json_agg(came), '[]') AS coalesce_3
FROM (SELECT by_subject.family AS family, by_subject.count AS count, max(by_subject.latest) AS latest,
    CAST(sum(by_subject."left") AS INTEGER) AS "left", count(*) AS subjects
FROM (SELECT often.family AS family, often.count AS count, often.last AS last, max(wanted.id) FILTER (WHERE
    wanted.opened_at = often.last) AS latest, count(*) FILTER (WHERE wanted.ended_at IS NULL) AS "left"
FROM wanted
JOIN often ON wanted.family = often.family
GROUP BY often.family, often.count, often.last, wanted.subject) AS by_subject
GROUP BY by_subject.family, by_subject.count, by_subject.last
ORDER BY by_subject.count DESC, by_subject.last DESC, by_subject.family) AS came) AS families, (SELECT
    coalesce(json_agg(failed_on), '[]') AS coalesce_4
FROM (SELECT wanted.node AS node, count(*) AS count, count(*) FILTER (WHERE wanted.subject = (%(node_1)s::VARCHAR ||
    wanted.node)) AS own, array_agg(wanted.device) FILTER (WHERE wanted.device != %(device_1)s::VARCHAR) AS devices
FROM wanted
WHERE wanted.node != %(node_2)s::VARCHAR
GROUP BY wanted.node) AS failed_on) AS nodes, (SELECT coalesce(array_agg(newest.id), '{}'::text[]) AS coalesce_5
FROM (SELECT wanted.id AS id
FROM wanted
ORDER BY wanted.opened_at DESC, wanted.id DESC
 LIMIT %(learned_from)s) AS newest) AS latest;

/* as statement 7 of past.sql */;

SELECT incident.id, incident.namespace, incident.name, incident.subject, incident.category, incident.title,
    incident.opened_at, resolution.kind, resolution.summary, resolution.changes, resolution.fix, resolution.resolved_at,
    resolution.seconds_to_resolve, incident.withdrawn, incident.device, incident.family
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.id = any(%(ids)s::TEXT[]);

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

/* as statement 2 of browse_newer.sql */;
