"""A log of requests whose answers fail: how many of how many, which no single line says."""

from collections.abc import Sequence

import msgspec

from casebook_analyzer.classify.weight import is_past
from casebook_analyzer.evidence.answers import ANSWERS, FAILED_ANSWERS, LAST_FAILED
from casebook_analyzer.models import EvidenceBundle, Fact

_LEAST, _SHARE = 5, 0.01
"""How many are shown, and from which share of all on: what is promised of a service is mostly 99 % and more (Google,
The Site Reliability Workbook, 2: Implementing SLOs)."""


def failed_answers(bundle: EvidenceBundle, facts: Sequence[Fact]) -> tuple[Fact, str] | None:
    """The record with most of them, and a sentence: a rate, and no judgement. None where few have failed, or long ago.

    A log whose last failed answer is long ago counts with all its answers, and none of them failed.
    """
    logs = [fact for fact in facts if FAILED_ANSWERS in fact.attributes and "peer" not in fact.attributes]
    failing = [fact for fact in logs if not is_past(bundle, _as_of_the_last(fact))]
    failed = sum(_number(fact, FAILED_ANSWERS) for fact in failing)
    answers = sum(_number(fact, ANSWERS) for fact in logs)
    if failed < max(_LEAST, _SHARE * answers):
        return None
    worst = max(failing, key=lambda fact: _number(fact, FAILED_ANSWERS))
    whose = "its log" if len(logs) == 1 else f"{len(logs)} logs of it"
    share = 100 * failed / answers
    return worst, f"{failed:,} of {answers:,} answers in {whose} have a status of 5xx ({share:.1f} %)."


def _as_of_the_last(fact: Fact) -> Fact:
    last = fact.attributes.get(LAST_FAILED)
    return msgspec.structs.replace(fact, attributes={**fact.attributes, "lastTime": last}) if last else fact


def _number(fact: Fact, name: str) -> int:
    return int(fact.attributes.get(name, 0))
