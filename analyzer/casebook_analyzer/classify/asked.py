"""What is said to a person who asked about something that serves.

Nothing is called wrong because a log has a loud word in it, and nothing is called fine where one has: it is shown.
"""

from collections.abc import Iterator, Sequence

import msgspec

from casebook_analyzer.classify.failed_answers import failed_answers
from casebook_analyzer.classify.own_words import last_complaint, last_error, without_words
from casebook_analyzer.classify.weight import is_past
from casebook_analyzer.evidence.serving import STANDS_OUT
from casebook_analyzer.models import (
    Action,
    Category,
    ChainRole,
    ChainStep,
    Conclusion,
    EvidenceBundle,
    Fact,
    FactKind,
    GapReason,
)
from casebook_analyzer.text import bound, counted

NOTHING_WRONG = "Nothing wrong was found"
NOTHING_KNOWN = "Nothing that a rule knows is wrong"
_LOOK_ELSEWHERE = Action(
    do="Nothing needs to be done for what was looked at. If callers see trouble all the same, ask about the one that "
    "sees it, and about those that this one calls.",
)
_READ_ON = Action(do="Read its log around the lines that are quoted, and ask what they mean to its callers.")
_OF_THE_RUN_BEFORE = " --previous"
_LIMIT = 600
_MOST_SHOWN = 3
_COMPLAINT = "The last complaint in its log"
"""Of a line that tells of no error: a warning is not called one."""
_REPEATED = 2
"""Programs warn of much once, and go on."""


def answer(conclusion: Conclusion, bundle: EvidenceBundle, facts: Sequence[Fact], *, log_text: bool) -> Conclusion:
    """The conclusion, in words for somebody who asked about what serves.

    Args:
        conclusion: What the rules say.
        bundle: All that was looked at.
        facts: Those that can explain the case.
        log_text: Whether the reader may see what logs say.
    """
    shown = _stands_out(bundle, facts)
    if conclusion.category is not Category.UNKNOWN:
        peers = " ".join(_of_peers(bundle, shown, log_text=log_text))
        summary = " ".join(part for part in (conclusion.summary, peers, "It serves all the same.") if part)
        actions = tuple(
            msgspec.structs.replace(a, verify=a.verify.replace(_OF_THE_RUN_BEFORE, "")) for a in conclusion.actions
        )
        return msgspec.structs.replace(conclusion, summary=bound(summary, _LIMIT), actions=actions)
    said = [*_in_words(shown[:_MOST_SHOWN], facts, log_text=log_text)]
    if (failed := failed_answers(bundle, facts)) is not None:
        shown, said = [failed[0], *shown], [failed[1], *said]
    head = f"{NOTHING_KNOWN}. {' '.join(said)} Looked at" if shown else f"{NOTHING_WRONG} in"
    steps = (
        ChainStep(role=ChainRole.EFFECT, text=text, facts=(fact.id,)) for fact, text in zip(shown, said, strict=False)
    )
    return msgspec.structs.replace(
        conclusion,
        nothing_wrong=not shown,
        title=NOTHING_KNOWN if shown else NOTHING_WRONG,
        summary=bound(f"{head}{':' if shown else ''} {looked_at(bundle)}.", _LIMIT),
        rules=(),
        chain=(
            *(step for step in conclusion.chain if step.role is ChainRole.CHANGE),
            *steps,
            *(step for step in conclusion.chain if step.role is ChainRole.SYMPTOM),
        ),
        alternatives=conclusion.alternatives if conclusion.rules and shown else (),
        actions=(_READ_ON,) if shown else (_LOOK_ELSEWHERE,),
    )


def _stands_out(bundle: EvidenceBundle, facts: Sequence[Fact]) -> list[Fact]:
    """What a reader should see, though no rule names a cause for it, the log before the objects."""
    present = [fact for fact in facts if not is_past(bundle, fact)]
    said = last_error(present) or last_complaint([fact for fact in present if fact.count >= _REPEATED])
    return [*([said.fact] if said is not None else []), *(fact for fact in present if _is_trouble(fact))]


def _of_peers(bundle: EvidenceBundle, shown: Sequence[Fact], *, log_text: bool) -> Iterator[str]:
    """The state of the first peer that stands out, and what it says itself."""
    for peer in [fact for fact in shown if fact.kind is FactKind.OBJECT and STANDS_OUT in fact.attributes][:1]:
        yield f"{peer.text}."
        own = [fact for fact in bundle.facts if fact.attributes.get("peer") == peer.attributes.get("name")]
        said = last_complaint([fact for fact in own if not is_past(bundle, fact)])
        if said is not None and log_text:
            yield f'It says itself: "{said.words}"{_how_often(said.fact, own)}.'


def _in_words(shown: Sequence[Fact], facts: Sequence[Fact], *, log_text: bool) -> Iterator[str]:
    """A sentence for each of what stands out."""
    for fact in shown:
        said = last_complaint([fact])
        if said is not None:
            if last_error([fact]) is None:
                said = msgspec.structs.replace(said, intro=_COMPLAINT)
            yield f"{str(said if log_text else without_words(said)).rstrip('.')}{_how_often(fact, facts)}."
        else:
            yield f"{fact.text.rstrip('.')}."


def looked_at(bundle: EvidenceBundle) -> str:
    """What was looked at, as the rest of a sentence: ``the state of 2 pods, 2 logs (40 records), 1 change``."""
    kinds = FactKind
    facts = bundle.facts
    pods = {str(f.entity) for f in facts if f.kind is kinds.STATE and f.entity is not None and f.entity.kind == "Pod"}
    logs = [fact for fact in facts if fact.kind is kinds.LOG and fact.attributes.get("log") == "current"]
    sources = {fact.source for fact in logs}
    told = [
        f"the state of {_number(len(pods), 'pod')}" if pods else f"the state of {bundle.subject.title}",
        f"{_number(len(sources), 'log')} ({_number(sum(f.count for f in logs), 'record')})" if logs else "",
        *(_counted(facts, kind, noun) for kind, noun in _NOUNS),
    ]
    return _listed([part for part in told if part]) + _not_seen(bundle)


_NOUNS = (
    (FactKind.EVENT, "event"),
    (FactKind.CHANGE, "change"),
    (FactKind.OBJECT, "object around it"),
    (FactKind.NODE, "statement about its node"),
    (FactKind.METRIC, "measurement"),
)
_PLURALS = {"object around it": "objects around it", "statement about its node": "statements about its node"}


def _counted(facts: Sequence[Fact], kind: FactKind, noun: str) -> str:
    count = sum(1 for fact in facts if fact.kind is kind)
    return _number(count, noun) if count else ""


def _number(count: int, noun: str) -> str:
    return counted(count, noun, _PLURALS.get(noun, ""))


def _listed(parts: Sequence[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def _not_seen(bundle: EvidenceBundle) -> str:
    """An answer that nothing is wrong is worth as much as what it could not see is small."""
    missing = [gap.what for gap in bundle.gaps if gap.reason is not GapReason.TRUNCATED]
    return f"; not seen: {_listed(missing[:_MOST_SHOWN])}" if missing else ""


def _how_often(fact: Fact, facts: Sequence[Fact]) -> str:
    """How often a line stands in its log, and how long that is: a rate, and no judgement."""
    whole = sum(one.count for one in facts if one.kind is FactKind.LOG and one.source == fact.source)
    times = "once" if fact.count == 1 else f"{fact.count:,} times"
    return f" ({times} in {_number(whole, 'record')})"


def _is_trouble(fact: Fact) -> bool:
    told = fact.attributes
    match fact.kind:
        case FactKind.EVENT:
            return told.get("type") == "Warning"
        case FactKind.OBJECT:
            broken = told.get("finding", "ok") not in {"", "ok"} or told.get("exists") == "false"
            return broken or STANDS_OUT in told
        case FactKind.METRIC:
            return told.get("finding") == "exhausted"
        case FactKind.NODE:
            return told.get("bad") == "true"
        case FactKind.STATE:
            return STANDS_OUT in told or told.get("exitCode", "0") != "0"
        case _:
            return fact.kind is FactKind.KERNEL
