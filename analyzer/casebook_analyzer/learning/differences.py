"""The evidence that differs between two cases of one family."""

from casebook_analyzer.models import Differences, EvidenceBundle, Fact, FactKind, Mention
from casebook_analyzer.text import LINE_BREAK, bound, without_names

_ORDER = (
    FactKind.CHANGE,
    FactKind.STATE,
    FactKind.OBJECT,
    FactKind.NODE,
    FactKind.KERNEL,
    FactKind.EVENT,
    FactKind.LOG,
)
"""What tells the most first. Metrics and commands differ every time."""
_SHOWN = 4
_TEXT_LIMIT = 160


def differences(case: EvidenceBundle, other: EvidenceBundle, named: Mention) -> Differences | None:
    """Facts that only one of two cases has; None when both have the same.

    ``named`` identifies the other case in the answer.

    Facts are the same when they differ only in names of the case's objects, times, numbers and addresses.
    """
    mine, others = _by_template(case), _by_template(other)
    new = tuple(_told(fact, with_id=True) for template, fact in mine.items() if template not in others)
    missing = tuple(_told(fact, with_id=False) for template, fact in others.items() if template not in mine)
    if not new and not missing:
        return None
    return Differences(compared_with=named, new=new[:_SHOWN], missing=missing[:_SHOWN])


def _by_template(bundle: EvidenceBundle) -> dict[str, Fact]:
    masked = without_names(bundle)
    found: dict[str, Fact] = {}
    for kind in _ORDER:
        for fact in bundle.standing:
            if fact.kind is kind:
                found.setdefault(f"{kind} {masked(fact.text)}", fact)
    return found


def _told(fact: Fact, *, with_id: bool) -> str:
    text = bound(fact.text.replace(LINE_BREAK, " "), _TEXT_LIMIT)
    return f"{text} ({fact.id})" if with_id else text
