"""The last step of the chain: what a person sees first, and how far it reaches."""

from collections.abc import Iterator, Sequence

from casebook_analyzer.evidence.serving import serving_fact
from casebook_analyzer.models import Entity, EvidenceBundle, Fact, FactKind, Trigger

_BACK_OFF = "CrashLoopBackOff"
_RESTARTING = "Back-off restarting failed container"
"""Kubelet's Event says it some seconds before the container's status does (pkg/kubelet/kuberuntime)."""
_NAMED = 3
"""Affected pods that are named; the rest are a number."""


def symptom(bundle: EvidenceBundle, facts: Sequence[Fact]) -> tuple[str, list[Fact]]:
    """What a person sees first, as a sentence, and the facts that show it. There is always a sentence."""
    signal = bundle.signal
    serves = serving_fact(bundle)
    if serves is not None:
        return f"{signal.trigger.policy.sentence.format(subject=bundle.subject.title)} {serves.text}.", [serves]
    waiting = [f for f in facts if f.kind is FactKind.STATE and f.attributes.get("state") == "waiting"]
    backoff = [f for f in facts if f.kind is FactKind.EVENT and _RESTARTING in f.text]
    trigger, shown = signal.trigger, _showing(bundle, facts)
    loops = [f for f in waiting if f.attributes.get("reason") == _BACK_OFF]
    if loops or (trigger is Trigger.CRASH_LOOP_BACK_OFF and backoff):
        trigger, shown = Trigger.CRASH_LOOP_BACK_OFF, [*loops[:1], *backoff[:1]]
    elif trigger is Trigger.CRASH_LOOP_BACK_OFF or (trigger is Trigger.MANUAL and _ended(facts)):
        trigger, shown = Trigger.CONTAINER_FAILED, _ended(facts)  # caught before the kubelet calls it a loop
    elif trigger is Trigger.MANUAL and waiting:
        trigger, shown = Trigger.CONTAINER_CONFIG_ERROR, waiting[:1]
    reason = next((f.attributes["reason"] for f in shown if f.attributes.get("reason")), signal.reason)
    restarts = next((f.attributes["restartCount"] for f in (*shown, *waiting) if f.attributes.get("restartCount")), "")
    sentence = trigger.policy.sentence.format(
        subject=bundle.subject.title, reason=reason or signal.failure_class, restarts=_after(restarts)
    )
    return sentence, shown


def reach(bundle: EvidenceBundle, facts: Sequence[Fact]) -> Iterator[tuple[str, list[Fact]]]:
    """Sentences on the pods that fail with their node, and the facts that show it."""
    pods = [entity for entity in bundle.entities if entity.role == "affected"]
    if pods and bundle.subject.kind == "Node":
        named = set(pods[:_NAMED])
        about = [f for f in facts if f.entity in named and f.kind in {FactKind.STATE, FactKind.EVENT}]
        yield f"Affected: {_listed(pods)}.", about[:_NAMED] or _showing(bundle, facts)


def _showing(bundle: EvidenceBundle, facts: Sequence[Fact]) -> list[Fact]:
    """The first fact that says what the signal says, the status before Events."""
    wanted = {bundle.signal.reason, bundle.signal.failure_class} - {""}
    for kind in (FactKind.STATE, FactKind.NODE, FactKind.EVENT, FactKind.KERNEL, FactKind.ALERT):
        for fact in facts:
            says = {fact.attributes.get("reason"), fact.attributes.get("condition")}
            if fact.kind is kind and says & wanted:
                return [fact]
    message = bundle.signal.message
    told = [fact for fact in facts if message and fact.text in message]
    return (told or [fact for fact in facts if fact.attributes.get("bad") == "true"])[:1]


def _ended(facts: Sequence[Fact]) -> list[Fact]:
    return [f for f in facts if f.kind is FactKind.STATE and f.attributes.get("state") == "terminated"][:1]


def _listed(pods: Sequence[Entity]) -> str:
    names = ", ".join(str(pod) for pod in pods[:_NAMED])
    return names + (f" and {len(pods) - _NAMED} more" if len(pods) > _NAMED else "")


def _after(restarts: str) -> str:
    return "" if restarts in {"", "0"} else f" after {restarts} restart{'' if restarts == '1' else 's'}"
