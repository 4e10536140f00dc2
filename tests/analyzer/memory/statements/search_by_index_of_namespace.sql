/* as statement 2 of search.sql but for */
--
 FROM report_lexical
-WHERE report_lexical.tenant = %(tenant)s::VARCHAR
+WHERE report_lexical.tenant = %(tenant)s::VARCHAR AND report_lexical.incident_id = any(array((SELECT incident.id
+FROM incident
+WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]))))
 ORDER BY report_lexical.weights <#> %(weights)s
--
 FROM chunk_vector
-WHERE chunk_vector.tenant = 'cluster' AND chunk_vector.model = 'toy' AND chunk_vector.revision = '1' AND
    chunk_vector.dimension = 2
-ORDER BY -(CAST(chunk_vector.embedding AS HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))) DESC
+WHERE chunk_vector.tenant = 'cluster' AND chunk_vector.model = 'toy' AND chunk_vector.revision = '1' AND
    chunk_vector.dimension = 2 AND (SELECT incident.namespace = any(%(namespaces)s::TEXT[]) AS anon_1
+FROM incident
+WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.id = chunk_vector.incident_id)
+ORDER BY CAST(chunk_vector.embedding AS HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))
  LIMIT %(param_13)s::INTEGER),;
