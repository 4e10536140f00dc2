"""``casebook doctor``."""

import asyncio
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from casebook_operator.cli.options import cluster_options, config_option, output_option, settings_with
from casebook_operator.diagnosis import Finding, Verdict, diagnose

_MARKS = {Verdict.OK: ("ok", "green"), Verdict.WARNING: ("warning", "yellow"), Verdict.BROKEN: ("broken", "red")}


@click.command()
@config_option
@cluster_options
@output_option("table", "json")
def doctor(config: Path | None, kubeconfig: Path | None, context: str | None, output: str) -> None:
    """Say what works, what is missing, and what to do about it.

    Exit code 0 when the operator could start, 1 when something is broken.
    """
    findings = asyncio.run(diagnose(settings_with(config, kubeconfig, context)))
    if output == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(findings), indent=2).decode())
    else:
        Console().print(_table(findings))
    if any(finding.verdict is Verdict.BROKEN for finding in findings):
        raise click.exceptions.Exit(1)


def _table(findings: tuple[Finding, ...]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("CHECK", "RESULT", "DETAIL"):
        table.add_column(name, overflow="fold")
    for finding in findings:
        mark, style = _MARKS[finding.verdict]
        table.add_row(finding.check, Text(mark, style=style), Text(finding.detail))
    return table
