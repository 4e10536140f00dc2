"""``casebook taxonomy test``."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.cli.inert import inert_json, inert_text
from casebook_operator.cli.options import output_option
from casebook_operator.cli.paths import NamedPath

if TYPE_CHECKING:
    from casebook_analyzer.taxonomy import Taxonomy
    from casebook_operator.evaluation.golden import GoldenResult


@click.command()
@click.argument("paths", nargs=-1, type=NamedPath(exists=True))
@click.option(
    "--cases",
    multiple=True,
    type=NamedPath(exists=True, file_okay=False),
    help="A folder with more golden cases. May be given several times.",
)
@output_option("text", "json")
def test(paths: tuple[Path, ...], cases: tuple[Path, ...], output: str) -> None:
    """Run the golden cases that lie next to rules: folders with status.yaml and expected.yaml.

    PATHS are files and directories of rules, laid over those that Casebook ships. Every case takes the way of a live
    one, from the signals to the conclusion. Exit code 1 when a case differs from what it expects.

    \b
    Examples:
      casebook taxonomy test examples/taxonomy
      casebook taxonomy test my-rules.yaml --cases my-cases/
    """
    from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
    from casebook_analyzer.taxonomy import load_taxonomy
    from casebook_analyzer.text import counted
    from casebook_operator import logs
    from casebook_operator.evaluation.golden import golden_folders

    logs.configure("ERROR", "auto", SECRETS_AND_EMAILS)
    folders = golden_folders([*paths, *cases])
    if not folders:
        raise ConfigurationError(
            "There is no golden case: name a directory with folders that hold status.yaml and expected.yaml."
        )
    results = asyncio.run(_run(folders, load_taxonomy(paths)))
    failed = sum(not result.passed for result in results)
    if output == "json":
        click.echo(inert_json(results))
    else:
        for result in results:
            _say(result)
        click.echo(f"{counted(len(results), 'case')}: {len(results) - failed} as expected, {failed} not")
    if failed:
        raise click.exceptions.Exit(1)


async def _run(folders: Sequence[Path], taxonomy: Taxonomy) -> list[GoldenResult]:
    from casebook_operator.evaluation.golden import run_golden

    return [await run_golden(folder, taxonomy) for folder in folders]


def _say(result: GoldenResult) -> None:
    by = f" by {result.rules[0]}" if result.rules else ""
    verdict = f"{result.category} ({result.confidence}){by}" if result.category else ""
    click.echo(inert_text(f"{'ok  ' if result.passed else 'FAIL'} {result.case}  {verdict}".rstrip()))
    for difference in result.differences:
        click.echo(inert_text(f"     {difference}"))
