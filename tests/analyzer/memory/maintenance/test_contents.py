"""What a person is told of how much there is: of one cluster, whatever the others have."""

from collections.abc import Callable
from datetime import timedelta

import msgspec

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.maintenance.contents import MemoryContents, read_contents
from casebook_analyzer.models import Feedback, FeedbackSource, Verdict
from tests.analyzer.memory.incidents import OPENED, make_incident


async def test_nothing_is_counted_as_nothing(memory: Memory) -> None:
    assert await read_contents(memory.session) == MemoryContents(
        families=0, judgements=0, feedback=0, spoken_of=0, oldest=None, newest=None, incident_bytes=0
    )


async def test_each_cluster_counts_its_own(opened: Callable[..., Memory]) -> None:
    mine, other = opened(), opened(tenant="cluster-b")
    first = make_incident()
    for incident in (first, make_incident(number=2, days=3), make_incident("oom", days=9)):
        await mine.record(incident)
    await other.record(make_incident(number=7, days=70, tenant="cluster-b"))
    await mine.judge_again(
        msgspec.structs.replace(first, conclusion=msgspec.structs.replace(first.conclusion, title="Another title"))
    )
    for note in ("once", "twice"):
        word = Feedback(verdict=Verdict.CONFIRMED, note=note, source=FeedbackSource.COMMAND, given_at=OPENED)
        await mine.give_feedback(first.id, word)
    found = await read_contents(mine.session)
    assert (found.families, found.judgements, found.feedback, found.spoken_of) == (2, 1, 2, 1)
    assert (found.oldest, found.newest) == (OPENED, OPENED + timedelta(days=9))
    assert found.incident_bytes > (await read_contents(other.session)).incident_bytes > 0
