"""Draws the conclusion from a bundle of evidence."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from casebook_analyzer.classify.actions import advice
from casebook_analyzer.classify.answering import answering_pods
from casebook_analyzer.classify.asked import answer
from casebook_analyzer.classify.calibration import calibration
from casebook_analyzer.classify.chain import build_chain
from casebook_analyzer.classify.daily_life import doubted
from casebook_analyzer.classify.devices import match_sxids, match_xids
from casebook_analyzer.classify.eligible import eligible_facts
from casebook_analyzer.classify.entities import affected_entities
from casebook_analyzer.classify.environment import environment_tags
from casebook_analyzer.classify.exclusions import ruled_out
from casebook_analyzer.classify.logged import without_log_text
from casebook_analyzer.classify.lookup import FactIndex
from casebook_analyzer.classify.matching import Match, match_rules
from casebook_analyzer.classify.mounted import by_origin
from casebook_analyzer.classify.nodes import match_conditions
from casebook_analyzer.classify.outages import match_outages
from casebook_analyzer.classify.own_words import quotation, without_words
from casebook_analyzer.classify.retold import as_kernel_lines
from casebook_analyzer.classify.rule_screen import screen_of
from casebook_analyzer.classify.shared_causes import shared_causes
from casebook_analyzer.classify.signature import sign
from casebook_analyzer.classify.summary import NOTHING_KNOWN, Summary, summarise
from casebook_analyzer.classify.templates import fill, known_names
from casebook_analyzer.classify.told import as_told
from casebook_analyzer.classify.untold import as_unknown
from casebook_analyzer.classify.votes import Ballot
from casebook_analyzer.classify.weighing import Weighing, weigh
from casebook_analyzer.classify.weight import Weights
from casebook_analyzer.classify.witnesses import Witnesses
from casebook_analyzer.evidence.serving import serving_fact
from casebook_analyzer.models import (
    Category,
    ChainStep,
    Conclusion,
    EvidenceBundle,
    Fact,
    GapReason,
)
from casebook_analyzer.taxonomy import Taxonomy, tags_of

MAX_MISSING = 10
_GAP_WORDS = {
    GapReason.FORBIDDEN: "Casebook may not read it",
    GapReason.NOT_FOUND: "not there",
    GapReason.TIMEOUT: "not answered in time",
    GapReason.TRUNCATED: "only in part",
    GapReason.UNAVAILABLE: "not available",
}


def classify(bundle: EvidenceBundle, taxonomy: Taxonomy, *, log_text: bool = True) -> Conclusion:
    """Conclude what caused a failure, by the rules and tables of a taxonomy.

    Pure: the same bundle and taxonomy give the same conclusion. When no rule is strong enough the category is
    ``unknown``, with two other readings. Without ``log_text`` sentences have ``…`` for what a log alone says, and
    nothing else is concluded.

    Raises:
        TaxonomyError: A table that Casebook ships (calibration, exclusions) is broken.
    """
    known = known_names(bundle)
    weighing, facts = _weighed(bundle, taxonomy, known, log_text=log_text)
    if weighing.category is Category.UNKNOWN:
        weighing = as_unknown(weighing, facts)
    match = weighing.deciding
    serves = serving_fact(bundle) is not None
    said = quotation(match, facts) if match is not None or not serves else None
    said = said if log_text else without_words(said, match)
    chain = build_chain(bundle, weighing, facts, said)
    summary = summarise(bundle, weighing, facts, said, log_text=log_text)
    entities = affected_entities(bundle, weighing)
    conclusion = Conclusion(
        category=weighing.category,
        confidence=weighing.confidence,
        raw_confidence=weighing.raw,
        title=match.rule.title if match else NOTHING_KNOWN,
        summary=summary.text,
        rules=tuple(dict.fromkeys(m.rule.id for m in weighing.matches)),
        cited=_cited(weighing, chain, summary),
        chain=chain,
        entities=entities,
        environment_tags=environment_tags(bundle, tags_of(taxonomy.tags)),
        alternatives=weighing.alternatives,
        contradictions=_contradictions(match) if match else (),
        missing=tuple(dict.fromkeys(_missing(bundle, weighing)))[:MAX_MISSING],
        ruled_out=ruled_out(bundle, known, {weighing.category, *weighing.supported, *_named(weighing)}),
        looked_for=bundle.looked_for,
        actions=advice(bundle, weighing),
        runbook=match.rule.runbook if match else "",
        severity=match.rule.severity if match else None,
        signature=sign(bundle, match, facts),
        taxonomy_version=taxonomy.version,
        shared=shared_causes(bundle, weighing, entities, facts),
    )
    if bundle.imported is not None:
        return as_told(conclusion, bundle.imported, bundle)
    return answer(conclusion, bundle, facts, log_text=log_text) if serves else conclusion


def _weighed(
    bundle: EvidenceBundle, taxonomy: Taxonomy, known: Mapping[str, str], *, log_text: bool
) -> tuple[Weighing, tuple[Fact, ...]]:
    """By the facts of the failing container; where those say little, by those of who answered the kubelet, then all."""
    weights = Weights(bundle, taxonomy.passing)

    def matches(facts: Sequence[Fact]) -> list[Match]:
        lived_with = frozenset(fact.id for fact in facts if weights.was_lived_with(fact))
        found = [*doubted(_matches(taxonomy, facts, known, lived_with), weights)]
        return found if log_text else without_log_text(found, facts, known)

    ballot = Ballot(weights, Witnesses(bundle.facts))

    def by(eligible: Sequence[Fact]) -> tuple[Weighing, tuple[Fact, ...]]:
        facts = as_kernel_lines(eligible, bundle.signal)
        return weigh(matches(facts), ballot, calibration()), facts

    found = by(eligible_facts(bundle))
    weighing, _ = found
    if not _says_little(weighing):
        return found
    if answering := answering_pods(bundle.standing):
        theirs = by(eligible_facts(bundle, of_pods=answering))
        if not _says_little(theirs[0]):
            return theirs
    if weighing.category is Category.UNKNOWN:
        wider = by(eligible_facts(bundle, of_others=True))
        if wider[0].category is not Category.UNKNOWN:
            return wider
    return found


def _says_little(weighing: Weighing) -> bool:
    return weighing.deciding is None or weighing.deciding.rule.generic


def _matches(
    taxonomy: Taxonomy, facts: Sequence[Fact], known: Mapping[str, str], lived_with: frozenset[str]
) -> list[Match]:
    made_of_tables = (
        *match_xids(facts, taxonomy.xids, known),
        *match_sxids(facts, taxonomy.sxids, known),
        *match_conditions(facts, taxonomy.conditions, known),
        *match_outages(facts, known),
    )
    screen = screen_of(taxonomy.rules)
    index = FactIndex(facts, screen.patterns)
    written = match_rules(screen.possible(index.traits), index, known, lived_with)
    return [*by_origin(written, facts), *_overridden(made_of_tables, taxonomy)]


def _overridden(matches: Iterable[Match], taxonomy: Taxonomy) -> Iterator[Match]:
    """Matches of rules that were made of tables, as overlays change or disable them."""
    for match in matches:
        rule = taxonomy.overridden(match.rule)
        if rule is not None:
            yield match if rule is match.rule else msgspec.structs.replace(match, rule=rule)


def _contradictions(match: Match) -> tuple[str, ...]:
    return tuple(f"{fill(because, match.names)} ({fact.id})" for fact, because in match.against)


def _named(weighing: Weighing) -> Iterator[Category]:
    """Categories given as other readings: a report must not give one and rule it out."""
    return (alternative.category for alternative in weighing.alternatives)


def _cited(weighing: Weighing, chain: tuple[ChainStep, ...], summary: Summary) -> tuple[str, ...]:
    """Deciding facts first, then those that agree, then what the summary tells besides and the rest of the chain."""
    ids: list[str] = []
    for match in weighing.matches:
        ids += [fact.id for fact in (*match.facts, *match.also)]
    ids += [fact.id for fact in summary.besides]
    ids += [id_ for step in chain for id_ in step.facts]
    return tuple(dict.fromkeys(ids))


def _missing(bundle: EvidenceBundle, weighing: Weighing) -> Iterator[str]:
    for gap in bundle.gaps:
        if gap.reason is not GapReason.TRUNCATED:
            yield f"{gap.what}: {_GAP_WORDS[gap.reason]}{f' ({gap.detail})' if gap.detail else ''}"
    for match in weighing.matches[:1]:
        yield from filter(None, (fill(text, match.names) for text in match.rule.missing))
