"""The causal chain: change -> cause -> effect -> symptom, each step with the facts that it rests on."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

import msgspec

from casebook_analyzer.classify.devices import consequences
from casebook_analyzer.classify.matching import Match
from casebook_analyzer.classify.own_words import Quotation
from casebook_analyzer.classify.symptoms import reach, symptom
from casebook_analyzer.classify.templates import fill
from casebook_analyzer.classify.weighing import Weighing
from casebook_analyzer.evidence.serving import serving_fact
from casebook_analyzer.models import Category, ChainRole, ChainStep, EvidenceBundle, Fact, FactKind
from casebook_analyzer.text import LINE_BREAK, as_mounted, bound

MAX_STEPS = 10
_MAX_CHANGES, _MAX_EFFECTS = 3, 4
_STEP_LIMIT = 400
_LATEST = datetime.max.replace(tzinfo=UTC)
_WORDS = re.compile(r"\w+")


class _Step(msgspec.Struct, frozen=True):
    role: ChainRole
    text: str
    facts: tuple[Fact, ...]


def build_chain(
    bundle: EvidenceBundle, weighing: Weighing, facts: Sequence[Fact], said: Quotation | None = None
) -> tuple[ChainStep, ...]:
    """One to ten steps from the change to the symptom. Without a known cause it has only what was seen.

    ``facts`` are those that can explain the case (``eligible_facts``), ``said`` the words that name its cause.
    """
    steps = [*_changes(weighing, facts), *_cause(weighing, said)]
    serves = serving_fact(bundle) is not None
    steps += _in_time(_effects(weighing, facts, _ids(steps), serves=serves))[:_MAX_EFFECTS]
    steps += () if serves else _ended(bundle, facts, steps)
    steps += _symptoms(bundle, weighing, facts)
    return tuple(_written(step) for step in _without_repeats(steps)[:MAX_STEPS])


def _changes(weighing: Weighing, facts: Sequence[Fact]) -> list[_Step]:
    """Changes that the rule names before the others, and all in order of time."""
    match = weighing.deciding
    named = [f for f in (*match.facts, *match.also) if f.kind is FactKind.CHANGE] if match is not None else []
    ids = {fact.id for fact in named}
    others = [fact for fact in facts if fact.kind is FactKind.CHANGE and fact.id not in ids]
    return _in_time(_step(ChainRole.CHANGE, fact.text, [fact]) for fact in [*named, *others][:_MAX_CHANGES])


def cause_of(weighing: Weighing, match: Match) -> str:
    """The sentence of the deciding rule, which says so when its evidence is too weak for a conclusion."""
    sentence = fill(match.rule.cause, match.names)
    sure = weighing.category is match.rule.category
    return sentence if sure else f"No cause is sure. Perhaps: {sentence}"


def _cause(weighing: Weighing, said: Quotation | None) -> Iterator[_Step]:
    match = weighing.deciding
    unknown = weighing.category is Category.UNKNOWN
    role = ChainRole.EFFECT if unknown else ChainRole.CAUSE
    if match is not None and (said is None or said.fact in match.facts):
        words = f" {said}" if said is not None else ""
        yield _step(role, cause_of(weighing, match) + words, match.facts)
        return
    if match is not None:
        yield _step(role, cause_of(weighing, match), match.facts)
    if said is not None:
        yield _step(ChainRole.EFFECT, str(said), [said.fact])


def _effects(weighing: Weighing, facts: Sequence[Fact], used: set[str], *, serves: bool) -> Iterator[_Step]:
    """Of something that serves, the rule's own effect is left out: it tells how a program ends."""
    match = weighing.deciding
    if match is None:
        return
    if match.rule.device:
        for later in weighing.later:
            yield _step(ChainRole.EFFECT, fill(later.rule.cause, later.names), later.facts)
        shown = used | {fact.id for later in weighing.later for fact in later.facts}
        for fact in consequences(facts, [f for f in facts if f.id in shown]):
            yield _step(ChainRole.EFFECT, f"Xid {fact.attributes['xid']} follows from it.", [fact])
    agreeing = [fact for fact in match.also if fact.kind is not FactKind.CHANGE]
    if match.rule.effect and not serves:
        yield _step(ChainRole.EFFECT, fill(match.rule.effect, match.names), agreeing or match.facts)


def _ended(bundle: EvidenceBundle, facts: Sequence[Fact], steps: Sequence[_Step]) -> Iterator[_Step]:
    """How the container ended, when no step says it yet."""
    used, told = _ids(steps), " ".join(step.text for step in steps)
    for fact in facts:
        code = fact.attributes.get("exitCode")
        if fact.kind is FactKind.STATE and code not in {None, "0"} and fact.id not in used:
            if f"exit code {code}" not in told:
                container = fact.attributes.get("container") or bundle.signal.container or "of the pod"
                reason = fact.attributes.get("reason", "")
                text = f"Container {container} ends with exit code {code}{f' ({reason})' if reason else ''}."
                yield _step(ChainRole.EFFECT, text, [fact])
            return


def _symptoms(bundle: EvidenceBundle, weighing: Weighing, facts: Sequence[Fact]) -> Iterator[_Step]:
    match = weighing.deciding
    if match is not None and match.rule.symptom and serving_fact(bundle) is None:
        yield _step(ChainRole.SYMPTOM, fill(match.rule.symptom, match.names), match.facts)
    else:
        yield _step(ChainRole.SYMPTOM, *symptom(bundle, facts))
    for text, shown in reach(bundle, facts):
        yield _step(ChainRole.SYMPTOM, text, shown)


def _in_time(steps: Iterable[_Step]) -> list[_Step]:
    """By the earliest fact of each, equals as the bundle has them; steps without a time stay behind the others."""
    return sorted(steps, key=lambda step: min((_moment(fact) for fact in step.facts), default=(_LATEST, 0)))


def _moment(fact: Fact) -> tuple[datetime, int]:
    return (fact.time, int(fact.id[1:] or 0)) if fact.time is not None else (_LATEST, 0)


def _without_repeats(steps: Iterable[_Step]) -> list[_Step]:
    """A step whose words another one says already adds nothing, whatever its role."""
    kept: list[tuple[str, _Step]] = []
    for step in steps:
        words = " ".join(_WORDS.findall(step.text.casefold()))
        if not any(words in told or told in words for told, _ in kept):
            kept.append((words, step))
    return [step for _, step in kept]


def _step(role: ChainRole, text: str, facts: Iterable[Fact]) -> _Step:
    return _Step(role, bound(as_mounted(text.replace(LINE_BREAK, " ")), _STEP_LIMIT), tuple(facts))


def _written(step: _Step) -> ChainStep:
    return ChainStep(role=step.role, text=step.text, facts=tuple(dict.fromkeys(fact.id for fact in step.facts)))


def _ids(steps: Iterable[_Step]) -> set[str]:
    return {fact.id for step in steps for fact in step.facts}
