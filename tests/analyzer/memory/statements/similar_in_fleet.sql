SELECT shared.cluster, shared.at_home, shared.category, least(greatest(shared.last_seen,
    to_timestamp(%(to_timestamp_1)s::INTEGER)), now()) AS last_seen, shared.incidents, shared.instructive,
    shared.same_family, shared.same_rule, shared.same_codes, shared.words, shared.bm25, shared.cosine
FROM fleet_similar(CAST(%(family)s::VARCHAR AS TEXT), CAST(%(rule)s::VARCHAR AS TEXT), CAST(%(exit_code)s::INTEGER AS
    INTEGER), CAST(%(xid)s::INTEGER AS INTEGER), CAST(%(words)s::VARCHAR AS INTEGER[]), CAST(%(terms)s::VARCHAR AS
    SPARSEVEC(1000000000)), CAST(%(perfect)s AS DOUBLE PRECISION), CAST(%(model)s::VARCHAR AS TEXT),
    CAST(%(revision)s::VARCHAR AS TEXT), CAST(%(dimension)s::INTEGER AS INTEGER), CAST(%(vector)s::VARCHAR AS HALFVEC),
    array((SELECT incident.family
FROM incident
WHERE incident.tenant = %(tenant)s::VARCHAR AND incident.id = any(%(attached)s::TEXT[])))) AS shared(cluster, failure,
    at_home, category, last_seen, incidents, instructive, same_family, same_rule, same_codes, words, bm25, cosine);
