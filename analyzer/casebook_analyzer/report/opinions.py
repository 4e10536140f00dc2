"""The section with what a language model said of the case."""

from collections.abc import Iterator, Sequence

from casebook_analyzer.evidence.digest import evidence_digest
from casebook_analyzer.models import Opinion
from casebook_analyzer.report.blocks import Block, Code, Items, Paragraph, Strong, Text
from casebook_analyzer.report.case import ReportedCase
from casebook_analyzer.report.spans import cited
from casebook_analyzer.timeline.times import moment


def second_opinion(case: ReportedCase) -> Sequence[Block]:
    """The opinion with how many answers agree, or why none was taken; nothing where nobody was asked."""
    said = case.reading.opinion if case.reading else None
    if said is None:
        return ()
    asked = ("A language model, ", Code(said.model), f", was asked at {moment(said.given_at)}. ")
    if not said.taken:
        return (Paragraph((*asked, "Nothing that it answered was taken over: ", said.refused, ".")),)
    agree = f"{said.agreeing} of {said.asked} answers agree. "
    decides = "It has decided nothing: the verdict above is that of the rules."
    return (Paragraph((*asked, agree, decides)), Items(list(_lines(case, said))))


def _lines(case: ReportedCase, said: Opinion) -> Iterator[Text]:
    same = (
        "as the rules say" if said.category is case.conclusion.category else f"the rules say {case.conclusion.category}"
    )
    yield (Strong(str(said.category)), f", {same}: ", said.cause)
    current = evidence_digest(case.bundle) == said.evidence
    yield ("How the facts lead there: ", said.reasoning, *(cited(said.facts) if current else ()))
    if not current:
        yield "Evidence was gathered anew since: it speaks of facts that were found before."
