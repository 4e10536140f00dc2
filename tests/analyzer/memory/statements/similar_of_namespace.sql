/* as statement 1 of similar.sql */;

/* as statement 2 of similar.sql but for */
--
 FROM case_lexical
-WHERE case_lexical.tenant = 'cluster' AND case_lexical.incident_id != %(exclude)s::VARCHAR AND case_lexical.family !=
    all(%(found)s::TEXT[])
+WHERE case_lexical.tenant = 'cluster' AND case_lexical.incident_id = any(array((SELECT incident.id
+FROM incident
+WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[])))) AND
    case_lexical.incident_id != %(exclude)s::VARCHAR AND case_lexical.family != all(%(found)s::TEXT[])
 ORDER BY -(case_lexical.weights <#> %(weights)s) DESC
--
 FROM case_vector
-WHERE case_vector.tenant = 'cluster' AND case_vector.model = 'toy' AND case_vector.revision = '1' AND
    case_vector.dimension = 2 AND case_vector.incident_id != %(exclude)s::VARCHAR AND case_vector.family !=
    all(%(found)s::TEXT[])
+WHERE case_vector.tenant = 'cluster' AND case_vector.model = 'toy' AND case_vector.revision = '1' AND
    case_vector.dimension = 2 AND case_vector.incident_id = any(array((SELECT incident.id
+FROM incident
+WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[])))) AND
    case_vector.incident_id != %(exclude)s::VARCHAR AND case_vector.family != all(%(found)s::TEXT[])
 ORDER BY -(CAST(case_vector.embedding AS HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))) DESC;

/* as statement 2 of similar.sql */;

SELECT /* as the columns of statement 3 of similar.sql */
FROM unnest(%(families)s::TEXT[]) AS anon_1(family)
JOIN LATERAL ((SELECT /* as the columns of member in similar.sql */
FROM incident
WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.family = anon_1.family AND incident.id != %(exclude)s::VARCHAR
    AND incident.namespace = any(%(namespaces)s::TEXT[])
ORDER BY incident.instructive DESC, incident.opened_at DESC
 LIMIT %(param_2)s::INTEGER)
UNION ALL (SELECT /* as the columns of member in similar.sql */
FROM incident
WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.family = anon_1.family AND incident.id != %(exclude)s::VARCHAR
    AND NOT (incident.namespace = any(%(namespaces)s::TEXT[]))
ORDER BY incident.instructive DESC, incident.opened_at DESC
 LIMIT %(param_2)s::INTEGER)) AS member ON true
JOIN case_lexical ON case_lexical.tenant = %(tenant)s::VARCHAR AND case_lexical.incident_id = member.id
JOIN family ON family.tenant = %(tenant)s::VARCHAR AND family.id = member.family
LEFT OUTER JOIN resolution ON resolution.tenant = %(tenant)s::VARCHAR AND resolution.incident_id = member.id
LEFT OUTER JOIN case_vector ON case_vector.tenant = %(tenant)s::VARCHAR AND case_vector.incident_id = member.id AND
    case_vector.tenant = 'cluster' AND case_vector.model = 'toy' AND case_vector.revision = '1' AND
    case_vector.dimension = 2;

/* as statement 4 of similar.sql */;
