"""A memory of any size for ``retrieval_speed``, written with COPY: ``record`` would take hours.

Every incident is a variation of a golden case (tests/cases): its terms with some left out and others, drawn from a
vocabulary by Zipf's law, put in; its vectors are those of the real model, moved a little. Three of ten incidents are
recurrences of an earlier one: the same family, and half of them in the same words.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import psycopg
from psycopg import sql
from psycopg.adapt import Dumper
from psycopg.pq import Format
from psycopg.types import TypeInfo
from typing_extensions import override

from casebook_analyzer.memory.database.tables import Corpus
from casebook_analyzer.memory.encoding import bm25
from casebook_analyzer.memory.encoding.case_text import deciding_rule
from casebook_analyzer.memory.encoding.chunks import Chunk
from casebook_analyzer.memory.encoding.encoder import Space
from casebook_analyzer.memory.encoding.tokens import tokenize
from casebook_analyzer.memory.incidents.about import numbers_about
from casebook_analyzer.memory.incidents.rows import document
from casebook_analyzer.models import Conclusion, EvidenceBundle

Floats = npt.NDArray[np.float32]
Row = tuple[Any, ...]

WORDS = 40_000
_EXPONENT = 1.05
_RECURRING = 0.3
_SAME_WORDS = 0.5
_BATCH = 500
_OPENED = datetime(2025, 1, 1, tzinfo=UTC)
_MOVED = 0.35
"""How far a vector is moved, as a share of its length: the cosine with the original is 0.94."""
_ADDED = 4
"""Words put into a text, on average."""


class Template(msgspec.Struct, frozen=True, kw_only=True):
    """A golden case, as both corpora see it."""

    bundle: EvidenceBundle
    conclusion: Conclusion
    case: str
    case_vector: Floats
    chunks: Sequence[Chunk]
    chunk_vectors: Floats


class Drawn(msgspec.Struct, frozen=True):
    """The terms of one document: ids in order, and how often each occurs."""

    ids: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int32]

    @property
    def length(self) -> int:
        """In terms."""
        return int(self.counts.sum())


class _Family(msgspec.Struct, frozen=True):
    template: int
    words: Drawn
    vector: Floats


class _Made(msgspec.Struct, frozen=True, kw_only=True):
    """One incident."""

    number: int
    id: str
    family: str
    template: int
    words: Drawn
    vector: Floats
    parts: Sequence[Drawn]
    part_vectors: Floats


def vocabulary() -> list[str]:
    """Made-up words, the most frequent first."""
    syllables = [a + b for a in "bcdfgklmnprstvz" for b in "aeiou"]
    size = len(syllables)
    return [
        syllables[n % size] + syllables[(n * 7 + 3) % size] + syllables[(n // size) % size] + syllables[n // size**2]
        for n in range(WORDS)
    ]


class Filler:
    """Draws incidents and writes them."""

    def __init__(self, dsn: str, templates: Sequence[Template], space: Space, *, seed: int = 7) -> None:
        self._dsn = dsn
        self._templates = templates
        self._space = (space.model, space.revision, space.dimension)
        self._random = np.random.default_rng(seed)
        self._words = np.array([bm25.term_id(word) for word in vocabulary()], dtype=np.int32)
        odds = 1 / np.arange(1, WORDS + 1) ** _EXPONENT
        self._odds = np.cumsum(odds / odds.sum())
        self._cases = [_drawn(template.case) for template in templates]
        self._parts = [[_drawn(part.indexed) for part in template.chunks] for template in templates]
        # Nearly what it will be. Stored weights say which average they were computed with, so they stay comparable.
        lengths = {Corpus.CASE: self._cases, Corpus.CHUNK: [part for parts in self._parts for part in parts]}
        self._average = {
            corpus: float(np.mean([one.length for one in all_] or [1])) for corpus, all_ in lengths.items()
        }
        self._documents = [(document(one.bundle), document(one.conclusion)) for one in templates]

    def fill(self, tenant: str, incidents: int) -> None:
        """Write a tenant that has nothing yet, with its statistics."""
        statistics = {corpus: _Statistics() for corpus in Corpus}
        families: list[_Family] = []
        with psycopg.connect(self._dsn) as connection:
            _register(connection)
            connection.execute("SET session_replication_role = replica")  # what foreign keys ask for is all here
            for start in range(0, incidents, _BATCH):
                made = [self._incident(number, families) for number in range(start, min(incidents, start + _BATCH))]
                for one in made:
                    statistics[Corpus.CASE].add([one.words])
                    statistics[Corpus.CHUNK].add(one.parts)
                for name, columns in _COLUMNS.items():
                    self._copy(
                        connection, name, columns, [row for one in made for row in self._rows(name, tenant, one)]
                    )
            for corpus, counted in statistics.items():
                counted.write(connection, tenant, corpus, self._average[corpus])
        self.vacuum()

    def copy(self, tenant: str, copies: Sequence[str]) -> None:
        """Write tenants that have the same as one that was filled: what one searches, others never see.

        Their rows lie between each other, as those of clusters that record at the same time.
        """
        with psycopg.connect(self._dsn) as connection:
            connection.execute("SET session_replication_role = replica")
            for name in (*_COLUMNS, "corpus_statistics", "term_frequency"):
                table = sql.Identifier(name)
                columns = [
                    sql.Identifier(column.name)
                    for column in connection.execute(sql.SQL("SELECT * FROM {} LIMIT 0").format(table)).description
                    or ()
                    if column.name != "tenant"
                ]
                listed = sql.SQL(", ").join(columns)
                statement = sql.SQL(
                    "INSERT INTO {} (tenant, {}) SELECT unnest(%s::text[]), {} FROM {} WHERE tenant = %s"
                )
                connection.execute(statement.format(table, listed, listed, table), (list(copies), tenant))
        self.vacuum()

    def vacuum(self) -> None:
        """What autovacuum would do with time."""
        with psycopg.connect(self._dsn, autocommit=True) as connection:
            connection.execute("VACUUM (ANALYZE)")

    def _incident(self, number: int, families: list[_Family]) -> _Made:
        random = self._random
        if families and random.random() < _RECURRING:
            place = int(random.integers(len(families)))
            family = families[place]
            if random.random() >= _SAME_WORDS:
                family = _Family(family.template, self._varied(family.words, 0.05, 1), self._moved(family.vector, 0.1))
        else:
            place, template = len(families), int(random.integers(len(self._templates)))
            words = self._varied(self._cases[template], 0.15, _ADDED)
            family = _Family(template, words, self._moved(self._templates[template].case_vector, _MOVED))
            families.append(family)
        return _Made(
            number=number,
            id=_id(number),
            family=f"{place:016x}",
            template=family.template,
            words=family.words,
            vector=family.vector,
            parts=[self._varied(part, 0.1, _ADDED) for part in self._parts[family.template]],
            part_vectors=self._moved(self._templates[family.template].chunk_vectors, _MOVED),
        )

    def _varied(self, words: Drawn, left_out: float, put_in: int) -> Drawn:
        keep = self._random.random(len(words.ids)) >= left_out
        drawn = np.searchsorted(self._odds, self._random.random(self._random.poisson(put_in)))
        ids = np.concatenate((words.ids[keep], self._words[drawn]))
        counts = np.concatenate((words.counts[keep], np.ones(len(drawn), dtype=np.int32)))
        ids, places = np.unique(ids, return_inverse=True)
        return Drawn(ids, np.bincount(places, weights=counts).astype(np.int32))

    def _moved(self, vectors: Floats, by: float) -> Floats:
        noise = self._random.standard_normal(vectors.shape, dtype=np.float32)
        noise *= by / np.linalg.norm(noise, axis=-1, keepdims=True)
        moved = vectors + noise
        unit: Floats = moved / np.linalg.norm(moved, axis=-1, keepdims=True)
        return unit

    def _rows(self, table: str, tenant: str, one: _Made) -> Iterator[Row]:  # noqa: C901 - a case for each table
        """The rows of one incident in one table."""
        parts = self._templates[one.template].chunks
        match table:
            case "family":
                signature = self._templates[one.template].conclusion.signature
                yield tenant, one.family, signature.reason, signature.exit_code, signature.xid, "", signature.template
            case "incident":
                yield self._incident_row(tenant, one)
            case "case_lexical":
                yield tenant, one.id, one.family, one.words.length, self._weights(one.words, Corpus.CASE)
            case "case_vector":
                yield tenant, one.id, one.family, *self._space, _halfvec(one.vector)
            case "chunk":
                for part in parts:
                    lines = (part.start_line, part.end_line)
                    yield tenant, one.id, part.position, part.heading, *lines, part.text
            case "chunk_lexical":
                for part, words in zip(parts, one.parts, strict=True):
                    yield tenant, one.id, part.position, words.length, self._weights(words, Corpus.CHUNK)
            case "report_lexical":
                weights = [bm25.document_weights(_counts(words), self._average[Corpus.CHUNK]) for words in one.parts]
                yield tenant, one.id, _sparsevec(bm25.pool(weights))
            case "chunk_vector":
                for part, vector in zip(parts, one.part_vectors, strict=True):
                    yield tenant, one.id, part.position, *self._space, _halfvec(vector)
            case _:
                raise ValueError(table)

    def _incident_row(self, tenant: str, one: _Made) -> Row:
        bundle, conclusion = self._documents[one.template]
        conclusion = _about(conclusion, one.number)
        opened = _OPENED + timedelta(minutes=5 * one.number)
        subject = f"Deployment/shop/app-{one.number % 997}"
        of = self._templates[one.template].conclusion
        place = (f"ns-{one.number % 50}", f"app-{one.number}", 1, opened, subject, of.category.value, of.title)
        narrow = (*place, deciding_rule(of.category, of.rules), self._templates[one.template].bundle.signal.node_name)
        told = self._templates[one.template].bundle
        severity = (of.severity or told.signal.severity).value
        asked = (severity, told.subject.device, f"team-{one.number % 20}")
        about = numbers_about(subject, conclusion)
        return tenant, one.id, *narrow, one.family, bundle, conclusion, [], "", one.number % 2 == 0, *asked, about

    def _weights(self, words: Drawn, corpus: Corpus) -> "_Sparsevec":
        return _sparsevec(bm25.document_weights(_counts(words), self._average[corpus]))

    @staticmethod
    def _copy(connection: psycopg.Connection, table: str, columns: str, rows: list[Row]) -> None:
        names, types = zip(*(column.split(":") for column in columns.split()), strict=True)
        into = f"{table} ({', '.join(names)})"
        if table == "family":  # a family is there already when one of its cases comes back
            values = ", ".join(["%s"] * len(names))
            connection.cursor().executemany(f"INSERT INTO {into} VALUES ({values}) ON CONFLICT DO NOTHING", rows)  # noqa: S608 (names of its own)
            return
        with connection.cursor().copy(f"COPY {into} FROM STDIN (FORMAT BINARY)") as copy:
            copy.set_types(types)
            for row in rows:
                copy.write_row(row)


def _about(conclusion: Mapping[str, Any], number: int) -> dict[str, Any]:
    """The conclusion with objects and tags that many incidents have, or few, or this one alone."""
    pod = {"kind": "Pod", "namespace": f"ns-{number % 50}", "name": f"app-{number}-x2x4z", "role": "affected"}
    shared = {"kind": "Service", "namespace": "data", "name": f"postgres-{number % 3}", "role": "related"}
    tags = (f"owner=team-{number % 20}", f"rack=r-{number % 5_000}", f"zone=eu-west-1{'abc'[number % 3]}")
    return {
        **conclusion,
        "entities": [*conclusion["entities"], pod, shared],
        "environment_tags": [*conclusion["environment_tags"], *tags],
    }


class _Statistics:
    """Of one corpus."""

    def __init__(self) -> None:
        self._documents = self._terms = 0
        self._frequencies: dict[int, int] = {}

    def add(self, documents: Sequence[Drawn]) -> None:
        self._documents += len(documents)
        for one in documents:
            self._terms += one.length
            for term in one.ids.tolist():
                self._frequencies[term] = self._frequencies.get(term, 0) + 1

    def write(self, connection: psycopg.Connection, tenant: str, corpus: Corpus, average: float) -> None:
        connection.execute(
            "INSERT INTO corpus_statistics (tenant, corpus, documents, terms, average_length) "
            "VALUES (%s, %s, %s, %s, %s)",
            (tenant, corpus.value, self._documents, self._terms, average),
        )
        with connection.cursor().copy("COPY term_frequency (tenant, corpus, term, documents) FROM STDIN") as copy:
            for term, documents in self._frequencies.items():
                copy.write_row((tenant, corpus.value, term, documents))


_COLUMNS = {
    "family": "tenant:text id:text reason:text exit_code:int4 xid:int4 owner_kind:text template:text",
    "incident": "tenant:text id:text namespace:text name:text episode:int4 opened_at:timestamptz subject:text "
    'category:text title:text rule:text node:text family:text bundle:jsonb conclusion:jsonb "similar":jsonb '
    "report:text instructive:bool severity:text device:text owner:text about:int8[]",
    "case_lexical": "tenant:text incident_id:text family:text length:int4 weights:sparsevec",
    "case_vector": "tenant:text incident_id:text family:text model:text revision:text dimension:int2 embedding:halfvec",
    "chunk": "tenant:text incident_id:text position:int2 heading:text start_line:int4 end_line:int4 text:text",
    "chunk_lexical": "tenant:text incident_id:text position:int2 length:int4 weights:sparsevec",
    "report_lexical": "tenant:text incident_id:text weights:sparsevec",
    "chunk_vector": "tenant:text incident_id:text position:int2 model:text revision:text dimension:int2 "
    "embedding:halfvec",
}


class _Halfvec(bytes):
    """As PostgreSQL receives it."""


class _Sparsevec(bytes):
    """As PostgreSQL receives it."""


class _Raw(Dumper):
    format = Format.BINARY

    @override
    def dump(self, obj: bytes) -> bytes:
        return bytes(obj)


def _register(connection: psycopg.Connection) -> None:
    for name, kind in (("halfvec", _Halfvec), ("sparsevec", _Sparsevec)):
        info = TypeInfo.fetch(connection, name)
        assert info is not None
        info.register(connection)
        connection.adapters.register_dumper(kind, type(f"{name}Dumper", (_Raw,), {"oid": info.oid}))


def _id(number: int) -> str:
    """As long as the UID of an Investigation, and in no order, as these are."""
    text = f"{(number * 0x9E3779B97F4A7C15 + 1) % 2**64:016x}{number:016x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def _drawn(text: str) -> Drawn:
    counts = bm25.count(tokenize(text))
    ids = np.array(sorted(counts), dtype=np.int32)
    return Drawn(ids, np.array([counts[term] for term in ids.tolist()], dtype=np.int32))


def _counts(words: Drawn) -> dict[int, int]:
    return dict(zip(words.ids.tolist(), words.counts.tolist(), strict=True))


def _sparsevec(weights: Mapping[int, float]) -> _Sparsevec:
    terms = sorted(weights)
    head = np.array([bm25.DIMENSIONS, len(terms), 0], dtype=">i4").tobytes()
    values = np.array([weights[term] for term in terms], dtype=">f4").tobytes()
    return _Sparsevec(head + np.array(terms, dtype=">i4").tobytes() + values)


def _halfvec(vector: Floats) -> _Halfvec:
    return _Halfvec(len(vector).to_bytes(2) + b"\0\0" + vector.astype(">f2").tobytes())
