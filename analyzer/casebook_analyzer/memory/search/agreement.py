"""What two cases have in common beside their texts: the rule that decides them, and the line that it rests on.

Reasons, categories, images and kinds of owner were measured as well and did not tell like from unlike on failures that
the fit had not seen (docs/benchmarks.md): they are shown as differences, and weigh nothing.
"""

import msgspec

from casebook_analyzer.memory.encoding.tokens import terms_of_line
from casebook_analyzer.models import Signature


class CaseAgreement(msgspec.Struct, frozen=True, kw_only=True):
    """How far two cases agree."""

    rule: bool | None = None
    """Whether one rule decides both. None when one of them is undecided, which says nothing."""
    words: float | None = None
    """``0..1``: which part of the terms of both deciding lines is in both. None when one has no such line."""
    codes: bool = True
    """Whether exit code and Xid are equal. Others weigh nothing, but forbid to call a match strong."""
    signature: bool = False
    """Whether both have one signature."""


def agreement_of(rule: str, signature: Signature, other_rule: str, other: Signature) -> CaseAgreement:
    """How far two cases agree. Each is given by its deciding rule, empty when nothing decides it, and its signature."""
    return CaseAgreement(
        rule=rule == other_rule if rule and other_rule else None,
        words=_overlap(signature.template, other.template),
        codes=(signature.exit_code, signature.xid) == (other.exit_code, other.xid),
        signature=signature.key == other.key,
    )


def _overlap(line: str, other: str) -> float | None:
    """Jaccard's index: the same words in another format of the log still are the same words."""
    terms, others = terms_of_line(line), terms_of_line(other)
    return len(terms & others) / len(terms | others) if terms and others else None
