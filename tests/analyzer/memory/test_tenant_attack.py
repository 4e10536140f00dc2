"""An attack on a tenant: another one calls everything there is with the first one's name, ids, names and families.

Nothing may change, nothing may be shown, and no answer may even differ from what it is when the first tenant does not
exist. What can be called is found by looking; a new function whose arguments nobody has thought of fails the test.
"""

import importlib
import inspect
import pkgutil
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import psycopg
import pyarrow.parquet
import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from casebook_analyzer import memory as package
from casebook_analyzer.errors import CasebookError
from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory, add_login, join_fleet, open_memory, upgrade
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import Corpus, metadata
from casebook_analyzer.memory.encoding.encoder import Vectors
from casebook_analyzer.memory.exhibits.shelf import Shelf
from casebook_analyzer.memory.fleet.fleet import Fleet
from casebook_analyzer.memory.knowledge.document import read_document
from casebook_analyzer.memory.knowledge.library import Library
from casebook_analyzer.memory.search.prepare import prepare_query
from casebook_analyzer.memory.search.text_query import TextQuery
from casebook_analyzer.memory.usage.ledger import UsageLedger
from casebook_analyzer.memory.write.opinions import Amount, SpendingAccount, keep_opinion, settle
from tests.analyzer.memory.attacker import (
    ATTACKER,
    EXPORTED,
    LATER,
    MONTH,
    SEARCHED,
    SECRET,
    SOURCE,
    VICTIM,
    Attacker,
    attacker_with,
    known_incident,
    opinion,
    word,
)
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.exhibits.attached import erasure, exhibit
from tests.analyzer.memory.incidents import earlier, given, make_incident, make_resolution
from tests.databases import as_login

NOT_ATTACKS = {"close", "check", "warm_up"}
"""Methods of Memory that touch no rows."""

OF_ONE_CORPUS = {
    "Fleet": Corpus.CASE,
    "fleet.finding": Corpus.CASE,
    "search.explain": Corpus.CASE,
    "search.free_text": Corpus.CHUNK,
    "search.retrievers": Corpus.CASE,
    "search.similar": Corpus.CASE,
}
"""Modules whose functions take queries of one corpus. Others that take a query or a corpus take both."""


async def _fill(dsn: str) -> None:
    """Incidents of the victim with a secret in every text. It shares them with a fleet; the attacker is in none."""
    join_fleet(dsn, VICTIM, "fleet")
    async with open_memory(dsn, tenant=VICTIM, embedder=WordEmbedder(), fleet=True) as memory:
        await memory.register(f"uid {SECRET}")
        for number in (1, 2, 3):
            found = make_incident(number=number, tenant=VICTIM, days=number, logs=[f"{SECRET} {SEARCHED} {number}"])
            conclusion = msgspec.structs.replace(found.conclusion, title=f"{SECRET} title", summary=SECRET)
            found = msgspec.structs.replace(
                found, conclusion=conclusion, report=f"# {SECRET}\n\n{SECRET} {SEARCHED} {number}\n"
            )
            found = given(found, known_incident(VICTIM), documents=["a.md"])
            await memory.record(found)
            await memory.judge_again(found)
            await memory.resolve(found.id, make_resolution(f"{SECRET} fix", fix=SECRET))
            await memory.give_feedback(found.id, word(SECRET))
            await memory.exhibits.attach(found.id, exhibit("erased"))
            await memory.exhibits.remove(found.id, erasure("erased"))
            await memory.exhibits.attach(found.id, exhibit(SECRET))
            memory.usage.opened(found.id)
            await keep_opinion(memory.session, found.id, opinion(SECRET))
        await memory.usage.flush()
        await settle(memory.session, SpendingAccount(month=MONTH, namespace="shop"), Amount(), Amount(50, 50))
        while await memory.embed_pending():
            pass
        text = f"---\nalerts: {SEARCHED.split()[0]}\n---\n# {SECRET}\n\n{SECRET} {SEARCHED}\n"
        await memory.knowledge.sync(SOURCE, [read_document(SOURCE, "a.md", text)])
        await memory.knowledge.embed()
        await memory.fleet.publish(LATER)


filled = pytest.mark.database(filled_by=_fill)


_PARTS: Mapping[type, Callable[[object], bool]] = {
    Library: inspect.isfunction,
    UsageLedger: inspect.iscoroutinefunction,
    Fleet: inspect.iscoroutinefunction,
    Shelf: inspect.iscoroutinefunction,
}
"""Parts of a memory, and which of their methods are called."""


def _functions() -> Iterator[tuple[str, Callable[..., Any], dict[str, Any]]]:
    """Every public function that takes a session or a connection, every method of Memory and of its library."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for name, function in inspect.getmembers(importlib.import_module(module.name), inspect.isfunction):
            if function.__module__ != module.name or name.startswith("_"):
                continue
            parameters = _parameters(function)
            if {Session, AsyncConnection} & set(parameters.values()):
                yield f"{module.name.removeprefix(f'{package.__name__}.')}.{name}", function, parameters
    for name, method in inspect.getmembers(Memory, inspect.isfunction):
        if not name.startswith("_") and name not in NOT_ATTACKS:
            yield f"Memory.{name}", method, _parameters(method)
    for part, kind in _PARTS.items():
        for name, method in inspect.getmembers(part, kind):
            if not name.startswith("_"):
                yield f"{part.__name__}.{name}", method, _parameters(method) | {"self": part}


def _parameters(function: Callable[..., Any]) -> dict[str, Any]:
    hints = get_type_hints(function)
    return {name: hints.get(name) for name in inspect.signature(function).parameters}


def _corpora(name: str, parameters: Mapping[str, Any]) -> tuple[Corpus, ...]:
    only = OF_ONE_CORPUS.get(name.rpartition(".")[0])
    if only:
        return (only,)
    return tuple(Corpus) if {Corpus, TextQuery} & set(parameters.values()) else (Corpus.CASE,)


async def _answer(
    attacker: Attacker, function: Callable[..., Any], parameters: Mapping[str, Any], claimed: str, corpus: Corpus
) -> object:
    """What a call gives, or how it is refused."""
    others = {name: kind for name, kind in parameters.items() if kind not in (AsyncConnection, TextQuery)}
    given = attacker.arguments(others, claimed, corpus)
    if len(others) == len(parameters):
        return await _called(function, given)
    async with attacker.memory.session.transaction() as connection:
        for name, kind in parameters.items():
            if kind is AsyncConnection:
                given[name] = connection
            if kind is TextQuery:
                vectors = Vectors(attacker.space, [[1.0] * attacker.space.dimension])
                given[name] = await prepare_query(
                    connection, tenant=claimed, corpus=corpus, text=SEARCHED, vectors=vectors
                )
        return await _called(function, given)


async def _called(function: Callable[..., Any], given: Mapping[str, Any]) -> object:
    call = inspect.signature(function).bind_partial()
    call.arguments = {name: given[name] for name in inspect.signature(function).parameters}
    answer = function(*call.args, **call.kwargs)
    if isinstance(answer, AsyncIterator):
        return [item async for item in answer]
    if isinstance(answer, AbstractAsyncContextManager):
        async with answer as (_connection, query):
            return query
    return await answer


def _comparable(answer: object) -> str:
    """Without what differs between any two databases: their names, times of writing and sizes."""
    text = re.sub(r"test_\d+", "test_N", repr(answer))
    text = re.sub(r"datetime\.datetime\(2\d{3}[^)]*\)", "TIME", text)
    return re.sub(r"(database_bytes=)\d+", r"\1N", text)


def _exported(folder: Path) -> str:
    return _comparable(pyarrow.parquet.read_table(folder / EXPORTED).to_pydict())


async def _attack(dsn: str, folder: Path, *, as_tenant: str = ATTACKER) -> dict[str, str]:
    """The answer to every call, in one order. ``as_tenant`` is what every session of the attacker sets."""
    answers = {}
    async with (
        open_memory(dsn, tenant=ATTACKER, embedder=WordEmbedder(), fleet=True) as own,
        open_memory(dsn, tenant=as_tenant, embedder=WordEmbedder(), fleet=True) as memory,
    ):
        attacker = msgspec.structs.replace(await attacker_with(own, folder), memory=memory)
        for name, function, parameters in _functions():
            for claimed in (VICTIM, ATTACKER):
                for corpus in _corpora(name, parameters):
                    try:
                        answer = await _answer(attacker, function, parameters, claimed, corpus)
                    except CasebookError as error:
                        answer = f"{type(error).__name__}: {error}"
                    except Exception as error:
                        error.add_note(f"{name} as {claimed}, {corpus}")
                        raise
                    answers[f"{name} as {claimed}, {corpus}"] = _comparable(answer)
        await attacker.encoder.close()
    return {name: answer.replace(str(folder), "FOLDER") for name, answer in answers.items()} | {
        "the exported file": _exported(folder)
    }


def _rows(dsn: str, tenant: str) -> dict[str, list[str]]:
    with psycopg.connect(dsn) as connection:
        return {
            name: sorted(map(repr, connection.execute(f"SELECT * FROM {name} WHERE tenant = %s", [tenant])))
            for name in metadata.tables
        }


@filled
async def test_no_function_shows_or_changes_anything_of_another_tenant(
    dsn: str, empty_dsn: str, tmp_path: Path
) -> None:
    upgrade(empty_dsn)
    for name in ("without", "with"):
        (tmp_path / name).mkdir()
    before = _rows(dsn, VICTIM)
    assert all(before.values()), [name for name, rows in before.items() if not rows]
    without = await _attack(empty_dsn, tmp_path / "without")
    found = await _attack(dsn, tmp_path / "with")
    assert _rows(dsn, VICTIM) == before
    for name, answer in found.items():
        assert SECRET not in answer, name
        assert answer == without[name], name


@filled
async def test_a_login_that_claims_to_be_another_cluster_is_shown_nothing_by_any_function(
    dsn: str, empty_dsn: str, tmp_path: Path
) -> None:
    upgrade(empty_dsn)
    before = _rows(dsn, VICTIM)
    answers = {}
    try:
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute("CREATE ROLE liar LOGIN")
        for name, database in (("without", empty_dsn), ("with", dsn)):
            (tmp_path / name).mkdir()
            add_login(database, "liar", ATTACKER)
            liar = as_login(database, "liar")
            answers[name] = await _attack(liar, tmp_path / name, as_tenant=VICTIM)
    finally:
        for database in (dsn, empty_dsn):
            with psycopg.connect(database, autocommit=True) as connection:
                connection.execute("DROP OWNED BY liar")
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute("DROP ROLE liar")
    assert _rows(dsn, VICTIM) == before
    for name, answer in answers["with"].items():
        assert SECRET not in answer, name
        assert answer == answers["without"][name], name


@filled
async def test_the_same_calls_by_the_victim_do_show_it(dsn: str) -> None:
    """Or the attack would prove nothing."""
    async with open_memory(dsn, tenant=VICTIM, embedder=WordEmbedder()) as memory:
        for answer in (
            await memory.by_id(known_incident(VICTIM).id),
            (await memory.search(SECRET)).hits,
            [one async for one in memory.history()],
            await memory.families(View()),
            await earlier(memory, known_incident(VICTIM).id),
        ):
            assert SECRET in repr(answer)
