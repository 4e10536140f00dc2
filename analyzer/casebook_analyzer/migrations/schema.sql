-- What all migrations of Casebook give, for reading. `casebook db upgrade` makes the database. This file is
-- written by `make sql`, and a test compares it with a database that was upgraded.

CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;

CREATE TABLE public.login (
    login text NOT NULL,
    tenant text NOT NULL
);

CREATE FUNCTION public.session_tenant() RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    RETURN COALESCE((SELECT login.tenant FROM public.login WHERE (login.login = SESSION_USER)), CASE WHEN pg_has_role(SESSION_USER, CURRENT_USER, 'MEMBER'::text) THEN current_setting('casebook.tenant'::text, true) ELSE NULL::text END);

CREATE TABLE public.fleet_member (
    tenant text NOT NULL,
    fleet text NOT NULL
);

CREATE TABLE public.sharing (
    tenant text NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.sharing FORCE ROW LEVEL SECURITY;

CREATE FUNCTION public.fleet_clusters() RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'public', 'pg_temp'
    BEGIN ATOMIC
 SELECT other.tenant
    FROM ((public.fleet_member mine
      JOIN public.fleet_member other ON (((other.fleet = mine.fleet) AND (other.tenant <> mine.tenant))))
      JOIN public.sharing ON ((sharing.tenant = other.tenant)))
   WHERE ((mine.tenant = public.session_tenant()) AND (EXISTS ( SELECT
            FROM public.sharing own
           WHERE (own.tenant = mine.tenant))));
END;

CREATE TABLE public.shared_family (
    tenant text NOT NULL,
    family text NOT NULL,
    category text NOT NULL,
    rule text NOT NULL,
    exit_code integer,
    xid integer,
    words integer[] NOT NULL,
    incidents integer NOT NULL,
    instructive boolean NOT NULL,
    last_seen timestamp with time zone NOT NULL,
    weights public.sparsevec(1000000000) NOT NULL,
    model text,
    revision text,
    dimension smallint,
    embedding public.halfvec,
    written_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_shared_family_category CHECK ((char_length(category) <= 64)),
    CONSTRAINT ck_shared_family_dimension CHECK ((public.vector_dims(embedding) = dimension)),
    CONSTRAINT ck_shared_family_last_seen CHECK (isfinite(last_seen)),
    CONSTRAINT ck_shared_family_weights CHECK ((octet_length(public.sparsevec_send(weights)) <= 8012)),
    CONSTRAINT ck_shared_family_words CHECK ((cardinality(words) <= 1000))
);
ALTER TABLE ONLY public.shared_family ALTER COLUMN weights SET STORAGE MAIN;
ALTER TABLE ONLY public.shared_family ALTER COLUMN embedding SET STORAGE PLAIN;

ALTER TABLE ONLY public.shared_family FORCE ROW LEVEL SECURITY;

CREATE FUNCTION public.fleet_families(wanted text[]) RETURNS TABLE(family text, cluster text, incidents integer, last_seen timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'public', 'pg_temp'
    BEGIN ATOMIC
 SELECT shared.family,
     others.cluster,
     shared.incidents,
     shared.last_seen
    FROM (public.fleet_clusters() others(cluster)
      JOIN public.shared_family shared ON (((shared.tenant = others.cluster) AND (shared.family = ANY (fleet_families.wanted)))));
END;

CREATE FUNCTION public.fleet_similar(of_family text, of_rule text, of_exit_code integer, of_xid integer, of_words integer[], terms public.sparsevec, perfect double precision, of_model text, of_revision text, of_dimension integer, vector public.halfvec, known text[]) RETURNS TABLE(cluster text, failure integer, at_home boolean, category text, last_seen timestamp with time zone, incidents integer, instructive boolean, same_family boolean, same_rule boolean, same_codes boolean, words double precision, bm25 double precision, cosine double precision)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'public', 'pg_temp'
    BEGIN ATOMIC
 SELECT others.cluster,
     (dense_rank() OVER (ORDER BY best.family))::integer AS dense_rank,
     (best.family = ANY (fleet_similar.known)),
     best.category,
     best.last_seen,
     best.incidents,
     best.instructive,
     (best.family = fleet_similar.of_family),
         CASE
             WHEN ((fleet_similar.of_rule <> ''::text) AND (best.rule <> ''::text)) THEN (best.rule = fleet_similar.of_rule)
             ELSE NULL::boolean
         END AS "case",
     ((NOT (best.exit_code IS DISTINCT FROM fleet_similar.of_exit_code)) AND (NOT (best.xid IS DISTINCT FROM fleet_similar.of_xid))),
         CASE
             WHEN ((cardinality(fleet_similar.of_words) > 0) AND (cardinality(best.words) > 0)) THEN ( SELECT ((count(*) FILTER (WHERE (counted.number > 1)))::double precision / (count(*))::double precision)
                FROM ( SELECT count(*) AS number
                        FROM unnest((fleet_similar.of_words || best.words)) word(word)
                       GROUP BY word.word) counted)
             ELSE NULL::double precision
         END AS "case",
     best.bm25,
     best.cosine
    FROM (public.fleet_clusters() others(cluster)
      CROSS JOIN LATERAL ( SELECT scored.family,
             scored.category,
             scored.rule,
             scored.exit_code,
             scored.xid,
             scored.words,
             scored.incidents,
             scored.instructive,
             scored.last_seen,
             scored.bm25,
             scored.cosine,
             scored.score
            FROM ( SELECT compared.family,
                     compared.category,
                     compared.rule,
                     compared.exit_code,
                     compared.xid,
                     compared.words,
                     compared.incidents,
                     compared.instructive,
                     compared.last_seen,
                     compared.bm25,
                     compared.cosine,
                     (((
                         CASE
                             WHEN (compared.cosine IS NULL) THEN 1.0
                             ELSE 0.3
                         END)::double precision * LEAST((1)::double precision, COALESCE((compared.bm25 / NULLIF(fleet_similar.perfect, (0)::double precision)), (0)::double precision))) + ((0.7)::double precision * COALESCE(compared.cosine, (0)::double precision))) AS score
                    FROM ( SELECT latest.family,
                             latest.category,
                             latest.rule,
                             latest.exit_code,
                             latest.xid,
                             latest.words,
                             latest.incidents,
                             latest.instructive,
                             latest.last_seen,
                             (- (latest.weights OPERATOR(public.<#>) fleet_similar.terms)) AS bm25,
                                 CASE
                                     WHEN ((latest.model = fleet_similar.of_model) AND (latest.revision = fleet_similar.of_revision) AND (latest.dimension = fleet_similar.of_dimension)) THEN ((1)::double precision - (latest.embedding OPERATOR(public.<=>) fleet_similar.vector))
                                     ELSE NULL::double precision
                                 END AS cosine
                            FROM ( SELECT shared_family.tenant,
                                     shared_family.family,
                                     shared_family.category,
                                     shared_family.rule,
                                     shared_family.exit_code,
                                     shared_family.xid,
                                     shared_family.words,
                                     shared_family.incidents,
                                     shared_family.instructive,
                                     shared_family.last_seen,
                                     shared_family.weights,
                                     shared_family.model,
                                     shared_family.revision,
                                     shared_family.dimension,
                                     shared_family.embedding,
                                     shared_family.written_at
                                    FROM public.shared_family
                                   WHERE (shared_family.tenant = others.cluster)
                                   ORDER BY shared_family.last_seen DESC
                                  LIMIT 10000) latest
                          OFFSET 0) compared) scored
           WHERE ((scored.family = fleet_similar.of_family) OR (scored.score >= (0.35)::double precision))
           ORDER BY (scored.family = fleet_similar.of_family) DESC, scored.score DESC
          LIMIT 16) best);
END;

CREATE FUNCTION public.own_fleet() RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'public', 'pg_temp'
    RETURN (SELECT fleet_member.fleet FROM public.fleet_member WHERE (fleet_member.tenant = public.session_tenant()));

CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);

CREATE TABLE public.attachment (
    tenant text NOT NULL,
    incident_id text NOT NULL,
    kind text NOT NULL,
    target text NOT NULL,
    namespace text NOT NULL,
    CONSTRAINT ck_attachment_kind CHECK ((kind = ANY (ARRAY['incident'::text, 'document'::text])))
);

ALTER TABLE ONLY public.attachment FORCE ROW LEVEL SECURITY;

CREATE TABLE public.case_lexical (
    tenant text NOT NULL,
    incident_id text NOT NULL,
    family text NOT NULL,
    length integer NOT NULL,
    weights public.sparsevec(1000000000) NOT NULL
);
ALTER TABLE ONLY public.case_lexical ALTER COLUMN weights SET STORAGE MAIN;

ALTER TABLE ONLY public.case_lexical FORCE ROW LEVEL SECURITY;

CREATE TABLE public.case_vector (
    tenant text NOT NULL,
    incident_id text NOT NULL,
    family text NOT NULL,
    model text NOT NULL,
    revision text NOT NULL,
    dimension smallint NOT NULL,
    embedding public.halfvec NOT NULL,
    CONSTRAINT ck_case_vector_dimension CHECK ((public.vector_dims(embedding) = dimension))
);
ALTER TABLE ONLY public.case_vector ALTER COLUMN embedding SET STORAGE PLAIN;

ALTER TABLE ONLY public.case_vector FORCE ROW LEVEL SECURITY;

CREATE TABLE public.chunk (
    tenant text NOT NULL,
    incident_id text NOT NULL,
    "position" smallint NOT NULL,
    heading text NOT NULL,
    start_line integer NOT NULL,
    end_line integer NOT NULL,
    text text NOT NULL
);

ALTER TABLE ONLY public.chunk FORCE ROW LEVEL SECURITY;

CREATE TABLE public.chunk_lexical (
    tenant text NOT NULL,
    incident_id text NOT NULL,
    "position" smallint NOT NULL,
    length integer NOT NULL,
    weights public.sparsevec(1000000000) NOT NULL
);
ALTER TABLE ONLY public.chunk_lexical ALTER COLUMN weights SET STORAGE MAIN;

ALTER TABLE ONLY public.chunk_lexical FORCE ROW LEVEL SECURITY;

CREATE TABLE public.chunk_vector (
    tenant text NOT NULL,
    incident_id text NOT NULL,
    "position" smallint NOT NULL,
    model text NOT NULL,
    revision text NOT NULL,
    dimension smallint NOT NULL,
    embedding public.halfvec NOT NULL,
    CONSTRAINT ck_chunk_vector_dimension CHECK ((public.vector_dims(embedding) = dimension))
);
ALTER TABLE ONLY public.chunk_vector ALTER COLUMN embedding SET STORAGE PLAIN;

ALTER TABLE ONLY public.chunk_vector FORCE ROW LEVEL SECURITY;

CREATE TABLE public.corpus_statistics (
    tenant text NOT NULL,
    corpus text NOT NULL,
    documents integer NOT NULL,
    terms bigint NOT NULL,
    average_length double precision NOT NULL
);

ALTER TABLE ONLY public.corpus_statistics FORCE ROW LEVEL SECURITY;

CREATE TABLE public.document (
    tenant text NOT NULL,
    id text NOT NULL,
    source text NOT NULL,
    path text NOT NULL,
    title text NOT NULL,
    link text NOT NULL,
    digest text NOT NULL,
    names text[] NOT NULL,
    namespaces text[] NOT NULL,
    weights public.sparsevec(1000000000) NOT NULL,
    written_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.document ALTER COLUMN weights SET STORAGE MAIN;

ALTER TABLE ONLY public.document FORCE ROW LEVEL SECURITY;

CREATE TABLE public.embedding (
    tenant text NOT NULL,
    incident_id text NOT NULL,
    state text NOT NULL,
    attempts smallint NOT NULL,
    error text NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    model text NOT NULL,
    revision text NOT NULL,
    dimension smallint NOT NULL,
    CONSTRAINT ck_embedding_state CHECK ((state = ANY (ARRAY['pending'::text, 'embedded'::text, 'failed'::text])))
);

ALTER TABLE ONLY public.embedding FORCE ROW LEVEL SECURITY;

CREATE TABLE public.embedding_cache (
    tenant text NOT NULL,
    model text NOT NULL,
    revision text NOT NULL,
    dimension smallint NOT NULL,
    digest bytea NOT NULL,
    embedding public.halfvec NOT NULL,
    used_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_embedding_cache_dimension CHECK ((public.vector_dims(embedding) = dimension))
);
ALTER TABLE ONLY public.embedding_cache ALTER COLUMN embedding SET STORAGE PLAIN;

ALTER TABLE ONLY public.embedding_cache FORCE ROW LEVEL SECURITY;

CREATE TABLE public.erasure (
    tenant text NOT NULL,
    incident_id text NOT NULL,
    number integer NOT NULL,
    digest text NOT NULL,
    author text NOT NULL,
    source text NOT NULL,
    erased_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.erasure FORCE ROW LEVEL SECURITY;

CREATE TABLE public.exhibit (
    tenant text NOT NULL,
    incident_id text NOT NULL,
    "position" smallint NOT NULL,
    digest text NOT NULL,
    name text NOT NULL,
    media_type text NOT NULL,
    size integer NOT NULL,
    author text NOT NULL,
    source text NOT NULL,
    attached_at timestamp with time zone NOT NULL,
    text text NOT NULL
);

ALTER TABLE ONLY public.exhibit FORCE ROW LEVEL SECURITY;

CREATE TABLE public.family (
    tenant text NOT NULL,
    id text NOT NULL,
    reason text NOT NULL,
    exit_code integer,
    xid integer,
    owner_kind text NOT NULL,
    template text NOT NULL
);

ALTER TABLE ONLY public.family FORCE ROW LEVEL SECURITY;

CREATE TABLE public.feedback (
    tenant text NOT NULL,
    incident_id text NOT NULL,
    number integer NOT NULL,
    verdict text NOT NULL,
    category text,
    cause text NOT NULL,
    fix text NOT NULL,
    note text NOT NULL,
    author text NOT NULL,
    source text NOT NULL,
    client text NOT NULL,
    given_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_feedback_verdict CHECK ((verdict = ANY (ARRAY['confirmed'::text, 'corrected'::text, 'rejected'::text])))
);

ALTER TABLE ONLY public.feedback FORCE ROW LEVEL SECURITY;

CREATE TABLE public.incident (
    tenant text NOT NULL,
    id text NOT NULL,
    namespace text NOT NULL,
    name text NOT NULL,
    episode integer NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    subject text NOT NULL,
    category text NOT NULL,
    title text NOT NULL,
    family text NOT NULL,
    bundle jsonb NOT NULL,
    conclusion jsonb NOT NULL,
    "similar" jsonb NOT NULL,
    report text NOT NULL,
    instructive boolean NOT NULL,
    rule text NOT NULL,
    node text NOT NULL,
    withdrawn jsonb DEFAULT '[]'::jsonb NOT NULL,
    caused_by text DEFAULT ''::text NOT NULL,
    knowledge jsonb DEFAULT '[]'::jsonb NOT NULL,
    severity text NOT NULL,
    device text DEFAULT ''::text NOT NULL,
    owner text DEFAULT ''::text NOT NULL,
    ended_at timestamp with time zone,
    opinion jsonb,
    about bigint[] NOT NULL
);
ALTER TABLE ONLY public.incident ALTER COLUMN about SET STATISTICS 0;

ALTER TABLE ONLY public.incident FORCE ROW LEVEL SECURITY;

CREATE TABLE public.judgement (
    tenant text NOT NULL,
    incident_id text NOT NULL,
    number integer NOT NULL,
    replaced_at timestamp with time zone NOT NULL,
    conclusion jsonb NOT NULL
);

ALTER TABLE ONLY public.judgement FORCE ROW LEVEL SECURITY;

CREATE TABLE public.knowledge_source (
    tenant text NOT NULL,
    source text NOT NULL,
    synced_at timestamp with time zone NOT NULL,
    every_seconds double precision,
    unusable integer NOT NULL
);

ALTER TABLE ONLY public.knowledge_source FORCE ROW LEVEL SECURITY;

CREATE TABLE public.opening (
    tenant text NOT NULL,
    incident_id text NOT NULL,
    times integer NOT NULL
);

ALTER TABLE ONLY public.opening FORCE ROW LEVEL SECURITY;

CREATE TABLE public.passage (
    tenant text NOT NULL,
    document_id text NOT NULL,
    "position" smallint NOT NULL,
    heading text NOT NULL,
    start_line integer NOT NULL,
    end_line integer NOT NULL,
    text text NOT NULL,
    weights public.sparsevec(1000000000) NOT NULL
);
ALTER TABLE ONLY public.passage ALTER COLUMN weights SET STORAGE MAIN;

ALTER TABLE ONLY public.passage FORCE ROW LEVEL SECURITY;

CREATE TABLE public.passage_vector (
    tenant text NOT NULL,
    document_id text NOT NULL,
    "position" smallint NOT NULL,
    model text NOT NULL,
    revision text NOT NULL,
    dimension smallint NOT NULL,
    embedding public.halfvec NOT NULL,
    CONSTRAINT ck_passage_vector_dimension CHECK ((public.vector_dims(embedding) = dimension))
);
ALTER TABLE ONLY public.passage_vector ALTER COLUMN embedding SET STORAGE PLAIN;

ALTER TABLE ONLY public.passage_vector FORCE ROW LEVEL SECURITY;

CREATE TABLE public.report_lexical (
    tenant text NOT NULL,
    incident_id text NOT NULL,
    weights public.sparsevec(1000000000) NOT NULL
)
WITH (toast_tuple_target='8160');
ALTER TABLE ONLY public.report_lexical ALTER COLUMN weights SET STORAGE MAIN;

ALTER TABLE ONLY public.report_lexical FORCE ROW LEVEL SECURITY;

CREATE TABLE public.resolution (
    tenant text NOT NULL,
    incident_id text NOT NULL,
    kind text NOT NULL,
    summary text NOT NULL,
    changes jsonb NOT NULL,
    fix text NOT NULL,
    resolved_at timestamp with time zone NOT NULL,
    seconds_to_resolve integer NOT NULL
);

ALTER TABLE ONLY public.resolution FORCE ROW LEVEL SECURITY;

CREATE TABLE public.spending (
    tenant text NOT NULL,
    month text NOT NULL,
    namespace text NOT NULL,
    tokens bigint NOT NULL,
    cost_micros bigint NOT NULL
);

ALTER TABLE ONLY public.spending FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tenant (
    tenant text NOT NULL,
    cluster_uid text NOT NULL,
    first_used_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.tenant FORCE ROW LEVEL SECURITY;

CREATE TABLE public.term_frequency (
    tenant text NOT NULL,
    corpus text NOT NULL,
    term integer NOT NULL,
    documents integer NOT NULL
);

ALTER TABLE ONLY public.term_frequency FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);

ALTER TABLE ONLY public.attachment
    ADD CONSTRAINT pk_attachment PRIMARY KEY (tenant, incident_id, kind, target);

ALTER TABLE ONLY public.case_lexical
    ADD CONSTRAINT pk_case_lexical PRIMARY KEY (tenant, incident_id);

ALTER TABLE ONLY public.case_vector
    ADD CONSTRAINT pk_case_vector PRIMARY KEY (tenant, incident_id);

ALTER TABLE ONLY public.chunk
    ADD CONSTRAINT pk_chunk PRIMARY KEY (tenant, incident_id, "position");

ALTER TABLE ONLY public.chunk_lexical
    ADD CONSTRAINT pk_chunk_lexical PRIMARY KEY (tenant, incident_id, "position");

ALTER TABLE ONLY public.chunk_vector
    ADD CONSTRAINT pk_chunk_vector PRIMARY KEY (tenant, incident_id, "position");

ALTER TABLE ONLY public.corpus_statistics
    ADD CONSTRAINT pk_corpus_statistics PRIMARY KEY (tenant, corpus);

ALTER TABLE ONLY public.document
    ADD CONSTRAINT pk_document PRIMARY KEY (tenant, id);

ALTER TABLE ONLY public.embedding
    ADD CONSTRAINT pk_embedding PRIMARY KEY (tenant, incident_id);

ALTER TABLE ONLY public.embedding_cache
    ADD CONSTRAINT pk_embedding_cache PRIMARY KEY (tenant, model, revision, dimension, digest);

ALTER TABLE ONLY public.erasure
    ADD CONSTRAINT pk_erasure PRIMARY KEY (tenant, incident_id, number);

ALTER TABLE ONLY public.exhibit
    ADD CONSTRAINT pk_exhibit PRIMARY KEY (tenant, incident_id, "position");

ALTER TABLE ONLY public.family
    ADD CONSTRAINT pk_family PRIMARY KEY (tenant, id);

ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT pk_feedback PRIMARY KEY (tenant, incident_id, number);

ALTER TABLE ONLY public.fleet_member
    ADD CONSTRAINT pk_fleet_member PRIMARY KEY (tenant);

ALTER TABLE ONLY public.incident
    ADD CONSTRAINT pk_incident PRIMARY KEY (tenant, id);

ALTER TABLE ONLY public.judgement
    ADD CONSTRAINT pk_judgement PRIMARY KEY (tenant, incident_id, number);

ALTER TABLE ONLY public.knowledge_source
    ADD CONSTRAINT pk_knowledge_source PRIMARY KEY (tenant, source);

ALTER TABLE ONLY public.login
    ADD CONSTRAINT pk_login PRIMARY KEY (login);

ALTER TABLE ONLY public.opening
    ADD CONSTRAINT pk_opening PRIMARY KEY (tenant, incident_id);

ALTER TABLE ONLY public.passage
    ADD CONSTRAINT pk_passage PRIMARY KEY (tenant, document_id, "position");

ALTER TABLE ONLY public.passage_vector
    ADD CONSTRAINT pk_passage_vector PRIMARY KEY (tenant, document_id, "position");

ALTER TABLE ONLY public.report_lexical
    ADD CONSTRAINT pk_report_lexical PRIMARY KEY (tenant, incident_id);

ALTER TABLE ONLY public.resolution
    ADD CONSTRAINT pk_resolution PRIMARY KEY (tenant, incident_id);

ALTER TABLE ONLY public.shared_family
    ADD CONSTRAINT pk_shared_family PRIMARY KEY (tenant, family);

ALTER TABLE ONLY public.sharing
    ADD CONSTRAINT pk_sharing PRIMARY KEY (tenant);

ALTER TABLE ONLY public.spending
    ADD CONSTRAINT pk_spending PRIMARY KEY (tenant, month, namespace);

ALTER TABLE ONLY public.tenant
    ADD CONSTRAINT pk_tenant PRIMARY KEY (tenant);

ALTER TABLE ONLY public.term_frequency
    ADD CONSTRAINT pk_term_frequency PRIMARY KEY (tenant, corpus, term);

CREATE INDEX ix_attachment_target ON public.attachment USING btree (tenant, kind, target) INCLUDE (incident_id, namespace);

CREATE UNIQUE INDEX ix_document_path ON public.document USING btree (tenant, source, path);

CREATE INDEX ix_embedding_cache_used ON public.embedding_cache USING btree (tenant, used_at);

CREATE INDEX ix_embedding_state ON public.embedding USING btree (tenant, state, model, revision, dimension);

CREATE UNIQUE INDEX ix_exhibit_digest ON public.exhibit USING btree (tenant, incident_id, digest);

CREATE INDEX ix_feedback_given ON public.feedback USING btree (tenant, given_at);

CREATE INDEX ix_incident_about ON public.incident USING btree (tenant, namespace, opened_at, id) INCLUDE (category, severity, owner, subject, node, device, family, caused_by, instructive, ended_at, about);

CREATE INDEX ix_incident_caused_by ON public.incident USING btree (tenant, caused_by) WHERE (caused_by <> ''::text);

CREATE INDEX ix_incident_family ON public.incident USING btree (tenant, family, instructive, opened_at) INCLUDE (namespace);

CREATE INDEX ix_incident_name ON public.incident USING btree (tenant, namespace, name, opened_at);

CREATE INDEX ix_incident_node ON public.incident USING btree (tenant, node, opened_at, id) INCLUDE (namespace, subject, device);

CREATE INDEX ix_incident_open ON public.incident USING btree (tenant, opened_at, id) INCLUDE (namespace, category, severity, caused_by, about) WHERE (ended_at IS NULL);

CREATE INDEX ix_incident_opened ON public.incident USING btree (tenant, opened_at, id) INCLUDE (namespace, category, severity, owner, subject, node, device, family, caused_by, instructive, ended_at);

CREATE INDEX ix_incident_owner ON public.incident USING btree (tenant, owner, opened_at, id) WHERE (owner <> ''::text);

CREATE INDEX ix_incident_subject ON public.incident USING btree (tenant, subject, opened_at);

CREATE INDEX ix_shared_family_seen ON public.shared_family USING btree (tenant, last_seen);

ALTER TABLE ONLY public.attachment
    ADD CONSTRAINT fk_attachment_incident FOREIGN KEY (tenant, incident_id) REFERENCES public.incident(tenant, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.case_lexical
    ADD CONSTRAINT fk_case_lexical_incident FOREIGN KEY (tenant, incident_id) REFERENCES public.incident(tenant, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.case_vector
    ADD CONSTRAINT fk_case_vector_incident FOREIGN KEY (tenant, incident_id) REFERENCES public.incident(tenant, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.chunk
    ADD CONSTRAINT fk_chunk_incident FOREIGN KEY (tenant, incident_id) REFERENCES public.incident(tenant, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.chunk_lexical
    ADD CONSTRAINT fk_chunk_lexical_chunk FOREIGN KEY (tenant, incident_id, "position") REFERENCES public.chunk(tenant, incident_id, "position") ON DELETE CASCADE;

ALTER TABLE ONLY public.chunk_vector
    ADD CONSTRAINT fk_chunk_vector_chunk FOREIGN KEY (tenant, incident_id, "position") REFERENCES public.chunk(tenant, incident_id, "position") ON DELETE CASCADE;

ALTER TABLE ONLY public.embedding
    ADD CONSTRAINT fk_embedding_incident FOREIGN KEY (tenant, incident_id) REFERENCES public.incident(tenant, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.erasure
    ADD CONSTRAINT fk_erasure_incident FOREIGN KEY (tenant, incident_id) REFERENCES public.incident(tenant, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.exhibit
    ADD CONSTRAINT fk_exhibit_incident FOREIGN KEY (tenant, incident_id) REFERENCES public.incident(tenant, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT fk_feedback_incident FOREIGN KEY (tenant, incident_id) REFERENCES public.incident(tenant, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.incident
    ADD CONSTRAINT fk_incident_family FOREIGN KEY (tenant, family) REFERENCES public.family(tenant, id);

ALTER TABLE ONLY public.judgement
    ADD CONSTRAINT fk_judgement_incident FOREIGN KEY (tenant, incident_id) REFERENCES public.incident(tenant, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.opening
    ADD CONSTRAINT fk_opening_incident FOREIGN KEY (tenant, incident_id) REFERENCES public.incident(tenant, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.passage
    ADD CONSTRAINT fk_passage_document FOREIGN KEY (tenant, document_id) REFERENCES public.document(tenant, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.passage_vector
    ADD CONSTRAINT fk_passage_vector_passage FOREIGN KEY (tenant, document_id, "position") REFERENCES public.passage(tenant, document_id, "position") ON DELETE CASCADE;

ALTER TABLE ONLY public.report_lexical
    ADD CONSTRAINT fk_report_lexical_incident FOREIGN KEY (tenant, incident_id) REFERENCES public.incident(tenant, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.resolution
    ADD CONSTRAINT fk_resolution_incident FOREIGN KEY (tenant, incident_id) REFERENCES public.incident(tenant, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.shared_family
    ADD CONSTRAINT fk_shared_family_family FOREIGN KEY (tenant, family) REFERENCES public.family(tenant, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.shared_family
    ADD CONSTRAINT fk_shared_family_sharing FOREIGN KEY (tenant) REFERENCES public.sharing(tenant) ON DELETE CASCADE;

ALTER TABLE public.attachment ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.case_lexical ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.case_vector ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.chunk ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.chunk_lexical ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.chunk_vector ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.corpus_statistics ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.document ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.embedding ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.embedding_cache ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.erasure ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.exhibit ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.family ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.feedback ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.incident ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.judgement ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.knowledge_source ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.opening ENABLE ROW LEVEL SECURITY;

CREATE POLICY owner ON public.shared_family FOR SELECT USING (( SELECT pg_has_role(CURRENT_USER, pg_class.relowner, 'USAGE'::text) AS pg_has_role
   FROM pg_class
  WHERE (pg_class.oid = ('public.shared_family'::regclass)::oid)));

CREATE POLICY owner ON public.sharing FOR SELECT USING (( SELECT pg_has_role(CURRENT_USER, pg_class.relowner, 'USAGE'::text) AS pg_has_role
   FROM pg_class
  WHERE (pg_class.oid = ('public.sharing'::regclass)::oid)));

ALTER TABLE public.passage ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.passage_vector ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.report_lexical ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.resolution ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.shared_family ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sharing ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.spending ENABLE ROW LEVEL SECURITY;

CREATE POLICY tenant ON public.attachment USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.case_lexical USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.case_vector USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.chunk USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.chunk_lexical USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.chunk_vector USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.corpus_statistics USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.document USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.embedding USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.embedding_cache USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.erasure USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.exhibit USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.family USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.feedback USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.incident USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.judgement USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.knowledge_source USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.opening USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.passage USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.passage_vector USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.report_lexical USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.resolution USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.shared_family USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.sharing USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.spending USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

ALTER TABLE public.tenant ENABLE ROW LEVEL SECURITY;

CREATE POLICY tenant ON public.tenant USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

CREATE POLICY tenant ON public.term_frequency USING ((tenant = ( SELECT public.session_tenant() AS session_tenant)));

ALTER TABLE public.term_frequency ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA public TO casebook_app;

REVOKE ALL ON FUNCTION public.session_tenant() FROM PUBLIC;
GRANT ALL ON FUNCTION public.session_tenant() TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sharing TO casebook_app;

REVOKE ALL ON FUNCTION public.fleet_clusters() FROM PUBLIC;
GRANT ALL ON FUNCTION public.fleet_clusters() TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.shared_family TO casebook_app;

REVOKE ALL ON FUNCTION public.fleet_families(wanted text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.fleet_families(wanted text[]) TO casebook_app;

REVOKE ALL ON FUNCTION public.fleet_similar(of_family text, of_rule text, of_exit_code integer, of_xid integer, of_words integer[], terms public.sparsevec, perfect double precision, of_model text, of_revision text, of_dimension integer, vector public.halfvec, known text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.fleet_similar(of_family text, of_rule text, of_exit_code integer, of_xid integer, of_words integer[], terms public.sparsevec, perfect double precision, of_model text, of_revision text, of_dimension integer, vector public.halfvec, known text[]) TO casebook_app;

REVOKE ALL ON FUNCTION public.own_fleet() FROM PUBLIC;
GRANT ALL ON FUNCTION public.own_fleet() TO casebook_app;

GRANT SELECT ON TABLE public.alembic_version TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.attachment TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.case_lexical TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.case_vector TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.chunk TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.chunk_lexical TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.chunk_vector TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.corpus_statistics TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.document TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.embedding TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.embedding_cache TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.erasure TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.exhibit TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.family TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.feedback TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.incident TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.judgement TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.knowledge_source TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.opening TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.passage TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.passage_vector TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.report_lexical TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.resolution TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.spending TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tenant TO casebook_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.term_frequency TO casebook_app;
