"""What of a case is compared with other cases: one short text, and the rule that decides it."""

from collections.abc import Iterator, Sequence

from casebook_analyzer.models import Category, ChainRole, ChainStep, Conclusion, EvidenceBundle, Fact, FactKind
from casebook_analyzer.text.masking import mask

_TELLING = frozenset({FactKind.LOG, FactKind.KERNEL})
"""Kinds whose text describes the failure, also where no rule cites it."""

_WHEN_CITED = frozenset({FactKind.EVENT, FactKind.NODE})
"""Kinds that count only where the conclusion rests on them. What every pod's life is full of (created, started,
back-off, "phase Running", "was deployed for the first time") would make any two crash loops look alike."""

_STEPS = frozenset({ChainRole.CAUSE, ChainRole.EFFECT})
"""A change has names in it, and the symptom is the trigger in other words."""

_MAX_FACTS = 12
_MAX_LINE = 300
"""Characters. Twelve such lines are more than the 256 word pieces that a small model reads; BM25 reads all of them."""


def case_text(bundle: EvidenceBundle, conclusion: Conclusion) -> str:
    """The case's signature as text: the most telling first, because an embedding model reads only the beginning.

    Names of workloads are left out: the same failure of another workload is the same failure. So are alternatives
    and contradictions: a hypothesis that was rejected must not be what two incidents have in common.
    """
    return "\n".join(dict.fromkeys((*_head(bundle, conclusion), *_steps(conclusion), *_facts(bundle, conclusion))))


def deciding_rule(category: Category, rules: Sequence[str]) -> str:
    """The rule that decides a case, empty when none does. Those of an unknown case name a symptom only."""
    return rules[0] if rules and category is not Category.UNKNOWN else ""


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
    for step in _telling_steps(conclusion):
        yield mask(step.text)[:_MAX_LINE]


def _facts(bundle: EvidenceBundle, conclusion: Conclusion) -> Iterator[str]:
    """Cited facts first, then the other telling ones; equal templates once."""
    ids = dict.fromkeys(fact_id for step in _telling_steps(conclusion) for fact_id in step.facts)
    cited = {fact_id: place for place, fact_id in enumerate(ids)}
    facts = [f for f in bundle.standing if f.kind in _TELLING or (f.kind in _WHEN_CITED and f.id in cited)]
    facts.sort(key=lambda fact: cited.get(fact.id, len(cited)))
    lines = dict.fromkeys(_line(fact) for fact in facts)
    yield from list(lines)[:_MAX_FACTS]


def _line(fact: Fact) -> str:
    return mask(fact.text).removeprefix("<time> ")[:_MAX_LINE]


def _telling_steps(conclusion: Conclusion) -> list[ChainStep]:
    return [step for step in conclusion.chain if step.role in _STEPS]
