"""The conclusion on a past incident of another system: what its people said stands before what rules make of it."""

from collections.abc import Iterator

import msgspec

from casebook_analyzer.models import (
    Action,
    Category,
    ChainRole,
    ChainStep,
    Conclusion,
    EvidenceBundle,
    Imported,
    Trigger,
)
from casebook_analyzer.text import bound

_SURE = 100
"""Confidence in what people who were there say. That Casebook's rules agree adds nothing."""
_SUMMARY_LIMIT = 600


def as_told(conclusion: Conclusion, imported: Imported, bundle: EvidenceBundle) -> Conclusion:
    """The conclusion with title, category, cause and fix of the record, as far as it has them.

    Rules stay, also those of another category: that they know the words is how a later failure finds it.
    """
    told = imported.category
    said = imported.cause or (conclusion.summary if conclusion.category is not Category.UNKNOWN else imported.title)
    return msgspec.structs.replace(
        conclusion,
        category=told or conclusion.category,
        confidence=conclusion.confidence if told is None else _SURE,
        title=imported.title,
        summary=bound(said, _SUMMARY_LIMIT),
        chain=tuple(_chain(conclusion, imported, bundle)),
        alternatives=(),
        missing=(),
        ruled_out=(),
        actions=(Action(do=imported.fix),) if imported.fix else (),
    )


def _chain(conclusion: Conclusion, imported: Imported, bundle: EvidenceBundle) -> Iterator[ChainStep]:
    """With the cause that people name; without one that they contradict, and without a symptom that nobody saw."""
    doubted = imported.category not in (None, conclusion.category)
    causes = [step for step in conclusion.chain if step.role in (ChainRole.CHANGE, ChainRole.CAUSE)]
    if imported.cause:
        cited = dict.fromkeys(fact for step in causes for fact in step.facts)
        yield ChainStep(role=ChainRole.CAUSE, text=imported.cause, facts=() if doubted else tuple(cited))
    elif not doubted:
        yield from causes
    noticed = bundle.signal.trigger is Trigger.ALERT  # stands where the words name no symptom
    for step in conclusion.chain:
        if step.role is ChainRole.EFFECT or (step.role is ChainRole.SYMPTOM and not noticed):
            yield step
