SELECT (SELECT count(*) AS count_1
FROM family
WHERE family.tenant = %(tenant_1)s::VARCHAR) AS families, (SELECT count(*) AS count_2
FROM judgement
WHERE judgement.tenant = %(tenant_2)s::VARCHAR) AS judgements, (SELECT count(*) AS count_3
FROM feedback
WHERE feedback.tenant = %(tenant_3)s::VARCHAR) AS feedback, (SELECT count(DISTINCT feedback.incident_id) AS count_4
FROM feedback
WHERE feedback.tenant = %(tenant_4)s::VARCHAR) AS spoken_of, min(incident.opened_at) AS oldest, max(incident.opened_at)
    AS newest, coalesce(sum(pg_column_size(incident.bundle) + pg_column_size(incident.conclusion) +
    pg_column_size(incident."similar") + pg_column_size(incident.report)), %(coalesce_1)s::INTEGER) AS incident_bytes
FROM incident
WHERE incident.tenant = %(tenant_5)s::VARCHAR;
