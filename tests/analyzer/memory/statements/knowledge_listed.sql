SELECT document.id, document.source, document.path, document.title, document.link, document.names, document.namespaces,
    document.written_at, (SELECT count(*) AS count_1
FROM passage
WHERE passage.tenant = document.tenant AND passage.document_id = document.id) AS passages
FROM document
WHERE document.tenant = %(tenant_1)s::VARCHAR AND document.source = %(source_1)s::VARCHAR
ORDER BY document.source, document.path;

SELECT asked.target, count(attachment.incident_id) AS attached, count(attachment.incident_id) FILTER (WHERE
    resolution.kind IN (%(kind_1_1)s::VARCHAR, %(kind_1_2)s::VARCHAR, %(kind_1_3)s::VARCHAR, %(kind_1_4)s::VARCHAR,
    %(kind_1_5)s::VARCHAR, %(kind_1_6)s::VARCHAR, %(kind_1_7)s::VARCHAR, %(kind_1_8)s::VARCHAR, %(kind_1_9)s::VARCHAR)
    AND resolution.fix != %(fix_1)s::VARCHAR AND (attachment.incident_id NOT IN (/* as the SELECT of
    feedback.incident_id in family.sql */))) AS followed, count(attachment.incident_id) FILTER (WHERE
    attachment.incident_id IN (SELECT feedback.incident_id
FROM feedback
WHERE feedback.tenant = %(mine)s::VARCHAR)) AS said, sum(coalesce(opening.times, %(coalesce_1)s::INTEGER)) AS opened
FROM unnest(%(targets)s::TEXT[]) AS asked(target)
LEFT OUTER JOIN attachment ON attachment.tenant = %(mine)s::VARCHAR AND attachment.kind = %(kind_2)s::VARCHAR AND
    attachment.target = asked.target
LEFT OUTER JOIN resolution ON resolution.tenant = %(mine)s::VARCHAR AND resolution.incident_id = attachment.incident_id
LEFT OUTER JOIN resolution AS own ON own.tenant = %(mine)s::VARCHAR AND own.incident_id = asked.target
LEFT OUTER JOIN opening ON opening.tenant = %(mine)s::VARCHAR AND opening.incident_id = attachment.incident_id
GROUP BY asked.target;
