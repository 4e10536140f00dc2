"""Golden cases: bundles as files in ``tests/cases``, carried out by the path of ``casebook analyze``."""

import asyncio
from functools import cache
from pathlib import Path
from typing import NamedTuple

from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import Taxonomy, load_taxonomy
from casebook_operator.evaluation import Expected, read_expected
from casebook_operator.offline import Analysis, Analyst, Finding, Snapshot, Triage, open_bundle
from tools.places import ROOT

CASES = sorted(path.parent for path in (ROOT / "tests" / "cases").glob("*/status.*"))
FAILING = [folder for folder in CASES if not read_expected(folder).healthy]
HEALTHY = [folder for folder in CASES if folder not in FAILING]
KEY = b"golden cases have no secrets"


class Carried(NamedTuple):
    """What became of one golden case."""

    expected: Expected
    findings: tuple[Finding, ...]
    analysis: Analysis | None


@cache
def taxonomy() -> Taxonomy:
    """The shipped taxonomy, which golden cases are judged by."""
    return load_taxonomy()


@cache
def carried_out(folder: Path) -> Carried:
    """The case, analysed once for all tests that ask."""
    return asyncio.run(_carried_out(folder))


async def _carried_out(folder: Path) -> Carried:
    snapshot = Snapshot(open_bundle(folder))
    triage = Triage(snapshot, taxonomy())
    findings = await triage.findings()
    main = await triage.main(findings)
    analysis = await Analyst(taxonomy(), SECRETS_AND_EMAILS, key=KEY).analyse(snapshot, main, triage) if main else None
    return Carried(read_expected(folder), findings, analysis)


def analysis_of(folder: Path) -> Analysis:
    """The analysis of a failing case.

    Raises:
        LookupError: nothing in the case could be analysed.
    """
    analysis = carried_out(folder).analysis
    if analysis is None:
        raise LookupError(f"{folder.name} has nothing that could be analysed")
    return analysis
