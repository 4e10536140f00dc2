"""Passages that fit a case: named by its rule, alert or objects, or alike in words and meaning."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from casebook_analyzer.memory.encoding.case_text import deciding_rule
from casebook_analyzer.memory.encoding.tokens import tokenize
from casebook_analyzer.memory.knowledge.finding import Found
from casebook_analyzer.memory.knowledge.results import address
from casebook_analyzer.memory.knowledge.scoring import bands
from casebook_analyzer.memory.knowledge.terms import stem
from casebook_analyzer.memory.search.excerpt import excerpt
from casebook_analyzer.memory.search.scoring import permille
from casebook_analyzer.models import (
    Band,
    Conclusion,
    Entity,
    EvidenceBundle,
    FactKind,
    FittingKnowledge,
    FittingPassage,
)
from casebook_analyzer.text import counted

_MOST = 3
"""A reader on call opens one or two."""
_WORDS, _LONG = 5, 4
"""Words in common that are told, and the least letters of one that tells something."""
_NAMED = ("rule", "alert", "object", "symptom")


class CaseNames(msgspec.Struct, frozen=True, kw_only=True):
    """What a document may name to fit a case, as names are compared, each with what it is."""

    kinds: dict[str, str]

    @property
    def all(self) -> Sequence[str]:
        return tuple(self.kinds)


def names_of(bundle: EvidenceBundle, conclusion: Conclusion) -> CaseNames:
    """The rule that decides the case, its alerts, its objects and what Kubernetes calls it."""
    alerts = (fact.attributes.get("alertname", "") for fact in bundle.facts if fact.kind is FactKind.ALERT)
    rule = deciding_rule(conclusion.category, conclusion.rules)
    symptoms = (bundle.signal.trigger.value, bundle.signal.reason, conclusion.signature.reason)
    kinds: dict[str, str] = {}
    for kind, names in zip(_NAMED, ((rule,), alerts, _objects(bundle, conclusion), symptoms), strict=True):
        for name in names:
            if name:
                kinds.setdefault(str(name).lower(), kind)
    return CaseNames(kinds=kinds)


def questions(case: str, conclusion: Conclusion) -> tuple[str, ...]:
    """The texts that are looked for: the case, and what decides it alone, which the rest would thin out."""
    deciding = "\n".join(filter(None, (conclusion.title, conclusion.signature.template)))
    return tuple(dict.fromkeys((deciding, case)))


def fitting(found: Iterable[Found], names: CaseNames) -> FittingKnowledge:
    """The passages that fit, of those that each question has found: the better score of a document counts."""
    answers = list(found)
    best: dict[tuple[str, str], tuple[Any, Found]] = {}
    for one in answers:
        for row in one.rows:
            key = (row.source, row.path)
            if key not in best or row.total > best[key][0].total:
                best[key] = (row, one)
    ranked = sorted(best.values(), key=lambda one: (-one[0].total, one[0].source, one[0].path))
    banded = ((row, of, of.band(row)) for row, of in ranked)
    chosen = [(row, of, band) for row, of, band in banded if band is not None][:_MOST]
    return FittingKnowledge(
        passages=tuple(_passage(row, of, band, names) for row, of, band in chosen),
        reason=_reason(answers[0].documents, ranked, len(chosen)),
    )


def _passage(row: Any, found: Found, band: Band, names: CaseNames) -> FittingPassage:
    return FittingPassage(
        source=row.source,
        path=row.path,
        title=row.title,
        heading=row.heading,
        start_line=row.start_line,
        link=address(row.link, row.start_line),
        excerpt=excerpt(row.text, found.terms),
        score_permille=permille(row.total),
        band=band,
        why=tuple(_why(row, found, names)),
    )


def _why(row: Any, found: Found, names: CaseNames) -> Iterator[str]:
    for name in row.names:
        if name in names.kinds:
            yield f"names the {names.kinds[name]} {name}"
    shared = [word for word in dict.fromkeys(tokenize(row.text)) if len(word) >= _LONG and stem(word) in found.weights]
    shared.sort(key=lambda word: (-found.weights[stem(word)], -len(word)))
    if shared:
        yield f"same words: {', '.join(shared[:_WORDS])}"


def _reason(documents: int, ranked: Sequence[tuple[Any, Found]], attached: int) -> str:
    among = counted(documents, "document")
    if attached:
        return f"{attached} of {among} fit{'s' if attached == 1 else ''}"
    if not ranked:
        return f"nothing fits among {among}: none has a word of the case"
    row, found = ranked[0]
    least = bands(row.cosine, found.among).possible
    return f"nothing fits among {among}: the closest, {row.source}/{row.path}, scores {row.total:.2f} of {least:.2f}"


def _objects(bundle: EvidenceBundle, conclusion: Conclusion) -> Iterator[str]:
    """The subject and what takes part, as a file may name them."""
    subject = bundle.subject
    told = (Entity(kind=subject.kind, name=subject.name, namespace=subject.namespace), *conclusion.entities)
    for one in told:
        yield from (str(one), f"{one.kind}/{one.name}", one.name)
