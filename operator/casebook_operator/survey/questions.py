"""Which collectors may answer what a conclusion leaves open. The analyzer knows none of them."""

from collections.abc import Collection

from casebook_analyzer.evidence import OpenQuestions
from casebook_operator.reading.collector import Collector
from casebook_operator.survey.registry import COLLECTORS


def answering(
    questions: OpenQuestions, available: Collection[str], collectors: tuple[Collector, ...] = COLLECTORS
) -> tuple[str, ...]:
    """The names of those ``available`` collectors that may answer, in the order of all collectors."""
    return tuple(one.name for one in collectors if one.name in available and _may_answer(one, questions))


def _may_answer(collector: Collector, questions: OpenQuestions) -> bool:
    if questions.cause_unknown or collector.name in questions.asked_for:
        return True
    return not collector.decides.isdisjoint(questions.categories)
