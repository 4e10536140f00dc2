"""A draft of a rule from what people say of a family, for a person to finish and to merge. Pure."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from casebook_analyzer.classify import classify
from casebook_analyzer.models import Category, Incident
from casebook_analyzer.taxonomy import Taxonomy
from casebook_analyzer.text import bound
from casebook_operator.taxonomies.telling import DecidingLine, telling_lines

FEWEST = 2
"""Incidents of a family that a rule may rest on: one may be anything."""
SAYS_TOO_LITTLE = "no line of a log, a kernel or an Event that all of its incidents have says enough"
_TITLE = 80
_NAMED = 3
_ID_WORD, _ID_WORDS, _ID_DIGITS = re.compile(r"[A-Za-z]{3,12}"), 4, 6
_NO_NAMES = str.maketrans("{}[]", "()()")
"""In sentences of rules they stand for what the facts hold."""

UNNAMED = "TODO"
"""No category: whoever loads the rule is refused until a person has put one there."""
_UNTITLED = "TODO: what is wrong"
_UNDONE = {"do": "TODO: what ends it", "verify": "TODO: what shows that it did", "risk": "TODO: what it may break"}
_STAND_IN = Category.SOFTWARE_BUG
"""The category with which such a draft is tried."""

Draft = dict[str, Any]
Case = Mapping[str, Mapping[str, object]]
"""A golden case by file."""
LaidOver = Callable[[Draft], Taxonomy]
"""The taxonomy in force with a rule over it."""


class ToldFamily(msgspec.Struct, frozen=True, kw_only=True):
    """The incidents of one family, the latest first, and what people say of it."""

    incidents: Sequence[Incident]
    category: Category
    """As people corrected it, else as the record of another system has it; unknown where nobody said anything."""
    cause: str
    fix: str = ""
    """What ended it as far as memory knows."""


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """What is proposed for a family, or why nothing is."""

    family: str
    line: str
    """What its incidents have in common."""
    incidents: int
    rule: Draft | None = None
    case: Case = {}
    """Its golden case by file, where one was made that leads to the rule."""
    why_not: str = ""
    """Beside a rule: what it lacks."""


def propose(family: ToldFamily, others: Sequence[Incident], laid_over: LaidOver) -> Proposal:
    """A rule for a family, or why there is none. ``others`` are all other incidents that memory has."""
    latest = family.incidents[0]
    signature = latest.conclusion.signature
    told = Proposal(family=signature.key, line=signature.template, incidents=len(family.incidents))
    if len(family.incidents) < FEWEST:
        return _none(told, f"it happened once, and a rule rests on {FEWEST} incidents at least")
    why_not = SAYS_TOO_LITTLE
    for number, line in enumerate(telling_lines(family.incidents, others)):
        rule = _rule(family, line)
        refused = _refused(rule, line, family, others, laid_over(rule))
        if not refused:
            return msgspec.structs.replace(told, rule=rule)
        why_not = why_not if number else refused
    return _none(told, why_not)


def _refused(
    rule: Draft, line: DecidingLine, family: ToldFamily, others: Sequence[Incident], taxonomy: Taxonomy
) -> str:
    """Why a rule does not do: it has to decide every incident of its family, and no other of which more is known."""
    said = line.pattern
    for one in family.incidents:
        decided = classify(one.bundle, taxonomy).rules[:1]
        if decided != (rule["id"],):
            instead = (
                f"the rule {decided[0]} does all the same, which an override can disable" if decided else "nothing does"
            )
            return f"{said!r} does not decide {_names([one])}: {instead}"
    changed = [one for one in others if line.is_in(one.bundle) and _is_changed(one, taxonomy, rule["id"])]
    return f"{said!r} also decides {_names(changed)}, of which something else is known" if changed else ""


def finished(proposal: Proposal, family: ToldFamily, case: Case) -> Proposal:
    """A proposal that was tried, as it is handed out: with its golden case, empty where none leads to the rule.

    Where nobody has said a category there is none.
    """
    rule = proposal.rule
    if rule is None:
        return proposal
    lacks = [] if case else ["it has no golden case: save one with `casebook collect` at the next failure"]
    if family.category is Category.UNKNOWN:
        lacks.insert(0, f"nobody has said what it is: {_correction(family.incidents[0])}")
        rule = rule | {"category": UNNAMED}
        case = {name: {**said, **({"category": UNNAMED} if "category" in said else {})} for name, said in case.items()}
    return msgspec.structs.replace(proposal, rule=rule, case=case, why_not="; ".join(lacks))


def _correction(latest: Incident) -> str:
    """The command that says it. What another system told has no Investigation to note it on."""
    where = " --memory" if latest.bundle.imported is not None else ""
    return f"casebook correct -n {latest.namespace} {latest.name} --category CATEGORY{where}"


def _none(told: Proposal, why: str) -> Proposal:
    return msgspec.structs.replace(told, why_not=why)


def _rule(family: ToldFamily, line: DecidingLine) -> Draft:
    latest = family.incidents[0]
    named = family.category is not Category.UNKNOWN
    fix = bound(family.fix, _TITLE).translate(_NO_NAMES)
    title = bound(family.cause or latest.title, _TITLE).translate(_NO_NAMES) if named else _UNTITLED
    return {
        "id": _id(line.pattern, latest.conclusion.signature.key),
        "category": (family.category if named else _STAND_IN).value,
        "title": title,
        "strength": "strong",
        "source": f"TODO: where the words come from. Proposed from {_names(family.incidents)}",
        "all": [{"kind": line.kind.value, "text": line.pattern}],
        "cause": f"{title}.",
        "actions": [_UNDONE | ({"do": fix} if fix else {})],
    }


def _id(pattern: str, key: str) -> str:
    """The first words of the line, and what tells two families with the same from each other."""
    words = [word.lower() for word in _ID_WORD.findall(pattern)][:_ID_WORDS]
    return "-".join(("proposed", *words, key[:_ID_DIGITS]))


def _is_changed(other: Incident, taxonomy: Taxonomy, rule: str) -> bool:
    """Whether the rule decides an incident of another family of which something is known."""
    again = classify(other.bundle, taxonomy)
    known = other.conclusion.category is not Category.UNKNOWN
    return known and again.rules[:1] == (rule,)


def _names(incidents: Sequence[Incident]) -> str:
    named = ", ".join(f"{one.namespace}/{one.name}" for one in incidents[:_NAMED])
    more = len(incidents) - _NAMED
    return f"{named} and {more} more" if more > 0 else named
