"""What an Investigation itself says, for whoever may not read memory: the same sections as a report, without facts."""

from collections.abc import Iterator

import msgspec

from casebook_analyzer.models import ChainStep
from casebook_analyzer.report.blocks import Block, Chain, Code, Items, Page, Paragraph, Section, Strong, Text
from casebook_analyzer.report.spans import line
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.conditions import ConditionType
from casebook_operator.investigation.similar import ending, whereabouts
from casebook_operator.kube.values import Object, mappings, text, texts


def answer_page(case: Investigation) -> Page:
    """The answer to a question, as the status of its Investigation has it."""
    status = case.status
    title = next((text(one, "message") for one in _conditions(status) if one["type"] == ConditionType.SUCCEEDED), "")
    opening = Paragraph((Strong(f"{_verdict(status)}."), " ", text(status, "summary")))
    sections = [Section("", [opening]), *(Section(heading, blocks) for heading, blocks in _sections(case) if blocks)]
    return Page((case.subject.title, ": ", title or case.state), sections)


def _verdict(status: Object) -> str:
    category = text(status, "category")
    if not category:
        return "No trouble"
    if category == "unknown":
        return "Unknown: the evidence does not decide"
    return f"{category}, {status.get('confidence', 0)} of 100"


def _sections(case: Investigation) -> Iterator[tuple[str, list[Block]]]:
    status = case.status
    steps = tuple(msgspec.convert(step, ChainStep) for step in mappings(status, "causalChain"))
    yield "Root cause chain", [Chain(steps)] if steps else []
    yield "What to do", _items(texts(status, "actions"), numbered=True)
    similar = [_similar(one) for one in mappings(status, "similarIncidents")]
    yield "Similar past incidents", _items(similar)
    others = mappings(status, "alternatives")
    yield (
        "Other readings",
        _items([f"{one.get('category')} ({one.get('confidence')}): {text(one, 'reason')}" for one in others]),
    )
    yield "Not seen", _items(texts(status, "missingEvidence"))
    yield "To read on", [Items(list(_where(case)))]


def _similar(one: Object) -> Text:
    ended = ending(one)
    return line(Code(whereabouts(one)), f", {one.get('category')}", f", {ended}" if ended else "")


def _where(case: Investigation) -> Iterator[Text]:
    address = text(case.status, "reportURL")
    if address:
        yield line("The report with its evidence: ", Code(address))
    yield line("In a browser: ", Code(f"casebook open -n {case.namespace} {case.name}"))
    yield line("With access to Casebook's database: ", Code(f"casebook report -n {case.namespace} {case.name}"))
    yield line("No longer needed: ", Code(f"kubectl delete investigation -n {case.namespace} {case.name}"))


def _items(lines: list[str] | list[Text], *, numbered: bool = False) -> list[Block]:
    return [Items(list(lines), numbered=numbered)] if lines else []


def _conditions(status: Object) -> list[Object]:
    return [one for one in mappings(status, "conditions") if text(one, "type")]
