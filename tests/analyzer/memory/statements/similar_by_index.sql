/* as statement 2 of similar.sql but for */
--
 WHERE case_lexical.tenant = 'cluster' AND case_lexical.incident_id != %(exclude)s::VARCHAR AND case_lexical.family !=
    all(%(found)s::TEXT[])
-ORDER BY -(case_lexical.weights <#> %(weights)s) DESC
+ORDER BY case_lexical.weights <#> %(weights)s
  LIMIT %(param_3)s::INTEGER) AS anon_1
--
 WHERE case_vector.tenant = 'cluster' AND case_vector.model = 'toy' AND case_vector.revision = '1' AND
    case_vector.dimension = 2 AND case_vector.incident_id != %(exclude)s::VARCHAR AND case_vector.family !=
    all(%(found)s::TEXT[])
-ORDER BY -(CAST(case_vector.embedding AS HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))) DESC
+ORDER BY CAST(case_vector.embedding AS HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))
  LIMIT %(param_10)s::INTEGER) AS anon_2;
