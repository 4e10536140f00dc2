SELECT of_terms.known, of_terms.frequencies, (SELECT count(*) AS count_1
FROM document
WHERE document.tenant = %(tenant)s::VARCHAR) AS documents, (SELECT count(*) AS count_1
FROM document
WHERE document.tenant = %(tenant)s::VARCHAR AND (%(source)s::VARCHAR = %(param_1)s::VARCHAR OR document.source =
    %(source)s::VARCHAR) AND (cardinality(document.namespaces) = %(cardinality_1)s::INTEGER OR document.namespaces &&
    %(namespaces)s::TEXT[])) AS readable
FROM (SELECT array_agg(term_frequency.term) AS known, array_agg(term_frequency.documents) AS frequencies
FROM term_frequency
WHERE term_frequency.tenant = %(tenant)s::VARCHAR AND term_frequency.corpus = %(param_2)s::VARCHAR AND
    term_frequency.term = any(%(terms)s::INTEGER[])) AS of_terms;

WITH scored AS MATERIALIZED
(SELECT passage.document_id AS document_id, passage.position AS position, %(param_4)s - %(param_5)s /
    CAST((greatest(%(greatest_3)s, -(document.weights <#> %(weights)s)) / CAST(%(rarest)s AS DOUBLE PRECISION) +
    %(param_6)s) AS DOUBLE PRECISION) AS of_document, %(param_7)s - %(param_8)s / CAST((greatest(%(greatest_4)s,
    -(passage.weights <#> %(weights)s)) / CAST(%(rarest)s AS DOUBLE PRECISION) + %(param_9)s) AS DOUBLE PRECISION) AS
    of_passage, document.names && %(names)s::TEXT[] AS named, %(param_10)s::INTEGER - (CAST(passage_vector.embedding AS
    HALFVEC(2)) <=> CAST(%(vector)s AS HALFVEC(2))) AS cosine
FROM passage
JOIN document ON document.tenant = passage.tenant AND document.id = passage.document_id
LEFT OUTER JOIN passage_vector ON passage_vector.tenant = %(tenant_1)s::VARCHAR AND passage_vector.document_id =
    passage.document_id AND passage_vector.position = passage.position AND passage_vector.model = %(model_1)s::VARCHAR
    AND passage_vector.revision = %(revision_1)s::VARCHAR AND passage_vector.dimension = %(dimension_1)s::SMALLINT
WHERE passage.tenant = %(tenant)s::VARCHAR AND (%(source)s::VARCHAR = %(param_11)s::VARCHAR OR document.source =
    %(source)s::VARCHAR) AND (cardinality(document.namespaces) = %(cardinality_1)s::INTEGER OR document.namespaces &&
    %(namespaces)s::TEXT[]))
 SELECT document.source, document.path, document.title, document.link, document.names, passage.heading,
    passage.start_line, passage.end_line, passage.text, top.total, top.cosine, top.of_document, top.of_passage,
    top.named, top.scores, top.squares
FROM (SELECT of_document.document_id AS document_id, of_document.position AS position, of_document.of_document AS
    of_document, of_document.of_passage AS of_passage, of_document.named AS named, of_document.cosine AS cosine,
    of_document.total AS total, of_document.fused AS fused, sum(of_document.fused) OVER () AS scores,
    sum(of_document.fused * of_document.fused) OVER () AS squares
FROM (SELECT DISTINCT ON (scored.document_id) scored.document_id AS document_id, scored.position AS position,
    scored.of_document AS of_document, scored.of_passage AS of_passage, scored.named AS named, scored.cosine AS cosine,
    least(%(least_1)s, CASE WHEN (scored.cosine IS NULL) THEN (%(of_document_1)s * scored.of_document + %(of_passage_1)s
    * scored.of_passage) / CAST(%(param_1)s AS DOUBLE PRECISION) ELSE %(greatest_1)s * greatest(%(greatest_2)s,
    scored.cosine) + %(of_document_1)s * scored.of_document + %(of_passage_1)s * scored.of_passage END + CASE WHEN
    scored.named THEN %(param_2)s ELSE %(param_3)s END) AS total, CASE WHEN (scored.cosine IS NULL) THEN
    (%(of_document_1)s * scored.of_document + %(of_passage_1)s * scored.of_passage) / CAST(%(param_1)s AS DOUBLE
    PRECISION) ELSE %(greatest_1)s * greatest(%(greatest_2)s, scored.cosine) + %(of_document_1)s * scored.of_document +
    %(of_passage_1)s * scored.of_passage END AS fused
FROM scored
WHERE scored.cosine >= %(cosine_1)s OR scored.of_passage > %(of_passage_2)s::INTEGER OR scored.of_document >
    %(of_document_2)s::INTEGER OR scored.named
ORDER BY scored.document_id, least(%(least_1)s, CASE WHEN (scored.cosine IS NULL) THEN (%(of_document_1)s *
    scored.of_document + %(of_passage_1)s * scored.of_passage) / CAST(%(param_1)s AS DOUBLE PRECISION) ELSE
    %(greatest_1)s * greatest(%(greatest_2)s, scored.cosine) + %(of_document_1)s * scored.of_document + %(of_passage_1)s
    * scored.of_passage END + CASE WHEN scored.named THEN %(param_2)s ELSE %(param_3)s END) DESC, scored.position) AS
    of_document
ORDER BY of_document.total DESC, of_document.document_id
 LIMIT %(limit)s::INTEGER) AS top
JOIN passage ON passage.tenant = %(tenant)s::VARCHAR AND passage.document_id = top.document_id AND passage.position =
    top.position
JOIN document ON document.tenant = passage.tenant AND document.id = passage.document_id
ORDER BY top.total DESC, document.source, document.path;
