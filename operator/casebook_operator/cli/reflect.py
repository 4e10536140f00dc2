"""``casebook reflect``."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.cli.inert import inert_json
from casebook_operator.cli.options import (
    cluster_options,
    config_option,
    investigation_options,
    output_option,
    settings_for_cluster,
)

if TYPE_CHECKING:
    from casebook_operator.investigation import Investigation
    from casebook_operator.settings import Settings

NONE_TAKEN, NO_ANSWER = 3, 5
"""Exit codes. 0 is that there is an opinion, 1 any error, 2 a wrong call."""


@click.command()
@investigation_options
@click.option(
    "--timeout", type=click.FloatRange(min=1), default=180, show_default=True, help="Seconds to wait for the answer."
)
@config_option
@cluster_options
@output_option("terminal", "json")
def reflect(
    *,
    name: str,
    namespace: str,
    timeout: float,
    config: Path | None,
    kubeconfig: Path | None,
    context: str | None,
    output: str,
) -> None:
    """Ask a language model for a second opinion on the Investigation NAME.

    It annotates the Investigation, so you need the right to patch it. The operator asks the endpoint that its settings
    name, with redacted facts alone, and checks what it answers. The opinion stands beside the verdict of the rules and
    never changes it.

    Words of the answer are shown where readers of Investigations may read words of logs (evidence.log_text); the report
    has them always: casebook report NAME.

    \b
    Exit codes:
      0  there is an opinion
      3  none was taken over, or nobody was asked: it says why
      5  no answer within --timeout

    \b
    Examples:
      casebook reflect -n shop checkout-3f2a9c1b0d-1
      casebook reflect -n shop checkout-3f2a9c1b0d-1 -o json
    """
    from casebook_operator.reflection.status import FIELD

    settings = settings_for_cluster(config, kubeconfig, context)
    case = asyncio.run(_answer(settings, namespace, name, timeout))
    if case is None:
        click.echo(
            f"There is no answer after {timeout:.0f} s. It comes by itself where an operator runs:\n"
            f"  kubectl get investigation -n {namespace} {name} -o jsonpath='{{.status.{FIELD}}}'",
            err=True,
        )
        raise click.exceptions.Exit(NO_ANSWER)
    said = case.status[FIELD]
    if output == "json":
        click.echo(inert_json(said))
    else:
        _print(case)
    if said["state"] != "Taken":
        raise click.exceptions.Exit(NONE_TAKEN)


async def _answer(settings: Settings, namespace: str, name: str, seconds: float) -> Investigation | None:
    from casebook_operator.kube import connect
    from casebook_operator.reflection.asking import answered, ask

    request = datetime.now(UTC).isoformat()
    async with await connect(settings.cluster.kubeconfig, settings.cluster.context) as kube:
        await ask(kube, namespace, name, request)
        return await answered(kube, namespace, name, request, seconds=seconds)


def _print(case: Investigation) -> None:
    """What the status says. Its words were redacted and made harmless by the operator."""
    from casebook_analyzer.report.blocks import Fields, Page, Section
    from casebook_operator.kube.values import number, text
    from casebook_operator.reflection.status import FIELD
    from casebook_operator.views.terminal import print_page

    said = case.status[FIELD]
    if not isinstance(said, dict):
        raise ConfigurationError("The Investigation's status cannot be read.")
    verdict = f"{text(case.status, 'category')} ({number(case.status, 'confidence')})"
    rows = [
        ("Rules say", verdict),
        ("Second opinion", text(said, "category") or text(said, "state")),
        ("Cause", text(said, "cause")),
        ("Model", text(said, "model")),
        ("Note", text(said, "message")),
    ]
    print_page(Page("", [Section("", [Fields(rows)])]))
