"""Statuses tell what was said in the browser and by agents: of that the API server tells nobody."""

from datetime import timedelta

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Feedback, FeedbackSource, Verdict
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.feedback.rounds import FeedbackRounds
from casebook_operator.investigation import parse
from tests.crds.schema import STATUS, problems
from tests.operator.builders import at
from tests.operator.feedback.test_sync import INCIDENT, Office, memory, office, proposed, seen

__all__ = ["memory", "office"]

HOUR = 3600.0


def rounds(office: Office, now: list[float]) -> FeedbackRounds:
    return FeedbackRounds(
        memory=office.memory,
        writer=StatusWriter(office.store, office.cases, clock=lambda: at(now[0])),
        cases=office.cases,
        view=lambda namespace: View(namespaces=frozenset({namespace})),
        clock=lambda: at(now[0]),
    )


async def test_a_fix_that_an_agent_proposes_comes_into_the_status_and_goes_when_a_person_confirms_it(
    office: Office, memory: Memory
) -> None:
    office.cases.put(parse(seen({})))
    now = [60.0]
    looking = rounds(office, now)
    await looking.round()
    assert office.store.statuses == []
    await memory.give_feedback(INCIDENT.id, proposed())
    await looking.round()
    (one,) = office.store.statuses[-1]["proposedFixes"]
    assert (one["number"], one["fix"], one["author"]) == (1, "drop it", "bot")
    assert problems(office.store.statuses[-1], STATUS) == []
    ((_, reason, note),) = office.store.events
    assert (reason, note) == ("FixProposed", "Proposed by bot (agent), not yet confirmed, number 1: drop it")
    await looking.round()
    assert len(office.store.statuses) == len(office.store.events) == 1
    pressed = Feedback(verdict=Verdict.CONFIRMED, author="ann", source=FeedbackSource.PAGE, given_at=at(90))
    await memory.give_feedback(INCIDENT.id, pressed, proposal=1)
    now[0] = 120.0
    await looking.round()
    written = office.store.statuses[-1]
    assert written["proposedFixes"] == []
    assert written["suggestedFixes"][0]["fix"] == "drop it"
    assert len(office.store.events) == 1, "that it waits no more is no news"


async def test_what_was_said_while_nobody_looked_is_told_by_the_next_one(office: Office, memory: Memory) -> None:
    await memory.give_feedback(INCIDENT.id, proposed())
    office.cases.put(parse(seen({})))
    await rounds(office, [timedelta(days=2).total_seconds()]).round()
    assert office.store.statuses[-1]["proposedFixes"][0]["fix"] == "drop it"


async def test_of_what_is_gone_or_another_operators_nothing_is_written(office: Office, memory: Memory) -> None:
    await memory.give_feedback(INCIDENT.id, proposed())
    await rounds(office, [HOUR]).round()
    assert office.store.statuses == []
