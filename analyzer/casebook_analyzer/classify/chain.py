"""The causal chain: change -> cause -> effect -> symptom, each step with the facts that it rests on."""

from collections.abc import Iterable, Iterator, Sequence

from casebook_analyzer.classify.devices import consequences
from casebook_analyzer.classify.templates import fill
from casebook_analyzer.classify.verdict import Verdict
from casebook_analyzer.models import Category, ChainRole, ChainStep, EvidenceBundle, Fact, FactKind
from casebook_analyzer.text import LINE_BREAK, bound

MAX_STEPS = 10
_MAX_CHANGES, _MAX_EFFECTS = 3, 4
_STEP_LIMIT = 300
_BACK_OFF_EVENT = "CrashLoopBackOff"
_RESTARTING = "Back-off restarting failed container"
"""Kubelet's Event says it some seconds before the container's status does (pkg/kubelet/kuberuntime)."""
_WAITING = frozenset(
    {_BACK_OFF_EVENT, "ImagePullBackOff", "ErrImagePull", "CreateContainerConfigError", "RunContainerError"}
)


def build_chain(bundle: EvidenceBundle, verdict: Verdict, facts: Sequence[Fact]) -> tuple[ChainStep, ...]:
    """At most ten steps. A chain without a cause has only what was seen."""
    steps = [*_changes(verdict, facts), *_cause(verdict)]
    steps += list(_effects(verdict, facts, _ids(steps)))[:_MAX_EFFECTS]
    steps += list(_ended(bundle, facts, _ids(steps)))
    steps += list(_symptoms(bundle, verdict, facts))
    return tuple(steps[:MAX_STEPS])


def _changes(verdict: Verdict, facts: Sequence[Fact]) -> Iterator[ChainStep]:
    changes = [fact for fact in facts if fact.kind is FactKind.CHANGE]
    also = verdict.deciding.also if verdict.deciding else ()
    agreeing = [fact for fact in also if fact.kind is FactKind.CHANGE]
    ordered = agreeing + [fact for fact in changes if fact not in agreeing]
    yield from (_step(ChainRole.CHANGE, fact.text, [fact]) for fact in ordered[:_MAX_CHANGES])


def _cause(verdict: Verdict) -> Iterator[ChainStep]:
    match = verdict.deciding
    if match is not None:
        role = ChainRole.EFFECT if verdict.category is Category.UNKNOWN else ChainRole.CAUSE
        yield _step(role, fill(match.rule.cause, match.names), match.facts)


def _effects(verdict: Verdict, facts: Sequence[Fact], used: set[str]) -> Iterator[ChainStep]:
    match = verdict.deciding
    if match is None:
        return
    if match.rule.device:
        for later in verdict.later:
            yield _step(ChainRole.EFFECT, fill(later.rule.cause, later.names), later.facts)
        shown = used | {fact.id for later in verdict.later for fact in later.facts}
        for fact in consequences(facts, [f for f in facts if f.id in shown]):
            yield _step(ChainRole.EFFECT, f"Xid {fact.attributes['xid']} follows from it.", [fact])
    agreeing = [fact for fact in match.also if fact.kind is not FactKind.CHANGE]
    if match.rule.effect and (agreeing or match.facts):
        yield _step(ChainRole.EFFECT, fill(match.rule.effect, match.names), agreeing or match.facts)


def _ended(bundle: EvidenceBundle, facts: Sequence[Fact], used: set[str]) -> Iterator[ChainStep]:
    """How the container ended, when no step says it yet."""
    for fact in facts:
        code = fact.attributes.get("exitCode")
        if fact.kind is FactKind.STATE and code not in {None, "0"} and fact.id not in used:
            container = fact.attributes.get("container") or bundle.signal.container or "of the pod"
            reason = fact.attributes.get("reason", "")
            text = f"Container {container} ends with exit code {code}{f' ({reason})' if reason else ''}."
            yield _step(ChainRole.EFFECT, text, [fact])
            return


def _symptoms(bundle: EvidenceBundle, verdict: Verdict, facts: Sequence[Fact]) -> Iterator[ChainStep]:
    match = verdict.deciding
    waiting = [f for f in facts if f.kind is FactKind.STATE and f.attributes.get("reason") in _WAITING]
    backoff = [f for f in facts if f.kind is FactKind.EVENT and _RESTARTING in f.text]
    if match is not None and match.rule.symptom:
        yield _step(ChainRole.SYMPTOM, fill(match.rule.symptom, match.names), match.facts)
    elif waiting or backoff:
        seen = (waiting or backoff)[0]
        reason = _BACK_OFF_EVENT if seen.kind is FactKind.EVENT else seen.attributes.get("reason", "")
        times = next((f.attributes["restartCount"] for f in waiting if f.attributes.get("restartCount")), "")
        text = f"{bundle.subject} is in {reason}{_after(times)}."
        yield _step(ChainRole.SYMPTOM, text, [*waiting[:1], *backoff[:1]])
    else:
        yield from _keeps_ending(bundle, facts)
    affected = [entity for entity in bundle.entities if entity.role == "affected"]
    if affected and bundle.subject.kind == "Node":
        names = ", ".join(str(entity) for entity in affected[:3])
        more = f" and {len(affected) - 3} more" if len(affected) > 3 else ""  # noqa: PLR2004 - the three named above
        state = [fact for fact in facts if fact.kind is FactKind.NODE][:1]
        yield _step(ChainRole.SYMPTOM, f"Affected: {names}{more}.", state)


def _keeps_ending(bundle: EvidenceBundle, facts: Sequence[Fact]) -> Iterator[ChainStep]:
    """A container that ends before kubelet calls it a crash loop, or without ever being one."""
    for fact in facts:
        if fact.kind is FactKind.STATE and fact.attributes.get("state") == "terminated":
            how = fact.attributes.get("reason") or "Error"
            times = fact.attributes.get("restartCount", "")
            yield _step(ChainRole.SYMPTOM, f"A container of {bundle.subject} ends with {how}{_after(times)}.", [fact])
            return


def _after(restarts: str) -> str:
    return "" if restarts in {"", "0"} else f" after {restarts} restart{'' if restarts == '1' else 's'}"


def _step(role: ChainRole, text: str, facts: Iterable[Fact]) -> ChainStep:
    one_line = bound(text.replace(LINE_BREAK, " "), _STEP_LIMIT)
    return ChainStep(role=role, text=one_line, facts=tuple(dict.fromkeys(fact.id for fact in facts)))


def _ids(steps: Iterable[ChainStep]) -> set[str]:
    return {id_ for step in steps for id_ in step.facts}
