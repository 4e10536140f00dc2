"""``casebook taxonomy lint``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_operator.cli.inert import inert_json, inert_text
from casebook_operator.cli.options import output_option
from casebook_operator.cli.paths import NamedPath

if TYPE_CHECKING:
    from casebook_analyzer.taxonomy import Problem


@click.command()
@click.argument("paths", nargs=-1, required=True, type=NamedPath())
@click.option("--strict", is_flag=True, help="Fail for warnings, too.")
@output_option("text", "json")
def lint(paths: tuple[Path, ...], strict: bool, output: str) -> None:  # noqa: FBT001
    """Check files of rules, Taxonomy manifests, and directories of both.

    Exit code 1 when something cannot be used: the cluster would refuse it for the same reason. Warnings are about what
    is allowed and seldom meant: a rule without advice, one that can never match, one that replaces a shipped rule
    without saying so.

    \b
    Examples:
      casebook taxonomy lint my-rules.yaml
      casebook taxonomy lint --strict taxonomy/
    """
    from casebook_analyzer.taxonomy import overlay_files
    from casebook_analyzer.text import counted

    problems, rules = _check(paths)
    errors = sum(problem.is_error for problem in problems)
    if output == "json":
        click.echo(inert_json(problems))
    else:
        for problem in problems:
            place = f"{problem.overlay}:{problem.line}" if problem.line else problem.overlay
            click.echo(inert_text(f"{place}: {problem.level}: {problem.where}{problem.what}"))
        files = sum(len(list(overlay_files(path))) for path in paths)
        read = f"{counted(files, 'file')}, {counted(rules, 'rule')}"
        click.echo(f"{read}: {counted(errors, 'error')}, {counted(len(problems) - errors, 'warning')}")
    if errors or (strict and problems):
        raise click.exceptions.Exit(1)


def _check(paths: Sequence[Path]) -> tuple[list[Problem], int]:
    """(problems in the order of the files, how many rules were read)."""
    from casebook_analyzer.evidence.kernel_table import kernel_table
    from casebook_analyzer.taxonomy import Problem, compose, read_overlays, shipped_taxonomy
    from casebook_analyzer.taxonomy import lint as doubts_of

    overlays, broken = read_overlays(paths)
    composition = compose(shipped_taxonomy(), overlays)
    kernel_names = {message.name for message in kernel_table().messages}
    problems = [*broken, *composition.problems]
    for overlay in overlays:
        own = {rule.id for rule in overlay.spec.rules}
        others = [rule for rule in composition.taxonomy.rules if rule.id not in own]
        problems += doubts_of(overlay, others, kernel_names)
    if not overlays and not broken:
        problems += [Problem(overlay=str(path), what="there is no file of rules in it") for path in paths]
    problems.sort(key=lambda problem: (problem.overlay, problem.line))
    return problems, sum(len(overlay.spec.rules) for overlay in overlays)
