SELECT incident.id, incident.tenant, incident.namespace, incident.name, incident.episode, incident.opened_at,
    incident.bundle, incident.conclusion, incident.report, incident."similar", incident.withdrawn, incident.knowledge,
    incident.caused_by, incident.opinion, resolution.kind, resolution.summary, resolution.changes, resolution.fix,
    resolution.resolved_at, resolution.seconds_to_resolve
FROM incident
LEFT OUTER JOIN resolution ON resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
WHERE incident.tenant = %(tenant_1)s::VARCHAR AND incident.id = %(id_1)s::VARCHAR;

SELECT case_vector.tenant, case_vector.incident_id, case_vector.family, case_vector.model, case_vector.revision,
    case_vector.dimension, case_vector.embedding
FROM case_vector
WHERE case_vector.tenant = %(tenant_1)s::VARCHAR AND case_vector.incident_id = %(incident_id_1)s::VARCHAR;

/* as statement 1 of similar.sql */;

SELECT /* as the columns of statement 3 of similar.sql */
FROM (SELECT /* as the columns of member in similar.sql */
FROM incident
WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.id = %(id)s::VARCHAR) AS member
JOIN case_lexical ON case_lexical.tenant = %(tenant)s::VARCHAR AND case_lexical.incident_id = member.id
JOIN family ON family.tenant = %(tenant)s::VARCHAR AND family.id = member.family
LEFT OUTER JOIN resolution ON resolution.tenant = %(tenant)s::VARCHAR AND resolution.incident_id = member.id
LEFT OUTER JOIN case_vector ON case_vector.tenant = %(tenant)s::VARCHAR AND case_vector.incident_id = member.id AND
    case_vector.tenant = 'cluster' AND case_vector.model = 'toy' AND case_vector.revision = '1' AND
    case_vector.dimension = 2;

SELECT case_lexical.weights
FROM case_lexical
WHERE case_lexical.tenant = %(tenant_1)s::VARCHAR AND case_lexical.incident_id = %(incident_id_1)s::VARCHAR;

WITH scored AS
(SELECT case_lexical.incident_id AS incident_id, -(case_lexical.weights <#> %(weights)s) AS value
FROM case_lexical
WHERE case_lexical.tenant = 'cluster' AND case_lexical.incident_id != %(exclude)s::VARCHAR)
 SELECT (SELECT scored.value
FROM scored
WHERE scored.incident_id = %(hit)s::VARCHAR) AS raw, count(*) FILTER (WHERE scored.value > (SELECT scored.value
FROM scored
WHERE scored.incident_id = %(hit)s::VARCHAR)) AS above, count(*) AS "all"
FROM scored;

WITH scored AS
(SELECT case_vector.incident_id AS incident_id, %(param_1)s::INTEGER - (CAST(case_vector.embedding AS HALFVEC(2)) <=>
    CAST(%(vector)s AS HALFVEC(2))) AS value
FROM case_vector
WHERE case_vector.tenant = 'cluster' AND case_vector.model = 'toy' AND case_vector.revision = '1' AND
    case_vector.dimension = 2 AND case_vector.incident_id != %(exclude)s::VARCHAR)
 /* as what follows the common table expressions in explain.sql */;

/* as statement 2 of similar.sql */;

/* as statement 3 of similar.sql */;
