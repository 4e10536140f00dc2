SELECT count(*) AS incidents, count(*) FILTER (WHERE incident.ended_at IS NULL) AS open,
    pg_database_size(current_database()) AS database_bytes
FROM incident
WHERE incident.tenant = %(tenant_1)s::VARCHAR;

SELECT count(*) FILTER (WHERE embedding.state = %(state_1)s::VARCHAR AND embedding.model = %(model_1)s::VARCHAR AND
    embedding.revision = %(revision_1)s::VARCHAR AND embedding.dimension = %(dimension_1)s::SMALLINT) AS embedded,
    count(*) FILTER (WHERE embedding.state = %(state_2)s::VARCHAR AND embedding.model = %(model_1)s::VARCHAR AND
    embedding.revision = %(revision_1)s::VARCHAR AND embedding.dimension = %(dimension_1)s::SMALLINT) AS failed,
    count(*) FILTER (WHERE embedding.state = %(state_3)s::VARCHAR AND NOT (embedding.model = %(model_1)s::VARCHAR AND
    embedding.revision = %(revision_1)s::VARCHAR AND embedding.dimension = %(dimension_1)s::SMALLINT)) AS stale,
    count(*) AS "all"
FROM embedding
WHERE embedding.tenant = %(tenant_1)s::VARCHAR;

SELECT count(*) AS count_1
FROM embedding_cache
WHERE embedding_cache.tenant = %(tenant_1)s::VARCHAR;
