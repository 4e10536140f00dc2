SELECT count(*) AS count_1
FROM document
WHERE document.tenant = %(tenant_1)s::VARCHAR AND (cardinality(document.namespaces) = %(cardinality_1)s::INTEGER OR
    document.namespaces && %(namespaces)s::TEXT[]) AND document.source = %(source)s::VARCHAR AND
    (strpos(lower(document.title), lower(%(text)s)) > %(strpos_1)s::INTEGER OR strpos(lower(document.path),
    lower(%(text)s)) > %(strpos_2)s::INTEGER OR strpos(lower(array_to_string(document.names,
    %(array_to_string_1)s::VARCHAR)), lower(%(text)s)) > %(strpos_3)s::INTEGER);

SELECT DISTINCT document.source
FROM document
WHERE document.tenant = %(tenant_1)s::VARCHAR AND (cardinality(document.namespaces) = %(cardinality_1)s::INTEGER OR
    document.namespaces && %(namespaces)s::TEXT[]);

SELECT document.source, document.path
FROM document
WHERE document.tenant = %(tenant_1)s::VARCHAR AND (cardinality(document.namespaces) = %(cardinality_1)s::INTEGER OR
    document.namespaces && %(namespaces)s::TEXT[]) AND document.id = %(id_1)s::VARCHAR;

SELECT document.id, document.source, document.path, document.title, document.link, document.names, document.namespaces,
    document.written_at, (SELECT count(*) AS count_1
FROM passage
WHERE passage.tenant = document.tenant AND passage.document_id = document.id) AS passages
FROM document
WHERE document.tenant = %(tenant_1)s::VARCHAR AND (cardinality(document.namespaces) = %(cardinality_1)s::INTEGER OR
    document.namespaces && %(namespaces)s::TEXT[]) AND document.source = %(source)s::VARCHAR AND
    (strpos(lower(document.title), lower(%(text)s)) > %(strpos_1)s::INTEGER OR strpos(lower(document.path),
    lower(%(text)s)) > %(strpos_2)s::INTEGER OR strpos(lower(array_to_string(document.names,
    %(array_to_string_1)s::VARCHAR)), lower(%(text)s)) > %(strpos_3)s::INTEGER) AND (document.source, document.path) >
    (%(param_1)s::VARCHAR, %(param_2)s::VARCHAR)
ORDER BY document.source, document.path
 LIMIT %(param_3)s::INTEGER;
