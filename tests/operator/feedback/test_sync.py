"""Annotations are taken over into a real memory once, and the Investigation says so."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.models import Category, Feedback, FeedbackSource, Verdict
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.feedback.annotations import FIELDS, PROPOSAL, VERDICT
from casebook_operator.feedback.sync import FeedbackSync
from casebook_operator.investigation import Investigation, parse
from casebook_operator.kube import Object
from casebook_operator.pseudonyms import Pseudonyms
from casebook_operator.scope import Scope
from tests.crds.schema import STATUS, problems
from tests.operator.builders import CLUSTER, at, incident, investigation, manifest, signal, stored, subject, summary
from tests.operator.fakes import FakeStore
from tests.operator.waiting import until

INCIDENT = incident()


class Office:
    """Feedback taken over, with everything around it. Another one of the same memory is a restart."""

    def __init__(self, memory: Memory) -> None:
        self.memory, self.store = memory, FakeStore()
        self.looked_at_again: list[ObjectKey] = []
        self.cases = OpenCases(look_again=self.looked_at_again.append, scope=Scope())
        self.feedback_sync = FeedbackSync(
            memory=memory,
            writer=StatusWriter(self.store, self.cases, clock=lambda: at(60)),
            cases=self.cases,
            pseudonyms=lambda _: Pseudonyms(Sanitizer(b"k" * 32, SECRETS_AND_EMAILS), str),
            view=lambda namespace: View(namespaces=frozenset({namespace})),
            clock=lambda: at(60),
        )

    async def see(self, body: Object) -> Investigation:
        """As the dispatcher does with every version; the newest is what the index has afterwards."""
        await self.show(body)
        known = self.cases.index.get(parse(body).uid)
        assert known is not None
        return known

    async def show(self, body: Object) -> None:
        case = parse(body)
        self.cases.put(case)
        self.feedback_sync.seen(case, body)
        await until(lambda: not len(self.feedback_sync._work))

    async def said(self) -> tuple[Feedback, ...]:
        return (await self.memory.past(INCIDENT, View())).feedback

    @property
    def condition(self) -> tuple[str, str, str]:
        (found,) = [one for one in self.store.statuses[-1]["conditions"] if one["type"] == "FeedbackTaken"]
        return found["status"], found["reason"], found["message"]


@pytest.fixture
async def memory(dsn: str) -> AsyncIterator[Memory]:
    async with open_memory(dsn, tenant=CLUSTER, embedder=None) as opened:
        await opened.record(INCIDENT)
        yield opened


@pytest.fixture
async def office(memory: Memory) -> AsyncIterator[Office]:
    made = Office(memory)
    yield made
    await made.feedback_sync.close()


def annotations(verdict: str, **texts: str) -> dict[str, str]:
    return {VERDICT: verdict} | {FIELDS[name]: text for name, text in texts.items()}


def seen(annotated: dict[str, str], state: str = "Open", status: Object | None = None) -> Object:
    made = manifest(signal(), subject(), key="0123456789", episode=1, namespace="shop")
    made["metadata"]["annotations"] = annotated
    fields = {"f:metadata": {"f:annotations": {f"f:{VERDICT}": {}}}}
    made["metadata"]["managedFields"] = [{"manager": "kubectl-annotate", "fieldsV1": fields}]
    return stored(made, uid=INCIDENT.id, status=status or (summary(state) if state else {}))


async def test_an_annotation_becomes_a_word_in_memory_and_the_investigation_says_so(office: Office) -> None:
    case = await office.see(seen(annotations("corrected", category="software_bug", fix="stop it", author="ann")))
    (word,) = await office.said()
    assert (word.verdict, word.category, word.fix) == (Verdict.CORRECTED, Category.SOFTWARE_BUG, "stop it")
    assert (word.author, word.source, word.client) == ("ann", FeedbackSource.ANNOTATION, "kubectl-annotate")
    assert office.condition[:2] == ("True", "FeedbackCorrected")
    assert "by ann: software_bug" in office.condition[2]
    assert case.status["feedback"]["verdict"] == "corrected"
    assert case.status["family"]["category"] == "software_bug"
    assert (
        case.status["suggestedFixes"][0] | {"fix": "stop it", "source": "Person", "tried": 0}
        == (case.status["suggestedFixes"][0])
    )
    assert problems(office.store.statuses[-1], STATUS) == []
    assert [event[:2] for event in office.store.events] == [("Investigation", "FeedbackCorrected")]


async def test_neither_the_next_version_nor_a_restart_takes_it_over_again(office: Office, memory: Memory) -> None:
    body = seen(annotations("confirmed", author="ann"))
    case = await office.see(body)
    await office.see(seen(annotations("confirmed", author="ann"), status=case.status))
    again = Office(memory)
    await again.see(seen(annotations("confirmed", author="ann"), status=case.status))
    assert len(await office.said()) == 1
    assert (len(office.store.statuses), len(office.store.events)) == (1, 1)
    assert (again.store.statuses, again.store.events) == ([], [])


def proposed(fix: str = "drop it") -> Feedback:
    return Feedback(verdict=Verdict.CORRECTED, fix=fix, author="bot", source=FeedbackSource.AGENT, given_at=at())


async def test_a_bare_confirmation_confirms_no_fix_of_an_agent_and_says_that_one_waits(
    office: Office, memory: Memory
) -> None:
    await memory.give_feedback(INCIDENT.id, proposed())
    case = await office.see(seen(annotations("confirmed", author="ann")))
    assert "A fix is proposed by bot (agent), not yet confirmed (number 1)." in office.condition[2]
    assert [(one["number"], one["fix"]) for one in case.status["proposedFixes"]] == [(1, "drop it")]
    assert "drop it" not in str(case.status["suggestedFixes"])
    assert problems(office.store.statuses[-1], STATUS) == []


async def test_an_annotation_confirms_a_proposal_once_also_after_a_restart(office: Office, memory: Memory) -> None:
    await memory.give_feedback(INCIDENT.id, proposed())
    body = seen(annotations("confirmed", author="ann") | {PROPOSAL: "1"})
    case = await office.see(body)
    assert office.condition[:2] == ("True", "FeedbackConfirmed")
    assert "by ann: the fix that an agent proposed (number 1)" in office.condition[2]
    assert case.status["proposedFixes"] == []
    assert case.status["suggestedFixes"][0]["fix"] == "drop it"
    again = Office(memory)
    await again.see(seen(annotations("confirmed", author="ann") | {PROPOSAL: "1"}, status=case.status))
    assert [word.fix for word in await office.said()] == ["drop it", "drop it"]
    assert again.store.events == []


async def test_a_proposal_that_does_not_wait_is_said_and_nothing_is_kept(office: Office) -> None:
    await office.see(seen(annotations("confirmed") | {PROPOSAL: "7"}))
    assert office.condition[:2] == ("False", "NoSuchProposal")
    assert "under the number 7" in office.condition[2]
    assert await office.said() == ()


async def test_another_word_is_taken_over_beside_the_first(office: Office) -> None:
    await office.see(seen(annotations("confirmed")))
    await office.see(seen(annotations("rejected", note="it was a drill")))
    assert [word.verdict for word in await office.said()] == [Verdict.CONFIRMED, Verdict.REJECTED]
    assert office.condition[:2] == ("True", "FeedbackRejected")


async def test_a_category_that_does_not_exist_is_said_and_nothing_is_stored_until_it_is_put_right(
    office: Office,
) -> None:
    wrong = annotations("corrected", category="gremlins", fix="stop it")
    case = await office.see(seen(wrong))
    assert office.condition[:2] == ("False", "InvalidFeedback")
    assert "'gremlins'" in office.condition[2]
    assert await office.said() == ()
    await office.see(seen(wrong, status=case.status))
    assert (len(office.store.statuses), len(office.store.events)) == (1, 1)
    await office.see(seen(wrong | {FIELDS["category"]: "software_bug"}, status=case.status))
    (word,) = await office.said()
    assert (word.category, word.fix) == (Category.SOFTWARE_BUG, "stop it")
    assert office.condition[:2] == ("True", "FeedbackCorrected")


@pytest.mark.parametrize("state", ["", "Investigating", "Failed"])
async def test_a_case_without_a_record_waits(office: Office, state: str) -> None:
    body = seen(annotations("confirmed"), state)
    office.feedback_sync.seen(parse(body), body)
    assert len(office.feedback_sync._work) == 0


async def test_what_memory_has_forgotten_is_said(office: Office) -> None:
    body = seen(annotations("confirmed"))
    body["metadata"]["uid"] = "forgotten"
    await office.see(body)
    assert office.condition[:2] == ("False", "NotRemembered")


async def test_of_an_investigation_that_was_deleted_meanwhile_the_word_is_kept(office: Office) -> None:
    office.store.gone = True
    await office.show(seen(annotations("confirmed")))
    assert len(await office.said()) == 1
    assert office.store.events == []


async def test_an_investigation_that_is_found_gone_is_forgotten_with_all_that_counted_for_it(office: Office) -> None:
    office.store.gone = True
    place = ObjectKey("Pod", "shop", "checkout-5d9f-abcde")
    office.cases.handled.park(INCIDENT.id, signal(), place)
    await office.show(seen(annotations("confirmed")))
    assert (len(office.cases.index), office.cases.feedback, office.looked_at_again) == (0, {}, [place])


async def test_what_was_concluded_stays(office: Office, memory: Memory) -> None:
    case = await office.see(seen(annotations("corrected", category="software_bug"), "Resolved"))
    assert "category" not in case.status
    assert case.resolved
    assert await memory.by_id(INCIDENT.id) == INCIDENT


async def test_a_write_that_got_lost_is_made_again(office: Office) -> None:
    """Another part of the operator may write the conditions that it read before."""
    await office.see(seen(annotations("confirmed")))
    office.cases.index.remove(INCIDENT.id)
    await office.see(seen(annotations("confirmed")))
    assert len(office.store.statuses) == 2
    assert len(await office.said()) == 1


def test_an_investigation_without_annotations_costs_nothing() -> None:
    unused: Any = None
    feedback_sync = FeedbackSync(
        memory=unused,
        writer=unused,
        cases=unused,
        pseudonyms=lambda _: Pseudonyms(Sanitizer(b"k" * 32, SECRETS_AND_EMAILS), str),
        view=lambda _: View(),
    )
    feedback_sync.seen(replace(investigation("Open")), seen({}))
    assert len(feedback_sync._work) == 0
