(SELECT %(param_1)s::VARCHAR AS retriever, anon_1.family, sum(count(*)) OVER () AS rows
FROM (SELECT case_lexical.family AS family, case_lexical.weights <#> %(weights)s AS unlikeness
FROM case_lexical
WHERE case_lexical.tenant = 'cluster' AND (SELECT incident.namespace = any(%(namespaces)s::TEXT[]) AS anon_2
FROM incident
WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.id = case_lexical.incident_id) AND case_lexical.incident_id !=
    %(exclude)s::VARCHAR AND case_lexical.family != all(%(found)s::TEXT[])
ORDER BY case_lexical.weights <#> %(weights)s
 LIMIT %(param_3)s::INTEGER) AS anon_1
GROUP BY anon_1.family
ORDER BY min(anon_1.unlikeness)
 LIMIT %(param_4)s::INTEGER)
UNION ALL (SELECT %(param_5)s::VARCHAR AS retriever, anon_3.family, sum(count(*)) OVER () AS rows
FROM (SELECT case_vector.family AS family, CAST(case_vector.embedding AS HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))
    AS unlikeness
FROM case_vector
WHERE case_vector.tenant = 'cluster' AND case_vector.model = 'toy' AND case_vector.revision = '1' AND
    case_vector.dimension = 2 AND (SELECT incident.namespace = any(%(namespaces)s::TEXT[]) AS anon_4
FROM incident
WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.id = case_vector.incident_id) AND case_vector.incident_id !=
    %(exclude)s::VARCHAR AND case_vector.family != all(%(found)s::TEXT[])
ORDER BY CAST(case_vector.embedding AS HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))
 LIMIT %(param_10)s::INTEGER) AS anon_3
GROUP BY anon_3.family
ORDER BY min(anon_3.unlikeness)
 LIMIT %(param_11)s::INTEGER);
