"""The conclusion of a bundle."""

from collections.abc import Iterator

from casebook_analyzer.classify.chain import build_chain
from casebook_analyzer.classify.devices import match_xids
from casebook_analyzer.classify.matching import eligible_facts, match_rules
from casebook_analyzer.classify.nodes import match_conditions
from casebook_analyzer.classify.signature import sign
from casebook_analyzer.classify.templates import fill
from casebook_analyzer.classify.verdict import Verdict, weigh
from casebook_analyzer.models import (
    Action,
    Category,
    ChainStep,
    Conclusion,
    Entity,
    EvidenceBundle,
    Fact,
    FactKind,
    GapReason,
)
from casebook_analyzer.taxonomy import Taxonomy
from casebook_analyzer.text import bound

MAX_ENTITIES, MAX_MISSING, MAX_ACTIONS = 20, 10, 6
_SUMMARY_LIMIT = 400
_GAP_WORDS = {
    GapReason.FORBIDDEN: "Casebook may not read it",
    GapReason.NOT_FOUND: "not there",
    GapReason.TIMEOUT: "not answered in time",
    GapReason.TRUNCATED: "only in part",
    GapReason.UNAVAILABLE: "not available",
}
_NOTHING_KNOWN = "No rule recognises this failure"
_GENERAL_ACTIONS = (
    Action(do="Read the log of the container that ended, and the events of the pod at that time."),
    Action(do="When the cause is found, correct this case: the next one like it will show the fix."),
)


def classify(bundle: EvidenceBundle, taxonomy: Taxonomy) -> Conclusion:
    """The root cause by the taxonomy. Pure: the same bundle and taxonomy give the same conclusion."""
    facts = eligible_facts(bundle)
    known = {
        "container": bundle.signal.container or bundle.subject.container,
        "subject": str(bundle.subject),
        "node": bundle.signal.node_name or bundle.subject.node_name,
    }
    known = {name: value for name, value in known.items() if value}
    verdict = weigh(
        [
            *match_rules(taxonomy.rules, facts, known),
            *match_xids(facts, taxonomy.xids, known),
            *match_conditions(facts, taxonomy.conditions, known),
        ]
    )
    chain = build_chain(bundle, verdict, facts)
    match = verdict.deciding
    return Conclusion(
        category=verdict.category,
        confidence=verdict.confidence,
        title=match.rule.title if match else _NOTHING_KNOWN,
        summary=_summary(verdict),
        rules=tuple(dict.fromkeys(m.rule.id for m in verdict.matches)),
        cited=_cited(verdict, chain),
        chain=chain,
        entities=_entities(bundle, verdict),
        environment_tags=tuple(sorted(f"{key}={value}" for key, value in bundle.environment.items())),
        alternatives=verdict.alternatives,
        contradictions=tuple(f"{because} ({fact.id})" for fact, because in match.against) if match else (),
        missing=tuple(dict.fromkeys(_missing(bundle, verdict)))[:MAX_MISSING],
        actions=tuple(dict.fromkeys(_actions(verdict)))[:MAX_ACTIONS],
        signature=sign(bundle, match, facts),
        taxonomy_version=taxonomy.version,
    )


def _summary(verdict: Verdict) -> str:
    """Without the subject's name: wherever a summary is read, that stands beside it."""
    match = verdict.deciding
    if match is None:
        return "No rule recognises this failure; the evidence is kept, and the case can be found again."
    sentences = [fill(match.rule.cause, match.names)]
    if match.rule.effect:
        sentences.append(fill(match.rule.effect, match.names))
    return bound(" ".join(sentences), _SUMMARY_LIMIT)


def _cited(verdict: Verdict, chain: tuple[ChainStep, ...]) -> tuple[str, ...]:
    """Deciding facts first, then those that agree, then the rest of the chain."""
    ids: list[str] = []
    for match in verdict.matches:
        ids += [fact.id for fact in (*match.facts, *match.also)]
    ids += [id_ for step in chain for id_ in step.facts]
    return tuple(dict.fromkeys(ids))


def _entities(bundle: EvidenceBundle, verdict: Verdict) -> tuple[Entity, ...]:
    subject = bundle.subject
    first = Entity(kind=subject.kind, name=subject.name, namespace=subject.namespace, role="subject")
    distinct: dict[tuple[str, str, str], Entity] = {}
    for entity in (first, *_devices(verdict), *bundle.entities):
        distinct.setdefault((entity.kind, entity.namespace, entity.name), entity)
    return tuple(distinct.values())[:MAX_ENTITIES]


def _devices(verdict: Verdict) -> Iterator[Entity]:
    for match in (*verdict.matches, *verdict.later):
        for fact in match.facts:
            if fact.kind is FactKind.KERNEL and fact.attributes.get("pci"):
                yield Entity(kind=_device_kind(fact), name=fact.attributes["pci"], role="device")


def _device_kind(fact: Fact) -> str:
    pattern = fact.attributes.get("pattern", "")
    if pattern.startswith("pcie"):
        return "PCIDevice"
    return "NVSwitch" if pattern == "sxid" else "GPU"


def _missing(bundle: EvidenceBundle, verdict: Verdict) -> Iterator[str]:
    for gap in bundle.gaps:
        if gap.reason is not GapReason.TRUNCATED:
            yield f"{gap.what}: {_GAP_WORDS[gap.reason]}{f' ({gap.detail})' if gap.detail else ''}"
    for match in verdict.matches[:1]:
        yield from (fill(text, match.names) for text in match.rule.missing)


def _actions(verdict: Verdict) -> Iterator[Action]:
    for match in verdict.matches[:1]:
        for action in match.rule.actions:
            do, verify, risk = (fill(text, match.names) for text in (action.do, action.verify, action.risk))
            yield Action(do=do, verify=verify, risk=risk)
    if verdict.category is Category.UNKNOWN:
        yield from _GENERAL_ACTIONS
