/* as statement 2 of search.sql but for */
--
 WHERE chunk_vector.tenant = 'cluster' AND chunk_vector.model = 'toy' AND chunk_vector.revision = '1' AND
    chunk_vector.dimension = 2
-ORDER BY -(CAST(chunk_vector.embedding AS HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))) DESC
+ORDER BY CAST(chunk_vector.embedding AS HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))
  LIMIT %(param_13)s::INTEGER),;
