"""The conclusion of a bundle."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from casebook_analyzer.classify.actions import advice
from casebook_analyzer.classify.calibration import calibration
from casebook_analyzer.classify.chain import build_chain
from casebook_analyzer.classify.devices import match_sxids, match_xids
from casebook_analyzer.classify.eligible import eligible_facts
from casebook_analyzer.classify.entities import affected_entities
from casebook_analyzer.classify.environment import environment_tags
from casebook_analyzer.classify.exclusions import ruled_out
from casebook_analyzer.classify.lookup import FactIndex, screen_of
from casebook_analyzer.classify.matching import Match, match_rules
from casebook_analyzer.classify.nodes import match_conditions
from casebook_analyzer.classify.retold import as_kernel_lines
from casebook_analyzer.classify.signature import sign
from casebook_analyzer.classify.templates import fill, known_names
from casebook_analyzer.classify.verdict import Verdict, weigh
from casebook_analyzer.classify.votes import Ballot
from casebook_analyzer.classify.weight import Weights
from casebook_analyzer.classify.witnesses import Witnesses
from casebook_analyzer.models import Category, ChainStep, Conclusion, EvidenceBundle, Fact, GapReason
from casebook_analyzer.taxonomy import Taxonomy, tags_of
from casebook_analyzer.text import bound

MAX_MISSING = 10
_SUMMARY_LIMIT = 400
_GAP_WORDS = {
    GapReason.FORBIDDEN: "Casebook may not read it",
    GapReason.NOT_FOUND: "not there",
    GapReason.TIMEOUT: "not answered in time",
    GapReason.TRUNCATED: "only in part",
    GapReason.UNAVAILABLE: "not available",
}
_NOTHING_KNOWN = "No rule recognises this failure"


def classify(bundle: EvidenceBundle, taxonomy: Taxonomy) -> Conclusion:
    """The root cause by the taxonomy. Pure: the same bundle and taxonomy give the same conclusion."""
    known = known_names(bundle)
    verdict, facts = _verdict(bundle, taxonomy, known)
    chain = build_chain(bundle, verdict, facts)
    match = verdict.deciding
    return Conclusion(
        category=verdict.category,
        confidence=verdict.confidence,
        raw_confidence=verdict.raw,
        title=match.rule.title if match else _NOTHING_KNOWN,
        summary=_summary(verdict),
        rules=tuple(dict.fromkeys(m.rule.id for m in verdict.matches)),
        cited=_cited(verdict, chain),
        chain=chain,
        entities=affected_entities(bundle, verdict),
        environment_tags=environment_tags(bundle, tags_of(taxonomy.tags)),
        alternatives=verdict.alternatives,
        contradictions=tuple(f"{because} ({fact.id})" for fact, because in match.against) if match else (),
        missing=tuple(dict.fromkeys(_missing(bundle, verdict)))[:MAX_MISSING],
        ruled_out=ruled_out(bundle, known, {verdict.category, *verdict.supported, *_named(verdict)}),
        looked_for=bundle.looked_for,
        actions=advice(bundle, verdict),
        runbook=match.rule.runbook if match else "",
        severity=match.rule.severity if match else None,
        signature=sign(bundle, match, facts),
        taxonomy_version=taxonomy.version,
    )


def _verdict(bundle: EvidenceBundle, taxonomy: Taxonomy, known: Mapping[str, str]) -> tuple[Verdict, tuple[Fact, ...]]:
    """By the facts of the failing container; where those say nothing, by those of the pod's other containers too."""
    ballot = Ballot(Weights(bundle), Witnesses(bundle.facts))
    facts = as_kernel_lines(eligible_facts(bundle), bundle.signal)
    verdict = weigh(_matches(taxonomy, facts, known), ballot, calibration())
    if verdict.category is Category.UNKNOWN and (verdict.deciding is None or verdict.deciding.rule.generic):
        all_facts = as_kernel_lines(eligible_facts(bundle, of_others=True), bundle.signal)
        wider = weigh(_matches(taxonomy, all_facts, known), ballot, calibration())
        if wider.category is not Category.UNKNOWN:
            return wider, all_facts
    return verdict, facts


def _matches(taxonomy: Taxonomy, facts: Sequence[Fact], known: Mapping[str, str]) -> list[Match]:
    made_of_tables = (
        *match_xids(facts, taxonomy.xids, known),
        *match_sxids(facts, taxonomy.sxids, known),
        *match_conditions(facts, taxonomy.conditions, known),
    )
    written = match_rules(taxonomy.rules, FactIndex(facts, screen_of(taxonomy.rules)), known)
    return [*written, *_overridden(made_of_tables, taxonomy)]


def _overridden(matches: Iterable[Match], taxonomy: Taxonomy) -> Iterator[Match]:
    """Matches of rules that were made of tables, as overlays change or disable them."""
    for match in matches:
        rule = taxonomy.overridden(match.rule)
        if rule is not None:
            yield match if rule is match.rule else msgspec.structs.replace(match, rule=rule)


def _summary(verdict: Verdict) -> str:
    """Without the subject's name: wherever a summary is read, that stands beside it."""
    match = verdict.deciding
    if match is None:
        return "No rule recognises this failure; the evidence is kept, and the case can be found again."
    sentences = [fill(match.rule.cause, match.names)]
    if match.rule.effect:
        sentences.append(fill(match.rule.effect, match.names))
    return bound(" ".join(sentences), _SUMMARY_LIMIT)


def _named(verdict: Verdict) -> Iterator[Category]:
    """Other readings: a page that gives one and rules it out says nothing."""
    return (alternative.category for alternative in verdict.alternatives)


def _cited(verdict: Verdict, chain: tuple[ChainStep, ...]) -> tuple[str, ...]:
    """Deciding facts first, then those that agree, then the rest of the chain."""
    ids: list[str] = []
    for match in verdict.matches:
        ids += [fact.id for fact in (*match.facts, *match.also)]
    ids += [id_ for step in chain for id_ in step.facts]
    return tuple(dict.fromkeys(ids))


def _missing(bundle: EvidenceBundle, verdict: Verdict) -> Iterator[str]:
    for gap in bundle.gaps:
        if gap.reason is not GapReason.TRUNCATED:
            yield f"{gap.what}: {_GAP_WORDS[gap.reason]}{f' ({gap.detail})' if gap.detail else ''}"
    for match in verdict.matches[:1]:
        yield from (fill(text, match.names) for text in match.rule.missing)
