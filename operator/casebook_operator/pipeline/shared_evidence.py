"""The evidence of an outage: what the conclusions of those that fail for it have in common."""

from collections import Counter
from dataclasses import dataclass

from casebook_analyzer.classify.shared_causes import THINGS
from casebook_analyzer.classify.templates import VALUE_LIMIT
from casebook_analyzer.evidence import Collected
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import ChainRole, Entity, FactKind, Incident, ObjectState, SharedCause
from casebook_analyzer.text import whole_sentences
from casebook_operator.cases.crowds import onset
from casebook_operator.cases.heads import Heads
from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.causes import OUTAGE
from casebook_operator.kube.values import mappings, text
from casebook_operator.reading.findings import Findings

COLLECTOR = "outages"
_CAUSE = ChainRole.CAUSE.value
_MOST = 10
"""Cases that are told one by one. Reports list more of them, as they are when they are read."""
_TRIES = 3
"""Cases of which memory is asked for the name of the cause."""


@dataclass(frozen=True, slots=True)
class SharedEvidence:
    """Reads what is known of the cases that name one cause."""

    index: InvestigationIndex
    heads: Heads
    memory: Memory

    async def of(self, case: Investigation) -> Collected:
        """What the cases of an outage say; nothing for any other case.

        Raises:
            DatabaseUnavailableError: Memory does not answer.
        """
        findings = Findings(COLLECTOR)
        naming = [one for one in self.index.naming(case.subject.uid) if self.heads.may_hang(one, case)]
        if case.subject.kind == OUTAGE and self.heads.is_own(case) and naming:
            naming.sort(key=lambda one: (onset(one), one.name))
            known = [found for one in naming[:_TRIES] if (found := await self.memory.by_id(one.uid)) is not None]
            shared = next((one for found in known for one in self._shared(found, case)), None)
            if shared is not None:
                _tell(findings, case, shared, naming, known[0])
                findings.rests_on(*_common(known))
        return findings.collected()

    def _shared(self, incident: Incident, case: Investigation) -> list[SharedCause]:
        return [one for one in incident.conclusion.shared if self.heads.keys.of(one) == case.subject.uid]


def _tell(
    findings: Findings, case: Investigation, shared: SharedCause, naming: list[Investigation], first: Incident
) -> None:
    categories = Counter(text(one.status, "category") for one in naming)
    findings.fact(
        FactKind.OBJECT,
        "conclusions of the Investigations",
        f"{len(naming)} Investigations name the same {shared.kind} as their cause; "
        f"the first was {naming[0].subject.title}",
        {
            "finding": "shared-cause",
            "object": shared.kind,
            "called": shared.kind.lower() if shared.kind in THINGS else shared.kind,
            "category": categories.most_common(1)[0][0],
            "what": first.conclusion.title,
            "because": _because(shared, naming),
            "followers": len(naming),
            "first": naming[0].subject.title,
            "head": case.name,
        },
        time=onset(naming[0]),
    )
    where = f"{shared.namespace}/" if shared.namespace else ""
    findings.fact(
        FactKind.LOG if shared.logged else FactKind.OBJECT,
        "conclusions of the Investigations",
        f"They name {shared.kind} {where}{shared.name}",
        {"finding": "shared-name", "name": f"{where}{shared.name}", "log": "conclusion" if shared.logged else None},
    )
    for one in naming[:_MOST]:
        findings.fact(
            FactKind.OBJECT,
            f"investigation {one.namespace}/{one.name} status",
            f"{one.subject.title}: {text(one.status, 'category')}, {_title(one)}",
            {"finding": "follower", "investigation": f"{one.namespace}/{one.name}"},
            entity=Entity(
                kind=one.subject.kind, namespace=one.subject.namespace, name=one.subject.name, role="affected"
            ),
            time=onset(one),
        )
        findings.entity(
            Entity(kind=one.subject.kind, namespace=one.subject.namespace, name=one.subject.name, role="affected")
        )


def _common(known: list[Incident]) -> list[ObjectState]:
    """The objects that all of them rest on: what was done to one of these may have ended the outage.

    What a single case rests on is its own, such as its Deployment.
    """
    number = Counter(one.place for incident in known for one in incident.bundle.objects)
    shared = {place for place, times in number.items() if times == len(known) > 1}
    return [one for one in known[0].bundle.objects if one.place in shared]


def _because(shared: SharedCause, naming: list[Investigation]) -> str:
    """The sentence by which most of them tell the cause; empty where each has words of its own.

    It is taken from statuses, in which a name that logs alone tell stands for nobody else. Only objects of the cluster
    are told so: of a peer or an image no more is known than its name.
    """
    if shared.kind in THINGS or shared.logged:
        return ""
    said = Counter(
        step["text"] for one in naming for step in mappings(one.status, "causalChain") if step.get("role") == _CAUSE
    )
    sentence, times = max(said.items(), key=lambda item: item[1], default=("", 0))
    return whole_sentences(sentence, VALUE_LIMIT) if 2 * times > len(naming) else ""


def _title(case: Investigation) -> str:
    """What is wrong, in the words of the rule: the message of the condition Succeeded."""
    conditions = case.status.get("conditions") or ()
    return next((str(one.get("message")) for one in conditions if one.get("type") == "Succeeded"), "")
