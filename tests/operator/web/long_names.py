"""The story of a team that calls everything by the longest names that Kubernetes takes, and what it is told of them."""

from collections.abc import Sequence
from datetime import timedelta
from functools import cache

import msgspec

from casebook_analyzer.memory import open_memory
from casebook_analyzer.memory.knowledge.document import read_document
from casebook_analyzer.models import Feedback, FeedbackSource, Gap, GapReason, Incident, Verdict
from tests.operator.web.conftest import TENANT
from tests.operator.web.everywhere import Named, incident_saying
from tests.operator.web.past import EXHIBIT, NOW, STORY, Told, incident_of, remember

LONGEST_NAME, LONGEST_LABEL = 253, 63
"""Characters of a name and of a namespace (k8s.io/apimachinery pkg/util/validation, DNS1123Subdomain and Label)."""
LONGEST_TEXT = 300
NAMESPACE = "shop"
"""The one that readers of the tests may read."""


def stretched(name: str, most: int = LONGEST_NAME) -> str:
    """A name of full length in which no browser finds a place to break a line."""
    return (f"{name}x" * most)[:most]


COMMAND = f"kubectl set env deployment/{stretched('checkout')} -n shop {stretched('PAYMENT_API_URL')}= --list"
TEXT = stretched("unbroken", LONGEST_TEXT)
NAMED = Named(
    namespace=NAMESPACE,
    name=stretched("everything"),
    subject=stretched("workload"),
    node=stretched("node"),
    other=stretched("other"),
)


@cache
def long_story() -> tuple[Incident, ...]:
    """The usual one with long names, and at its end an incident in which every text is long."""
    return (*(_named(incident_of(_stretched(one), TENANT)) for one in STORY), _everything())


def _stretched(one: Told) -> Told:
    other = NAMESPACE if one.namespace == NAMESPACE else stretched(one.namespace, LONGEST_LABEL)
    return msgspec.structs.replace(
        one,
        workload=stretched(one.workload),
        namespace=other if one.namespace else "",
        node=stretched(one.node) if one.node else "",
        fixed=stretched(one.fixed.replace(" ", "_")) if one.fixed else "",
        fix=stretched(one.fix.replace(" ", "_"), 200) if one.fix else "",
        in_vain=stretched(one.in_vain.replace(" ", "_")) if one.in_vain else "",
    )


def _named(one: Incident) -> Incident:
    """With a name that a cluster takes: whatever it is of, the ends tell it from others."""
    return msgspec.structs.replace(one, name=one.name[: LONGEST_NAME - 30] + one.name[-13:])


def _everything() -> Incident:
    one = incident_saying(TEXT, NAMED)
    gap = Gap(collector=TEXT, what=TEXT, reason=GapReason.FORBIDDEN, detail=TEXT)
    bundle = msgspec.structs.replace(one.bundle, imported=None, gaps=(gap,), environment={TEXT: TEXT})
    actions = tuple(msgspec.structs.replace(action, verify=COMMAND) for action in one.conclusion.actions)
    conclusion = msgspec.structs.replace(one.conclusion, actions=actions, runbook=f"https://example.com/{TEXT}")
    return msgspec.structs.replace(one, bundle=bundle, conclusion=conclusion, caused_by="")


async def tell_long(dsn: str) -> None:
    async with open_memory(dsn, tenant=TENANT, embedder=None) as memory:
        told: Sequence[Incident] = await remember(memory, long_story())
        await memory.hang([told[4].id, told[-2].id], told[-1].id)
        for number, source in enumerate((FeedbackSource.COMMAND, FeedbackSource.AGENT)):
            word = Feedback(
                verdict=Verdict.CORRECTED, cause=TEXT[:256], fix=TEXT[number:200], note=TEXT, author=TEXT[:128],
                source=source, given_at=NOW - timedelta(days=1),
            )  # fmt: skip
            await memory.give_feedback(told[-1].id, word)
        whole = msgspec.structs.replace(EXHIBIT, name=TEXT[:200], author=TEXT[:128], lines=(TEXT,) * 3)
        await memory.exhibits.attach(told[-1].id, whole)
        paper = read_document(TEXT[:63], f"{TEXT[:120]}.md", f"# {TEXT}\n\n{TEXT}\n\n    {COMMAND}\n")
        await memory.knowledge.sync(TEXT[:63], [paper])
