"""What people wrote, attached to a case: by name, by its words, or not at all."""

from collections.abc import Callable

import msgspec
import psycopg
import pytest
from sqlalchemy import event

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Band, FittingKnowledge, Incident
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import make_incident
from tests.analyzer.memory.knowledge.written import FILES, LINK, fill, shelf, write

filled = pytest.mark.database(filled_by=fill)


async def _fitting(memory: Memory, case: Incident) -> FittingKnowledge:
    found = (await memory.recollect(case, View())).knowledge
    assert found is not None
    return found


def _with(case: Incident, **changes: object) -> Incident:
    return msgspec.structs.replace(case, conclusion=msgspec.structs.replace(case.conclusion, **changes))


async def test_without_anything_written_nothing_is_looked_for(memory: Memory) -> None:
    await memory.recollect(make_incident(), View())  # the model's space is asked for once
    asked: list[str] = []
    _listen(memory, asked)
    assert (await memory.recollect(make_incident(), View())).knowledge is None
    assert not [one for one in asked if "passage" in one]


def _listen(memory: Memory, asked: list[str]) -> None:
    engine = memory.session._engine.sync_engine
    event.listen(engine, "before_cursor_execute", lambda *given: asked.append(given[2]))


@filled
async def test_a_document_that_names_the_rule_or_the_object_fits(memory: Memory) -> None:
    oom = await _fitting(memory, _with(make_incident("oom", workload="cache"), rules=("memory-limit",)))
    first = oom.passages[0]
    assert (first.path, first.band) == ("memory/oom.md", Band.STRONG)
    assert first.why[0] == "names the rule memory-limit"
    assert first.link == LINK.replace("{path}", "memory/oom.md").replace("{line}", str(first.start_line))
    checkout = await _fitting(memory, make_incident("forbidden", workload="checkout"))
    assert "config/environment.md" in [one.path for one in checkout.passages]


@filled
async def test_a_runbook_that_quotes_the_deciding_line_fits_by_its_words(opened: Callable[..., Memory]) -> None:
    """Whatever else the case says: here 40 lines of a log that no runbook knows."""
    case = make_incident(
        "missing_env", workload="orders", logs=[f"step{n} of unit{n * 7} went well" for n in range(40)]
    )
    for memory in (opened(embedder=WordEmbedder()), opened()):
        found = await _fitting(memory, case)
        assert found.passages[0].path == "config/environment.md"
        assert "DATABASE_URL is not set" in found.passages[0].excerpt
        (why,) = found.passages[0].why
        assert {"required", "variable", "database_url"} <= {*why.removeprefix("same words: ").split(", ")}


@filled
async def test_that_nothing_fits_is_an_answer_with_a_reason(memory: Memory) -> None:
    found = await _fitting(memory, make_incident("xid79", workload="train"))
    assert found.passages == ()
    assert found.reason.startswith(f"nothing fits among {len(FILES) - 1} documents: ")


async def test_what_is_for_readers_of_another_namespace_is_not_even_compared(memory: Memory) -> None:
    text = (
        "---\nnamespaces: [payments]\nrules: [memory-limit]\n---\n# Memory\n\nRaise the limit of the settlement worker."
    )
    await write(memory, shelf({"secret.md": text}))
    case = _with(make_incident("oom"), rules=("memory-limit",))
    assert (await _fitting(memory, case)).passages == ()
    assert "secret" not in (await _fitting(memory, case)).reason
    theirs = msgspec.structs.replace(case, namespace="payments")
    assert [one.path for one in (await _fitting(memory, theirs)).passages] == ["secret.md"]


@filled
async def test_what_was_attached_stays_with_the_incident(memory: Memory, dsn: str) -> None:
    case = _with(make_incident("oom"), rules=("memory-limit",))
    found = await memory.recollect(case, View())
    await memory.record(msgspec.structs.replace(case, knowledge=found.knowledge))
    await memory.record(make_incident("xid79"))
    await memory.knowledge.remove("runbooks")
    kept, without = await memory.by_id(case.id), await memory.by_id(make_incident("xid79").id)
    assert kept is not None
    assert kept.knowledge == found.knowledge
    assert without is not None
    assert without.knowledge is None
    with psycopg.connect(dsn) as connection:
        rows = connection.execute("SELECT id FROM incident WHERE knowledge = '[]'").fetchall()
    assert rows == [(make_incident("xid79").id,)]
