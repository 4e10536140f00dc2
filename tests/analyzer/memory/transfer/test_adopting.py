"""Past incidents of another system, brought into memory again and again."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory, Retention, purge
from casebook_analyzer.memory.transfer.adopting import Adopted
from casebook_analyzer.models import Feedback, FeedbackSource, FixSource, Incident, ResolutionKind, Verdict
from tests.analyzer.foreign.records import NOW, incidents
from tests.analyzer.memory.consistency import assert_consistent

LOG = "Error: required environment variable DATABASE_URL is not set"
ROW = {"id": "PD-1", "what": f"CrashLoopBackOff\n{LOG}", "fix": "set the variable", "namespace": "shop"}
EVERYTHING = View(homes=frozenset({"shop"}), recurrence=timedelta(days=14))


async def bring(memory: Memory, found: Sequence[Incident]) -> tuple[Adopted, list[int]]:
    steps: list[int] = []
    return await memory.adopt(found, steps.append), steps


@pytest.fixture
def past(tmp_path: Path) -> list[Incident]:
    others = [
        {"id": f"PD-{number}", "what": f"something {number} else", "namespace": "shop"} for number in range(2, 55)
    ]
    return incidents(tmp_path, ROW, *others)


async def test_records_are_brought_in_once(memory: Memory, dsn: str, past: list[Incident], tmp_path: Path) -> None:
    assert await bring(memory, past) == (Adopted(written=54), [50, 4])
    assert await bring(memory, past) == (Adopted(known=54), [50, 4])
    (changed,) = incidents(tmp_path, ROW | {"fix": "set the variable again"})
    word = Feedback(verdict=Verdict.CONFIRMED, author="ana", source=FeedbackSource.COMMAND, given_at=NOW)
    await memory.give_feedback(changed.id, word)
    assert (await bring(memory, [changed]))[0] == Adopted(replaced=1)
    found = await memory.by_id(changed.id)
    assert found is not None
    assert found.resolution is not None
    assert found.resolution.fix == "set the variable again"
    assert (await memory.past(found, EVERYTHING)).feedback == (msgspec.structs.replace(word, client=""),)
    assert_consistent(dsn)


async def test_a_later_failure_finds_them_with_what_fixed_it(
    memory: Memory, past: list[Incident], tmp_path: Path
) -> None:
    await bring(memory, past)
    (now,) = incidents(tmp_path, {"id": "new", "what": f"CrashLoopBackOff\n{LOG}", "namespace": "bank"})
    seen = msgspec.structs.replace(now.bundle, imported=None)
    similar = await memory.similar(seen, now.conclusion, namespace="bank")
    best = similar.incidents[0]
    assert best.imported is not None
    assert (best.imported.origin, best.resolution, best.fixed) == ("Pager PD-1", "set the variable", True)
    family = await memory.family(past[0].conclusion.signature.key, EVERYTHING)
    assert family is not None
    assert [(fix.fix, fix.source, fix.succeeded) for fix in family.fixes] == [("set the variable", FixSource.PERSON, 1)]


async def test_they_are_kept_as_long_as_what_people_vouch_for(memory: Memory, past: list[Incident]) -> None:
    await bring(memory, past[:1])
    found = await memory.by_id(past[0].id)
    assert found is not None
    assert found.resolution is not None
    assert found.resolution.kind is ResolutionKind.IMPORTED
    assert sum((await purge(memory.session, Retention(), NOW + timedelta(days=4_000))).values()) == 0
    assert (await purge(memory.session, Retention(confirmed_days=1), NOW + timedelta(days=4_000)))["confirmed"] == 1
