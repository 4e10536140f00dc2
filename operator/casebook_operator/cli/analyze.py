"""``casebook analyze``."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.cli.inert import inert_json
from casebook_operator.cli.options import config_option, output_option, settings_with, taxonomy_option
from casebook_operator.cli.paths import NamedPath

if TYPE_CHECKING:
    from rich.table import Table

    from casebook_operator.offline import Analysis, Analyst, Bundle, Finding


MAX_REPORTS = 50
"""Cases that ``--all`` reports: more of them are read from the summary, one by one."""


@click.command()
@click.argument("path", type=NamedPath(allow_dash=True))
@click.option("--case", "name", help="Report this case of several; the summary shows their names.")
@click.option("--all", "every", is_flag=True, help="Report every case, not only the one or the summary.")
@click.option("--large", is_flag=True, help="Read what takes minutes and gigabytes: only of what you trust.")
@taxonomy_option
@config_option
@output_option("terminal", "markdown", "json")
def analyze(
    path: Path,
    *,
    name: str | None,
    every: bool,
    large: bool,
    taxonomy: tuple[Path, ...],
    config: Path | None,
    output: str,
) -> None:
    """Find the root cause in saved files: no cluster and no database is needed.

    \b
    PATH is one of
      a bundle               status.json or status.yaml, or a folder with one (casebook collect writes it)
      a cluster dump         the folder of: kubectl cluster-info dump --output-directory DIR -A
      a must-gather tree     the folder of: oc adm must-gather
      Kubernetes objects     the output of: kubectl get pods,events,nodes -A -o yaml
      a kernel log           the output of dmesg or journalctl -k
    or - for one of the texts on standard input.

    \b
    Examples:
      casebook analyze ./dump
      casebook analyze ./dump --case checkout-0a1b2c3d4e-1
      dmesg | casebook analyze -
    """
    from casebook_analyzer.report import outline
    from casebook_analyzer.taxonomy import load_taxonomy
    from casebook_operator import logs
    from casebook_operator.offline import Analyst, open_bundle, open_text
    from casebook_operator.offline.limits import LARGE, SAFE
    from casebook_operator.views.screen import on_terminal, screen
    from casebook_operator.views.terminal import print_page

    policy = settings_with(config).evidence.redaction.policy
    logs.configure("ERROR", "auto", policy)
    limits = LARGE if large else SAFE
    if str(path) == "-":
        bundle = open_text(sys.stdin.buffer.read(limits.json.bytes + 1), "standard input", limits)
    else:
        bundle = open_bundle(path, limits)
    analyses, findings = asyncio.run(_analyse(bundle, Analyst(load_taxonomy(taxonomy), policy), name=name, every=every))
    if output == "json":
        click.echo(inert_json([_as_json(a) for a in analyses]))
        return
    if not findings:
        click.echo("Nothing in it looks like a failure.")
    if len(analyses) < len(findings) and name is None:
        with screen() as console:
            console.print(_summary(findings))
        click.echo(f"\n{len(findings)} cases. One in full: --case NAME. All of them: --all.")
    for analysis in analyses:
        if output == "terminal" and on_terminal():
            print_page(outline(analysis.case))
        else:
            click.echo(analysis.report)


async def _analyse(
    bundle: Bundle, analyst: Analyst, *, name: str | None, every: bool
) -> tuple[list[Analysis], tuple[Finding, ...]]:
    """(what is to be reported, all that was found). A bundle about one failure has one report: that of the failure."""
    from casebook_operator.offline import Snapshot, Triage

    snapshot = Snapshot(bundle)
    triage = Triage(snapshot, analyst.taxonomy)
    findings = await triage.findings()
    main = await triage.main(findings)
    if main is not None and not main.detected:
        findings = (main, *findings)
    if name is not None:
        chosen = [finding for finding in findings if finding.name == name]
        if not chosen:
            known = ", ".join(finding.name for finding in findings[:10]) or "none"
            raise ConfigurationError(f"There is no case {name} in it. Known are: {known}.")
    elif every or len(findings) == 1:
        chosen = list(findings[:MAX_REPORTS])
    else:
        chosen = [main] if bundle.about_one_failure and main is not None else []
    return [await analyst.analyse(snapshot, finding, triage) for finding in chosen], findings


def _summary(findings: tuple[Finding, ...]) -> Table:
    from rich.table import Table

    from casebook_operator.views.styled import styled

    table = Table(box=None, pad_edge=False, header_style="bold")
    whole = max(len(finding.name) for finding in findings)
    table.add_column("CASE", min_width=whole, no_wrap=True)  # it is what --case asks for
    for column in ("SUBJECT", "TRIGGER", "SEVERITY", "SIGNALS", "REASON"):
        table.add_column(column, overflow="ellipsis", no_wrap=True)
    for finding in findings:
        signal = finding.signal
        cells = (finding.name, str(finding.subject), signal.trigger, signal.severity, str(finding.times), signal.reason)
        table.add_row(*(styled(cell) for cell in cells))
    return table


def _as_json(analysis: Analysis) -> dict[str, object]:
    return {
        "name": analysis.finding.name,
        "detected": analysis.finding.detected,
        "conclusion": analysis.conclusion,
        "bundle": analysis.bundle,
        "report": analysis.report,
    }
