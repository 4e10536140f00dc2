SELECT document.source, document.path, document.title, document.link, document.names, document.namespaces,
    document.written_at, (SELECT count(*) AS count_1
FROM passage
WHERE passage.tenant = document.tenant AND passage.document_id = document.id) AS passages
FROM document
WHERE document.tenant = %(tenant_1)s::VARCHAR AND document.source = %(source_1)s::VARCHAR
ORDER BY document.source, document.path;
