"""From a first survey to a conclusion: classify, and where that leaves a question open, look again.

One function for the live cluster and for bundles of files, so that both conclude alike.
"""

import time

import structlog

from casebook_analyzer.classify import classify
from casebook_analyzer.evidence import BUDGET_BYTES, assemble, open_questions
from casebook_analyzer.models import Conclusion, EvidenceBundle
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.off_loop import by_thread
from casebook_operator.survey import Survey, answering, available, look_again

log = structlog.get_logger(__name__)

MAX_ROUNDS = 2
"""The first further look may find whom to ask, and the second asks. Each collector runs once for a case."""

SECONDS = 10.0
"""For all rounds together. Evidence perishes while one looks, and the report is wanted now."""


async def conclude(
    found: Survey,
    *,
    taxonomy: Taxonomy,
    sanitizer: Sanitizer,
    budget_bytes: int = BUDGET_BYTES,
    seconds: float = SECONDS,
) -> tuple[EvidenceBundle, Conclusion]:
    """(bundle of everything that was looked at, conclusion from it). The bundle is redacted.

    It holds ``budget_bytes`` of facts at most. ``seconds`` bounds all further looks together; with 0 there is none.
    """

    def judge(found: Survey) -> tuple[EvidenceBundle, Conclusion]:
        bundle = assemble(
            subject=found.context.subject,
            signal=found.context.signal,
            collected_at=found.context.now,
            collected=found.parts,
            sanitizer=sanitizer,
            budget_bytes=budget_bytes,
        )
        return bundle, classify(bundle, taxonomy)

    bundle, conclusion = await by_thread(judge, found)
    until = time.monotonic() + seconds  # the first judgement of a process compiles all patterns, and is no further look
    for _ in range(MAX_ROUNDS):
        names = answering(open_questions(conclusion, taxonomy.rules), available(found))
        left = until - time.monotonic()
        if not names or left <= 0:
            break
        log.debug("looks again", subject=str(bundle.subject), category=conclusion.category, collectors=names)
        found = await look_again(found, names, seconds=left)
        bundle, conclusion = await by_thread(judge, found)
    return bundle, conclusion
