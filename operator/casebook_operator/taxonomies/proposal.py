"""A draft of a rule from what people say of a family, for a person to finish and to merge. Pure."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from casebook_analyzer.classify import classify
from casebook_analyzer.models import Category, FactKind, Incident
from casebook_analyzer.taxonomy import Taxonomy
from casebook_analyzer.text import bound, compiled

FEWEST = 2
"""Incidents of a family that a rule may rest on: one may be anything."""
_LITERAL = 12
"""Characters of the deciding line that stand together and are no name and no number: fewer say too little."""
_MASKED = re.compile(r"<[a-z-]{1,20}>|…")
_PATTERN, _TITLE = 300, 80
_GAP = ".*?"
"""Stands where a name or a number was. RE2 takes linear time for it."""
_NAMED = 3
_NO_NAMES = str.maketrans("{}[]", "()()")
"""In sentences of rules they stand for what the facts hold."""

_UNNAMED = "TODO"
"""No category: whoever loads the rule is refused until a person has put one there."""
_UNTITLED = "TODO: what is wrong"
_STAND_IN = Category.SOFTWARE_BUG
"""The category with which such a draft is tried."""

Draft = dict[str, Any]
LaidOver = Callable[[Draft], Taxonomy]
"""The taxonomy in force with a rule over it."""


class ToldFamily(msgspec.Struct, frozen=True, kw_only=True):
    """The incidents of one family, the latest first, and what people say of it."""

    incidents: Sequence[Incident]
    category: Category
    """As people corrected it, else as the record of another system has it; unknown where nobody said anything."""
    cause: str


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """What is proposed for a family, or why nothing is."""

    family: str
    line: str
    """What its incidents have in common."""
    incidents: int
    rule: Draft | None = None
    case: Mapping[str, Mapping[str, object]] = {}
    """Its golden case by file, where one was made that leads to the rule."""
    why_not: str = ""
    """Beside a rule: what it lacks."""


def pattern_of(template: str) -> str:
    """An expression of RE2 for a masked line: its words in their order, with anything where it was masked; else empty.

    A line without a longer run of words of its own has none: it would match what has nothing to do with it.
    """
    pieces = [piece.strip() for piece in _MASKED.split(template)]
    if max(map(len, pieces), default=0) < _LITERAL:
        return ""
    words = [re.escape(piece).replace(r"\ ", " ") for piece in pieces if piece]
    while len(_GAP.join(words)) > _PATTERN:
        words.pop()
    return _GAP.join(words)


def propose(family: ToldFamily, others: Iterable[Incident], laid_over: LaidOver) -> Proposal:
    """A rule for a family, or why there is none. ``others`` are all other incidents that memory has."""
    latest = family.incidents[0]
    signature = latest.conclusion.signature
    told = Proposal(family=signature.key, line=signature.template, incidents=len(family.incidents))
    if len(family.incidents) < FEWEST:
        return _none(told, f"it happened once, and a rule rests on {FEWEST} incidents at least")
    pattern, kind = pattern_of(signature.template), _kind(latest)
    if not pattern or kind is None:
        return _none(told, "no line of a log, a kernel or an Event tells it from others")
    rule = _rule(family, kind, pattern)
    taxonomy = laid_over(rule)
    if missed := [one for one in family.incidents if rule["id"] not in classify(one.bundle, taxonomy).rules]:
        return _none(told, f"its line would not tell {_names(missed)}")
    if changed := [one for one in others if _is_changed(one, taxonomy, rule["id"])]:
        return _none(told, f"its line also decides {_names(changed)}, of which something else is known")
    asked = f"nobody has said what it is: casebook correct -n {latest.namespace} {latest.name} --category CATEGORY"
    return msgspec.structs.replace(told, rule=rule, why_not="" if _is_named(family) else asked)


def finished(proposal: Proposal) -> Proposal:
    """A proposal that was tried, as it is handed out: where nobody has said a category there is none."""
    if proposal.rule is None or not proposal.why_not:
        return proposal
    case = {
        name: {**said, **({"category": _UNNAMED} if "category" in said else {})} for name, said in proposal.case.items()
    }
    return msgspec.structs.replace(proposal, rule=proposal.rule | {"category": _UNNAMED}, case=case)


def _is_named(family: ToldFamily) -> bool:
    return family.category is not Category.UNKNOWN


def _none(told: Proposal, why: str) -> Proposal:
    return msgspec.structs.replace(told, why_not=why)


def _kind(latest: Incident) -> FactKind | None:
    """Of the fact whose words the signature has."""
    words = pattern_of(latest.conclusion.signature.template)
    asked = compiled(words) if words else None
    kinds = (FactKind.LOG, FactKind.KERNEL, FactKind.EVENT)
    facts = (fact for kind in kinds for fact in latest.bundle.standing if fact.kind is kind)
    return next((fact.kind for fact in facts if asked is not None and asked.search(fact.text)), None)


def _rule(family: ToldFamily, kind: FactKind, pattern: str) -> Draft:
    latest = family.incidents[0]
    named = _is_named(family)
    title = bound(family.cause or latest.title, _TITLE).translate(_NO_NAMES) if named else _UNTITLED
    return {
        "id": f"proposed-{latest.conclusion.signature.key}",
        "category": (family.category if named else _STAND_IN).value,
        "title": title,
        "strength": "strong",
        "source": f"TODO: where the words come from. Proposed from {_names(family.incidents)}",
        "all": [{"kind": kind.value, "text": pattern}],
        "cause": f"{title}.",
    }


def _is_changed(other: Incident, taxonomy: Taxonomy, rule: str) -> bool:
    """Whether the rule decides an incident of another family of which something is known."""
    again = classify(other.bundle, taxonomy)
    known = other.conclusion.category is not Category.UNKNOWN
    return known and again.rules[:1] == (rule,)


def _names(incidents: Sequence[Incident]) -> str:
    named = ", ".join(f"{one.namespace}/{one.name}" for one in incidents[:_NAMED])
    more = len(incidents) - _NAMED
    return f"{named} and {more} more" if more > 0 else named
