/* as statement 1 of similar.sql */;

/* as statement 2 of search.sql but for */
--
 FROM report_lexical
-WHERE report_lexical.tenant = %(tenant)s::VARCHAR
+WHERE report_lexical.tenant = %(tenant)s::VARCHAR AND report_lexical.incident_id = any(array((SELECT incident.id
+FROM incident
+WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND incident.category
    = %(wanted_category)s::VARCHAR AND incident.ended_at IS NULL)))
 ORDER BY report_lexical.weights <#> %(weights)s
--
 FROM chunk_vector
-WHERE chunk_vector.tenant = 'cluster' AND chunk_vector.model = 'toy' AND chunk_vector.revision = '1' AND
    chunk_vector.dimension = 2
+WHERE chunk_vector.tenant = 'cluster' AND chunk_vector.model = 'toy' AND chunk_vector.revision = '1' AND
    chunk_vector.dimension = 2 AND chunk_vector.incident_id = any(array((SELECT incident.id
+FROM incident
+WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.namespace = any(%(namespaces)s::TEXT[]) AND incident.category
    = %(wanted_category)s::VARCHAR AND incident.ended_at IS NULL)))
 ORDER BY -(CAST(chunk_vector.embedding AS HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))) DESC;
