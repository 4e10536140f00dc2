"""What a person reads first: the sentence of the rule, and what it leaves out, in a few hundred characters."""

from collections.abc import Iterator, Sequence

import msgspec

from casebook_analyzer.classify.chain import cause_of
from casebook_analyzer.classify.left_nodes import of_other_nodes
from casebook_analyzer.classify.matching import Match
from casebook_analyzer.classify.mounted import mounted, sentence_of
from casebook_analyzer.classify.other_half import other_half
from casebook_analyzer.classify.other_names import other_name, said_elsewhere
from casebook_analyzer.classify.own_words import Quotation, second_voices
from casebook_analyzer.classify.templates import fill
from casebook_analyzer.classify.weighing import Weighing
from casebook_analyzer.classify.whose import name_of, with_owner
from casebook_analyzer.evidence.serving import serving_fact
from casebook_analyzer.models import Category, EvidenceBundle, Fact, FactKind, Trigger
from casebook_analyzer.text import CodePlace, as_mounted, bound, place_in

NOTHING_KNOWN = "No rule recognises this failure"
_KEPT = "the evidence is kept, and the case can be found again."
_SEVERAL = "Several devices fail alike at once; one of them:"
_LIMIT = 600
"""Characters. What is told last is left out where it does not fit as a whole."""


class Summary(msgspec.Struct, frozen=True):
    """The sentences, and the facts that they tell besides those that decide."""

    text: str
    besides: tuple[Fact, ...] = ()


def summarise(
    bundle: EvidenceBundle, weighing: Weighing, facts: Sequence[Fact], said: Quotation | None, *, log_text: bool
) -> Summary:
    """The summary of a conclusion.

    Args:
        bundle: The case.
        weighing: What decides it.
        facts: Those that can explain it.
        said: The words that name its cause.
        log_text: Whether the reader may read logs.
    """
    match = weighing.deciding
    if match is None:
        nothing = f"{NOTHING_KNOWN} of {name_of(bundle.subject)}"
        kept = f"{nothing}; {_KEPT}" if said is None else f"{nothing}. {said}"
        return Summary(bound(as_mounted(kept), _LIMIT))
    serves = serving_fact(bundle) is not None
    sentences = list(_of_cause(weighing, match, facts, said, told=log_text and not serves))
    besides: list[Fact] = []
    if log_text:
        told = f"{cause_of(weighing, match)} {said or ''}"
        mount = mounted(weighing.matches, facts, told)
        half = other_half(match, facts, told, bundle.signal.origin.name)
        sentences += [sentence_of(mount, facts)] if mount is not None else []
        sentences += [str(half)] if half is not None else []
        besides += [fact for fact in (mount, half.fact if half is not None else None) if fact is not None]
    if match.rule.effect and not serves:  # how a program ends
        sentences.append(fill(match.rule.effect, match.names))
    for further in _further(bundle, weighing, " ".join(sentences)) if log_text else ():
        if len(" ".join([*sentences, str(further)])) <= _LIMIT:
            sentences.append(str(further))
            besides.append(further.fact)
    container = match.names.get("container", "")
    sentences[0] = with_owner(sentences[0], bundle.subject, container, " ".join(sentences[1:]))
    return Summary(_of_several(bundle, bound(as_mounted(" ".join(sentences)), _LIMIT)), tuple(besides))


def _of_cause(
    weighing: Weighing, match: Match, facts: Sequence[Fact], said: Quotation | None, *, told: bool
) -> Iterator[str]:
    cause = cause_of(weighing, match)
    yield cause
    if others := of_other_nodes(match, facts):
        yield others
    place = _place(match, facts, said) if told else None
    if place is not None and place.where not in cause:
        yield f"It fails at {place}."
    if said is not None:
        yield str(said)


def _further(bundle: EvidenceBundle, weighing: Weighing, told: str) -> Iterator[Quotation]:
    """What other witnesses name, whose log has it too, and the other name of what is told by an address."""
    for voice in second_voices((*weighing.matches[1:], *weighing.later), told):
        told = f"{told} {voice}"
        yield voice
    match = weighing.deciding
    elsewhere = said_elsewhere(match, told, bundle) if match is not None else None
    yield from (one for one in (elsewhere, other_name(told, bundle.standing)) if one is not None)


def _place(match: Match, facts: Sequence[Fact], said: Quotation | None) -> CodePlace | None:
    """Where a program's own mistake is: by the stack trace that decides, or is quoted, else by one right after it."""
    if match.rule.category is not Category.SOFTWARE_BUG:
        return None
    quoted = (said.fact,) if said is not None else ()
    decide = [fact for fact in (*match.facts, *quoted) if fact.kind is FactKind.LOG]
    places = (place_in(fact.text) for fact in (*decide, *_after(decide[:1], facts)))
    return next((place for place in places if place is not None), None)


def _after(deciding: Sequence[Fact], facts: Sequence[Fact]) -> Iterator[Fact]:
    """The records that follow the deciding one in its log."""
    for fact in deciding:
        later = facts[facts.index(fact) + 1 :] if fact in facts else ()
        yield from (one for one in later if one.kind is FactKind.LOG and one.source == fact.source)


def _of_several(bundle: EvidenceBundle, summary: str) -> str:
    """What is concluded from one device's line holds for all that failed alike."""
    several = bundle.signal.trigger is Trigger.DEVICES_FAILED
    return bound(f"{_SEVERAL} {summary}", _LIMIT) if several else summary
