"""Who drafts: ``taxonomy propose``, and the simplest that a person could do instead."""

import re
from collections.abc import Sequence

from casebook_analyzer.models import FactKind, Incident
from casebook_analyzer.text import compiled, mask
from casebook_operator.taxonomies.proposal import Draft, LaidOver, ToldFamily, propose

_WORD = r"\S+"
_MASKED = re.compile(r"<[a-z-]{1,20}>")


def by_casebook(family: ToldFamily, others: Sequence[Incident], laid_over: LaidOver) -> Draft | str:
    """What ``taxonomy propose`` proposes, or why it does not."""
    found = propose(family, others, laid_over)
    return found.rule or found.why_not


def by_the_exact_line(family: ToldFamily, _others: Sequence[Incident], _laid_over: LaidOver) -> Draft | str:
    """The masked line of the family, from its beginning to its end, with one word where something was masked."""
    line = family.incidents[0].conclusion.signature.template
    if not line:
        return "no line"
    pieces = [re.escape(piece).replace(r"\ ", r"\s+") for piece in _MASKED.split(line)]
    end = "" if line.endswith("…") else "$"
    pattern = rf"^\s*{_WORD.join(pieces)}\s*{end}"
    asked, latest = compiled(pattern), family.incidents[0].bundle
    kind = next((fact.kind for fact in latest.standing if asked.search(mask(fact.text))), FactKind.LOG)
    return {
        "id": "exact-line",
        "category": family.category.value,
        "title": family.cause,
        "strength": "strong",
        "source": "bench",
        "all": [{"kind": kind.value, "text": pattern}],
        "cause": f"{family.cause}.",
    }
