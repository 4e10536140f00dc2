"""Golden reports: ``report.md`` beside a golden case is the page that the case must give, byte by byte."""

from pathlib import Path

import msgspec

from casebook_analyzer.report import ReportedCase, render_report
from tools.golden.cases import FAILING, analysis_of

FILE = "report.md"
REPORTED = [folder for folder in FAILING if (folder / FILE).is_file()]


def report_of(folder: Path) -> str:
    """The page of a case, without what changes with every release and with every rule."""
    analysis = analysis_of(folder)
    finding = analysis.finding
    return render_report(
        ReportedCase(
            bundle=analysis.bundle,
            conclusion=msgspec.structs.replace(analysis.conclusion, taxonomy_version="of-the-day"),
            name=finding.name,
            namespace=finding.subject.namespace or "casebook",
            episode=1,
            opened_at=analysis.bundle.collected_at,
            casebook="of-the-day",
        )
    )
