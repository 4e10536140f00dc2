"""Golden cases that lie next to rules: what each must lead to, and where it differs."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.models import ChainRole, Conclusion
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.evaluation.expected import FILE, Expected, read_expected
from casebook_operator.evaluation.naming import unsaid
from casebook_operator.offline import Analyst, Finding, Snapshot, Triage, open_bundle

_KEY = b"golden-cases-need-no-secret-key."
"""The same key in every run, so that the same case gives the same bytes."""


class GoldenResult(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one golden case."""

    case: str
    differences: tuple[str, ...] = ()
    """What is not as expected, a line each."""
    category: str = ""
    confidence: int = 0
    rules: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.differences


def golden_folders(paths: Iterable[Path]) -> list[Path]:
    """Every folder with ``expected.yaml`` at or below the paths."""
    found = {expected.parent for path in paths if path.is_dir() for expected in path.rglob(FILE)}
    return sorted(found)


async def run_golden(folder: Path, taxonomy: Taxonomy) -> GoldenResult:
    """Take one case the way of a live one, and compare. A case that cannot be read is a failed result, no error."""
    try:
        expected = read_expected(folder)
        snapshot = Snapshot(open_bundle(folder))
        triage = Triage(snapshot, taxonomy)
        findings = await triage.findings()
        if expected.healthy:
            opened = tuple(f"opens {f.signal.trigger} of {f.subject}, and nothing may open" for f in findings)
            return GoldenResult(case=str(folder), differences=opened)
        main = await triage.main(findings)
        if main is None:
            return GoldenResult(case=str(folder), differences=("nothing opens",))
        conclusion = (await Analyst(taxonomy, SECRETS_AND_EMAILS, key=_KEY).analyse(snapshot, main, triage)).conclusion
    except CasebookError as error:
        return GoldenResult(case=str(folder), differences=(str(error),))
    return GoldenResult(
        case=str(folder),
        differences=(*_of_opening(expected, findings, main), *_of_conclusion(expected, conclusion)),
        category=conclusion.category,
        confidence=conclusion.raw_confidence,
        rules=conclusion.rules,
    )


def _of_opening(expected: Expected, findings: Iterable[Finding], main: Finding) -> Iterator[str]:
    opened = {str(finding.subject) for finding in findings}
    if expected.subject and expected.subject not in opened:
        yield f"opens {', '.join(sorted(opened)) or 'nothing'}, expected {expected.subject}"
    devices = devices_of(findings)
    if expected.devices is not None and devices != sorted(expected.devices):
        yield f"opens cases of the devices {', '.join(devices) or 'none'}, expected {', '.join(expected.devices)}"
    if expected.trigger is not None and main.signal.trigger is not expected.trigger:
        yield f"trigger {main.signal.trigger}, expected {expected.trigger}"


def devices_of(findings: Iterable[Finding]) -> list[str]:
    """The device of every case of a node."""
    return sorted(finding.subject.device for finding in findings if finding.subject.kind == "Node")


def _of_conclusion(expected: Expected, found: Conclusion) -> Iterator[str]:
    if found.category not in (expected.category, *expected.also_acceptable):
        by = f" by {found.rules[0]}" if found.rules else ", no rule matched"
        yield f"category {found.category} ({found.confidence}){by}; expected {expected.category}"
    low, high = expected.confidence
    if not low <= found.raw_confidence <= high:
        yield f"score {found.raw_confidence}, expected {low} to {high}"
    yield from _lacks("rules", found.rules, expected.rules)
    yield from _lacks("entities", [str(entity) for entity in found.entities], expected.entities)
    roles = [step.role for step in found.chain]
    yield from (f"the chain has no {role}" for role in dict.fromkeys(expected.chain) if role not in roles)
    yield from _texts(expected, found)


def _texts(expected: Expected, found: Conclusion) -> Iterator[str]:
    causes = (step.text for step in found.chain if step.role is ChainRole.CAUSE)
    said = "\n".join((found.title, found.summary, *causes))
    yield from (f"title, summary and cause do not say {text!r}" for text in expected.summary if text not in said)
    yield from (f"the summary does not name {name!r}" for name in unsaid(expected.names, found.summary))
    missing = "\n".join(found.missing)
    yield from (f"missing evidence does not name {text!r}" for text in expected.missing if text not in missing)
    if expected.contradiction and expected.contradiction not in "\n".join(found.contradictions):
        yield f"no contradiction says {expected.contradiction!r}"


def _lacks(what: str, found: Iterable[str], wanted: Iterable[str]) -> Iterator[str]:
    found = tuple(found)
    yield from (f"{what} lack {one}; found: {', '.join(found) or 'none'}" for one in wanted if one not in found)
