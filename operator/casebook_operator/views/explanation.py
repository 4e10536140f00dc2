"""Why one incident is attached to another, or is not: both legs, terms, ranks, bands."""

from collections.abc import Iterator
from typing import Any

import msgspec

from casebook_analyzer.memory.explain import Explanation, LegView
from casebook_analyzer.models import Incident
from casebook_operator.views.page import Block, Fields, Grid, Page, Section, Words

_TERMS = 15
"""What comes after weighs next to nothing."""
_TEXT = 160


def explanation_page(found: Explanation) -> Page:
    """The answer first, then how it came about."""
    sections = [
        Section("", [Fields(_answer(found))]),
        Section("Score", list(_score(found))),
        Section(f"Shared words ({len(found.terms)})", list(_terms(found))),
        Section("Side by side", [_fields(found)]),
    ]
    return Page(f"{_named(found.hit)} as a past incident of {_named(found.incident)}", sections)


def explanation_json(found: Explanation) -> dict[str, Any]:
    """The explanation with the names of both incidents: ``casebook show`` has the rest of them."""
    plain: dict[str, Any] = msgspec.to_builtins(found)
    return plain | {"incident": _named(found.incident), "hit": _named(found.hit)}


def _answer(found: Explanation) -> list[tuple[str, str]]:
    limits = found.calibration
    return [
        ("Band", found.band.upper() if found.band else "NONE: not similar"),
        ("Because", found.reason),
        ("Attached", _attached(found)),
        ("Bands", f"possible from {limits.possible:.2f}, strong from {limits.strong:.2f}"),
        (
            "Were right",
            f"{limits.possible_right:.0%} of possible, {limits.strong_right:.0%} of strong ones, when fitted",
        ),
        ("Looked at", "every incident" if found.exact else "what an index proposed, which may miss one"),
    ]


def _attached(found: Explanation) -> str:
    if found.rank is not None:
        return f"as number {found.rank} of {found.attached}"
    if found.speaker:
        return f"not itself: {found.speaker} speaks for this failure (casebook show {found.speaker})"
    return f"no, it is not among the {found.attached} that are"


def _score(found: Explanation) -> Iterator[Block]:
    legs = (("meaning (cosine)", found.cosine), ("words (BM25)", found.lexical))
    rows = [_leg(name, leg) for name, leg in legs if leg is not None]
    rows.append(("rules and structure", "", f"{found.structure:+.3f}", "", f"{found.structure:+.3f}", ""))
    rows.append(("what else is alike", f"{found.crowd:.3f}", "", "", f"{found.company:+.3f}", ""))
    rows.append(("total", "", "", "", f"{found.total:.3f}", ""))
    yield Grid(("LEG", "RAW", "0 TO 1", "WEIGHT", "ADDS", "RANK"), rows)
    yield Words(f"A text that says the same in the same words would have a BM25 of {found.perfect_bm25:.1f}.")
    if found.cosine is None:
        yield Words("One of them has no vector of the other's model, so words carry the whole weight.")


def _leg(name: str, leg: LegView) -> tuple[str, ...]:
    adds = f"{leg.normalised * leg.weight:.3f}"
    return name, f"{leg.raw:.3f}", f"{leg.normalised:.3f}", f"{leg.weight:.2f}", adds, f"{leg.rank} of {leg.among}"


def _terms(found: Explanation) -> Iterator[Block]:
    if not found.terms:
        yield Words("None.")
        return
    shown = found.terms[:_TERMS]
    rows = [(t.term, f"{t.idf:.2f}", f"{t.weight:.2f}", f"{t.contribution:.2f}", f"{t.share:.1%}") for t in shown]
    yield Grid(("WORD", "RARITY (IDF)", "WEIGHT THERE", "ADDS TO BM25", "OF A PERFECT MATCH"), rows)
    if len(shown) < len(found.terms):
        rest = sum(term.share for term in found.terms[_TERMS:])
        yield Words(f"{len(found.terms) - _TERMS} more add {rest:.1%}.")


def _fields(found: Explanation) -> Grid:
    rows = [
        (field.name, "=" if field.equal else "!", field.here[:_TEXT], "" if field.equal else field.there[:_TEXT])
        for field in found.fields
        if field.here or field.there
    ]
    rows.insert(0, ("subject", *_pair(str(found.incident.bundle.subject), str(found.hit.bundle.subject))))
    return Grid(("", "", "HERE", "THERE, IF DIFFERENT"), rows)


def _pair(here: str, there: str) -> tuple[str, str, str]:
    return ("=", here, "") if here == there else ("!", here, there)


def _named(one: Incident) -> str:
    return f"{one.namespace}/{one.name}"
