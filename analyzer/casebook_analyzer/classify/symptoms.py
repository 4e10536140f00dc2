"""The last step of the chain: what a person sees first, and how far it reaches."""

from collections.abc import Iterator, Sequence

from casebook_analyzer.models import Entity, EvidenceBundle, Fact, FactKind, Trigger

_BACK_OFF = "CrashLoopBackOff"
_RESTARTING = "Back-off restarting failed container"
"""Kubelet's Event says it some seconds before the container's status does (pkg/kubelet/kuberuntime)."""
_NAMED = 3
"""Affected pods that are named; the rest are a number."""

_SENTENCES = {
    Trigger.CRASH_LOOP_BACK_OFF: "{subject} is in CrashLoopBackOff{restarts}.",
    Trigger.OOM_KILLED: "A container of {subject} ends with OOMKilled{restarts}.",
    Trigger.CONTAINER_FAILED: "A container of {subject} ends with {reason}{restarts}.",
    Trigger.IMAGE_PULL_FAILED: "{subject} waits in {reason}: a container has no image to start from.",
    Trigger.CONTAINER_CONFIG_ERROR: "{subject} waits in {reason}: a container is never started.",
    Trigger.CONTAINER_START_FAILED: "{subject} is in {reason}: a container does not start{restarts}.",
    Trigger.PROBE_FAILED: "A container of {subject} does not pass its probes{restarts}.",
    Trigger.POD_START_STUCK: "A pod of {subject} has a node and does not start.",
    Trigger.FAILED_SCHEDULING: "A pod of {subject} stays Pending: it has no node.",
    Trigger.EVICTED: "A pod of {subject} is evicted from its node.",
    Trigger.PREEMPTED: "A pod of {subject} makes room for another.",
    Trigger.POD_REJECTED: "The node rejects a pod of {subject} ({reason}).",
    Trigger.POD_LOST: "A pod of {subject} is lost with its node ({reason}).",
    Trigger.TERMINATION_STUCK: "A pod of {subject} is being deleted and does not go away.",
    Trigger.FAILED_CREATE: "{subject} has fewer pods than it should: they cannot be created.",
    Trigger.ROLLOUT_STUCK: "The rollout of {subject} does not end.",
    Trigger.JOB_FAILED: "{subject} has failed ({reason}).",
    Trigger.SCHEDULE_MISSED: "{subject} misses its schedule.",
    Trigger.AUTOSCALER_FAILED: "{subject} is not scaled any more ({reason}).",
    Trigger.VOLUME_FAILED: "{subject} does not get a volume that it needs ({reason}).",
    Trigger.DISRUPTION_BLOCKED: "A node cannot be drained: {subject} may not lose a pod.",
    Trigger.SERVICE_UNAVAILABLE: "Requests to {subject} reach nobody.",
    Trigger.NODE_CONDITION: "{subject} reports {reason}.",
    Trigger.KERNEL_LINE: "The kernel of {subject} reports an error.",
    Trigger.DEVICE_SHORTAGE: "{subject} offers fewer devices than it has ({reason}).",
    Trigger.ALERT: "An alert fires for {subject} ({reason}).",
    Trigger.OVERFLOW: "More failures than Casebook opens cases for.",
    Trigger.MANUAL: "A person asked about {subject}.",
}


def symptom(bundle: EvidenceBundle, facts: Sequence[Fact]) -> tuple[str, list[Fact]]:
    """The sentence and the facts that show it. There is always a sentence: something opened the case."""
    signal = bundle.signal
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
    sentence = _SENTENCES[trigger].format(
        subject=bundle.subject, reason=reason or signal.failure_class, restarts=_after(restarts)
    )
    return sentence, shown


def reach(bundle: EvidenceBundle, facts: Sequence[Fact]) -> Iterator[tuple[str, list[Fact]]]:
    """The pods that a node took down with it."""
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
