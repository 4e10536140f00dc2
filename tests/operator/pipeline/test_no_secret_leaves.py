"""Secrets of a cluster reach neither the database's files nor the spool, the status, the Events, metrics or the log.

The evidence is planted full of them; everything behind the cluster is the real thing.
"""

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psycopg
import pytest
from prometheus_client import REGISTRY, generate_latest

from casebook_analyzer.memory import Memory, open_memory, upgrade
from casebook_analyzer.memory.database.embedded import start
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator import logs
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.kube import Object
from casebook_operator.pipeline.gathering import EvidenceGatherer
from casebook_operator.pipeline.investigator import Investigator
from casebook_operator.pipeline.publisher import Publisher
from casebook_operator.pipeline.spool import Spool
from casebook_operator.pseudonyms import Pseudonyms
from casebook_operator.scope import Scope
from casebook_operator.settings import ClusterSettings, Settings
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.redaction.corpora import Secret, secrets
from tests.operator.builders import CLUSTER, container, ended, investigation, pod, waiting, workload
from tests.operator.fakes import FakeKube, FakeStore, Here, heads_of, nothing_shared

CANARY = "canaryofthistest"
"""Stands in the log and is no secret: it must be found wherever secrets are looked for."""
CASE = investigation()


def _planted() -> list[Secret]:
    by_kind = {secret.kind: secret for secret in secrets() if "\n" not in secret.text}
    return sorted(by_kind.values(), key=lambda secret: secret.kind)


class LeakyKube(FakeKube):
    """Whatever it is asked for has secrets in it."""

    async def get_text(self, path: str, **query: str | int) -> bytes:
        self.asked.append(path)
        lines = [f"level=error msg={CANARY}", *(secret.text for secret in _planted()), "panic: cannot go on"]
        return "".join(f"2026-03-01T12:00:00.{n:09}Z {line}\n" for n, line in enumerate(lines)).encode()


class KeptSpool(Spool):
    """Shows what was in the files of the cases that are done."""

    kept = b""

    def remove(self, case_id: str) -> None:
        self.kept += _bytes_below(self._directory)
        super().remove(case_id)


def _objects() -> list[Object]:
    texts = [secret.text for secret in _planted()]
    app = container(
        state=waiting("CrashLoopBackOff", texts[0]),
        last=ended("Error", 1, message="\n".join(texts[:12])),
    )
    crashed = pod(app, annotations={f"example.test/a{n}": text for n, text in enumerate(texts)})
    return [workload("Deployment", "checkout"), crashed]


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, Path]]:
    """A database whose files are this test's own, with text in them as it is."""
    folder = Path(tempfile.mkdtemp(prefix="cb-"))
    running = start(folder)
    upgrade(running.dsn)
    with psycopg.connect(running.dsn, autocommit=True) as connection:
        columns = connection.execute(
            "SELECT attrelid::regclass::text, quote_ident(attname) FROM pg_attribute"
            " JOIN pg_class c ON c.oid = attrelid"
            " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attnum > 0 AND attstorage = 'x'"
            " AND NOT attisdropped"
        ).fetchall()
        for table, column in columns:  # a compressed secret could not be found
            connection.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET STORAGE EXTERNAL")
    yield running.dsn, folder
    running.stop()
    shutil.rmtree(folder)


@pytest.fixture
async def memory(server: tuple[str, Path]) -> AsyncIterator[Memory]:
    opened = open_memory(server[0], tenant=CLUSTER, embedder=WordEmbedder())
    yield opened
    await opened.close()


async def test_no_planted_secret_leaves_the_analysis(
    server: tuple[str, Path], memory: Memory, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    dsn, folder = server
    sanitizer = Sanitizer(b"k" * 32, SECRETS_AND_EMAILS)
    logs.redact_with(sanitizer)
    kube, store, cases = LeakyKube(), FakeStore(), OpenCases(look_again=lambda _: None, scope=Scope())
    kube.put(*_objects())
    settings = Settings(cluster=ClusterSettings(name=CLUSTER))
    spool = KeptSpool(tmp_path)
    spool.prepare()
    investigator = Investigator(
        gatherer=EvidenceGatherer(
            kube=kube,
            taxonomy=load_taxonomy,
            pseudonyms=lambda _: Pseudonyms(sanitizer, lambda value: f"digest-of-{value}"),
            spool=spool,
            budget_bytes=settings.evidence.budget_bytes,
            beside=Here(),
            shared=nothing_shared,
        ),
        spool=spool,
        memory=memory,
        taxonomy=load_taxonomy,
        index=cases.index,
        publisher=Publisher(StatusWriter(store, cases), cases, load_taxonomy, settings, heads_of(cases.index)),
        settings=settings,
    )
    cases.put(CASE)
    await investigator.investigate(CASE.uid)
    await memory.embed_pending()
    await investigator.close()
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
    database = _bytes_below(folder)
    assert CANARY.encode() in database
    assert CANARY.encode() in spool.kept
    seen = b"".join((database, spool.kept, repr(vars(store)).encode(), *(s.encode() for s in capfd.readouterr())))
    seen += generate_latest(REGISTRY)
    # It is searched a thousand times: each text between zeros once, and with one byte for a letter.
    text = b"\x00".join(dict.fromkeys(seen.split(b"\x00"))).decode("latin-1")
    assert all(secret.value.isascii() for secret in _planted())
    assert [secret.kind for secret in _planted() if secret.leaks_in(text)] == []


def _bytes_below(folder: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())
