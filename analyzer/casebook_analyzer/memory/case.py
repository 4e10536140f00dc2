"""What of a case is compared: one short text per incident."""

from collections.abc import Iterator

from casebook_analyzer.models import Conclusion, EvidenceBundle, Fact, FactKind
from casebook_analyzer.text.masking import mask

_TELLING = frozenset({FactKind.LOG, FactKind.EVENT, FactKind.KERNEL, FactKind.CHANGE})
"""Kinds whose text describes the failure. A state fact ("phase Running") counts only when the conclusion cites it."""

_MAX_FACTS = 12
_MAX_LINE = 300
"""Characters. Twelve such lines are more than the 256 word pieces a small model reads; the lexical leg reads all."""


def case_text(bundle: EvidenceBundle, conclusion: Conclusion) -> str:
    """The case's signature as text: the most telling first, because an embedding model reads only the beginning.

    Names of workloads are left out: the same failure of another workload is the same failure. So are alternatives
    and contradictions: a hypothesis that was rejected must not be what two incidents have in common.
    """
    return "\n".join(dict.fromkeys((*_head(bundle, conclusion), *_steps(conclusion), *_facts(bundle, conclusion))))


def _head(bundle: EvidenceBundle, conclusion: Conclusion) -> Iterator[str]:
    signature, signal = conclusion.signature, bundle.signal
    exit_code = signature.exit_code if signature.exit_code is not None else signal.exit_code
    words = [*dict.fromkeys(filter(None, (signal.trigger.value, signature.reason, signal.reason)))]
    if exit_code is not None:
        words.append(f"exit code {exit_code}")
    if signature.xid is not None:
        words.append(f"Xid {signature.xid}")
    yield " ".join(words)
    yield f"{conclusion.category.value.replace('_', ' ')}: {conclusion.title}"
    if signature.template:
        yield signature.template[:_MAX_LINE]


def _steps(conclusion: Conclusion) -> Iterator[str]:
    for step in conclusion.chain:
        yield mask(step.text)[:_MAX_LINE]


def _facts(bundle: EvidenceBundle, conclusion: Conclusion) -> Iterator[str]:
    """Cited facts first, then the other telling ones; equal templates once."""
    cited = {fact_id: place for place, fact_id in enumerate(conclusion.cited)}
    facts = [fact for fact in bundle.facts if fact.id in cited or fact.kind in _TELLING]
    facts.sort(key=lambda fact: cited.get(fact.id, len(cited)))
    lines = dict.fromkeys(_line(fact) for fact in facts)
    yield from list(lines)[:_MAX_FACTS]


def _line(fact: Fact) -> str:
    return mask(fact.text).removeprefix("<time> ")[:_MAX_LINE]
