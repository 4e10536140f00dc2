"""A memory with a past: one workload that failed three times, its node, and others."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any, TypeVar

import msgspec

from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.memory.knowledge.document import read_document
from casebook_analyzer.models import Category, FactKind, Feedback, FeedbackSource, Incident, SubjectRef, Verdict
from casebook_operator.web.reads.incidents import EARLIER
from tests.analyzer.memory.exhibits.attached import erasure, exhibit
from tests.analyzer.memory.incidents import OPENED, make_incident, make_resolution

TENANT = "default"
CHECKOUT = "Deployment/shop/checkout"
FAMILY = make_incident("missing_env").conclusion.signature.key

T = TypeVar("T")


def in_memory(dsn: str, work: Callable[[Memory], Coroutine[Any, Any, T]], tenant: str = TENANT) -> T:
    """The result of something that is done with a memory, outside of the command's own loop."""

    async def done() -> T:
        async with open_memory(dsn, tenant=tenant, embedder=None) as memory:
            return await work(memory)

    return asyncio.run(done())


def on_node(incident: Incident, node: str) -> Incident:
    signal = msgspec.structs.replace(incident.bundle.signal, node_name=node)
    return msgspec.structs.replace(incident, bundle=msgspec.structs.replace(incident.bundle, signal=signal))


def of_node(incident: Incident, node: str) -> Incident:
    subject = SubjectRef(kind="Node", name=node, uid=f"uid-{node}", node_name=node)
    bundle = msgspec.structs.replace(incident.bundle, subject=subject)
    return msgspec.structs.replace(incident, bundle=bundle, namespace="casebook", name=f"{node}-{incident.name}")


def changed_before(incident: Incident) -> Incident:
    """With its change five minutes before the failure."""
    facts = tuple(
        msgspec.structs.replace(fact, time=incident.opened_at - timedelta(minutes=5))
        if fact.kind is FactKind.CHANGE
        else fact
        for fact in incident.bundle.facts
    )
    return msgspec.structs.replace(incident, bundle=msgspec.structs.replace(incident.bundle, facts=facts))


def resolved(incident: Incident, minutes: int = 10) -> Incident:
    ended = make_resolution(
        resolved_at=incident.opened_at + timedelta(minutes=minutes), seconds_to_resolve=60 * minutes
    )
    return msgspec.structs.replace(incident, resolution=ended)


def story() -> list[Incident]:
    """In the order in which they happened."""
    days = (0, 10, 25)
    every = [make_incident(number=number, days=day, tenant=TENANT) for number, day in enumerate(days, start=1)]
    crashes = [on_node(changed_before(one), "worker-1") for one in every]
    fault = of_node(make_incident("xid79", tenant=TENANT, workload="gpu", days=25), "worker-1")
    early = msgspec.structs.replace(fault, opened_at=fault.opened_at - timedelta(hours=1))
    signal = msgspec.structs.replace(early.bundle.signal, occurred_at=early.opened_at)
    early = msgspec.structs.replace(early, bundle=msgspec.structs.replace(early.bundle, signal=signal))
    return [
        resolved(crashes[0]),
        resolved(make_incident("oom", tenant=TENANT, workload="payments", namespace="bank", days=2), minutes=95),
        resolved(crashes[1], minutes=25),
        resolved(make_incident("missing_env_worker", tenant=TENANT, workload="worker", days=6), minutes=40),
        early,
        crashes[2],
    ]


async def remember_story(dsn: str) -> None:
    """As an operator would: each finds those before it; then people speak, and a taxonomy changes its mind."""
    async with open_memory(dsn, tenant=TENANT, embedder=None) as memory:
        for one in story():
            found = await memory.similar(one.bundle, one.conclusion, exclude_id=one.id)
            await memory.record(msgspec.structs.replace(one, similar=found.incidents))
        again = msgspec.structs.replace(story()[0].conclusion, category=Category.SOFTWARE_BUG, taxonomy_version="old")
        await memory.judge_again(msgspec.structs.replace(story()[0], conclusion=again))
        await memory.judge_again(story()[0])
        word = Feedback(
            verdict=Verdict.CONFIRMED,
            fix="set env DATABASE_URL",
            note="see the runbook",
            author="ana",
            source=FeedbackSource.COMMAND,
            given_at=OPENED + timedelta(days=1),
        )
        await memory.give_feedback(story()[0].id, word)


async def remember_much(dsn: str) -> None:
    """The story, with what people wrote, said and attached, what was judged again and again, and an outage."""
    await remember_story(dsn)
    first, *_, third = (one for one in story() if one.name.startswith("checkout"))
    async with open_memory(dsn, tenant=TENANT, embedder=None) as memory:
        for text in ("the proxy was numbat", "the disk was quokka"):
            await memory.exhibits.attach(third.id, exhibit(text, name=f"{text[-6:]}.md"))
        await memory.exhibits.remove(third.id, erasure("the proxy was numbat"))
        runbook = read_document(
            "runbooks", "env.md", "---\nalerts: [MissingEnv]\n---\n# Environment\n\nSet DATABASE_URL."
        )
        await memory.knowledge.sync("runbooks", [runbook])
        for number in range(EARLIER + 2):
            conclusion = msgspec.structs.replace(third.conclusion, confidence=number, taxonomy_version=f"v{number}")
            await memory.judge_again(msgspec.structs.replace(third, conclusion=conclusion))
        await memory.judge_again(third)
        worker = next(one for one in story() if one.name.startswith("worker-missing"))
        await memory.hang([first.id], worker.id)
