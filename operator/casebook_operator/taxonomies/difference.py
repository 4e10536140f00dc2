"""What another taxonomy concludes otherwise of the same evidence, part by part. Pure."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from difflib import SequenceMatcher

import msgspec

from casebook_analyzer.models import Category, Conclusion, EvidenceBundle
from casebook_operator.taxonomies.replay import Replayed


class ShortConclusion(msgspec.Struct, frozen=True, kw_only=True):
    """A conclusion in short."""

    category: Category
    confidence: int
    title: str
    summary: str
    taxonomy: str


class Lines(msgspec.Struct, frozen=True, kw_only=True):
    """What went and what came, in the order in which the conclusions name it."""

    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One incident, judged then and now."""

    incident: str
    """``namespace/name`` of its Investigation."""
    id: str
    opened_at: datetime
    same: bool
    """Whether nothing differs but the version of the taxonomy."""
    was: ShortConclusion
    now: ShortConclusion
    rules: Lines
    """Ids of the rules that matched."""
    facts: Lines
    """``F3 text`` of the facts that are cited."""
    actions: Lines
    """What to do next."""
    chain: tuple[str, ...]
    """Both causal chains, each step with ``-`` (gone), ``+`` (new) or a space before it; empty when they are equal."""


def difference(replayed: Replayed) -> Difference:
    """The differences between the conclusion that memory has and the one of today's taxonomy."""
    incident, now = replayed.incident, replayed.again.conclusion
    was = incident.conclusion
    return Difference(
        incident=f"{incident.namespace}/{incident.name}",
        id=incident.id,
        opened_at=incident.opened_at,
        same=replayed.same,
        was=_in_short(was),
        now=_in_short(now),
        rules=_lines(was.rules, now.rules),
        facts=_lines(_facts(incident.bundle, was), _facts(incident.bundle, now)),
        actions=_lines([action.do for action in was.actions], [action.do for action in now.actions]),
        chain=_chain(was, now),
    )


def _in_short(conclusion: Conclusion) -> ShortConclusion:
    return ShortConclusion(
        category=conclusion.category,
        confidence=conclusion.confidence,
        title=conclusion.title,
        summary=conclusion.summary,
        taxonomy=conclusion.taxonomy_version,
    )


def _lines(was: Iterable[str], now: Iterable[str]) -> Lines:
    before, after = dict.fromkeys(was), dict.fromkeys(now)
    return Lines(
        gone=tuple(line for line in before if line not in after),
        new=tuple(line for line in after if line not in before),
    )


def _facts(bundle: EvidenceBundle, conclusion: Conclusion) -> list[str]:
    texts = {fact.id: fact.text for fact in bundle.facts}
    return [f"{id_} {texts.get(id_, '')}".rstrip() for id_ in conclusion.cited]


def _chain(was: Conclusion, now: Conclusion) -> tuple[str, ...]:
    before, after = _steps(was), _steps(now)
    if before == after:
        return ()
    lines: list[str] = []
    for tag, first, last, start, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            lines += [f"  {step}" for step in before[first:last]]
        else:
            lines += [f"- {step}" for step in before[first:last]]
            lines += [f"+ {step}" for step in after[start:end]]
    return tuple(lines)


def _steps(conclusion: Conclusion) -> Sequence[str]:
    return [f"{step.role}: {step.text}" for step in conclusion.chain]
