"""``casebook doctor``."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_operator.cli.inert import inert_json
from casebook_operator.cli.options import cluster_options, config_option, output_option, settings_for_cluster

if TYPE_CHECKING:
    from rich.table import Table

    from casebook_operator.diagnosis import CheckResult


_STYLES = {"ok": "green", "warning": "yellow", "broken": "red"}


@click.command()
@config_option
@cluster_options
@output_option("table", "json")
def doctor(config: Path | None, kubeconfig: Path | None, context: str | None, output: str) -> None:
    """Say what works, what is missing, and what to do about it.

    Exit code 0 when the operator could start, 1 when something is broken.
    """
    from casebook_operator.diagnosis import CheckVerdict, diagnose
    from casebook_operator.views.screen import screen

    findings = asyncio.run(diagnose(settings_for_cluster(config, kubeconfig, context)))
    if output == "json":
        click.echo(inert_json(findings))
    else:
        with screen() as console:
            console.print(_table(findings))
    if any(finding.verdict is CheckVerdict.BROKEN for finding in findings):
        raise click.exceptions.Exit(1)


def _table(findings: tuple[CheckResult, ...]) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("CHECK", "RESULT", "DETAIL"):
        table.add_column(name, overflow="fold")
    for finding in findings:
        table.add_row(finding.check, Text(finding.verdict, style=_STYLES[finding.verdict]), Text(finding.detail))
    return table
