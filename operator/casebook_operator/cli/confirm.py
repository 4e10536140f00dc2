"""``casebook confirm``."""

from typing import Any

import click

from casebook_analyzer.models import Verdict
from casebook_operator.cli.giving import give, giving_options


@click.command()
@giving_options
@click.option("--fix", default="", help="What fixed it, when Casebook did not see it or names more than that.")
@click.option(
    "--proposal",
    type=click.IntRange(min=1),
    default=None,
    metavar="NUMBER",
    help="Say that the fix which an agent proposed under this number is what helped, and nothing else.",
)
def confirm(fix: str, proposal: int | None, note: str, author: str, **options: Any) -> None:
    """Say that the conclusion of the Investigation NAME is right, and what fixed it.

    A fix that an agent passed on counts when a person confirms it: --proposal does so, and leaves category and cause as
    they were last said. `casebook report` and status.proposedFixes have the numbers.

    \b
    Examples:
      casebook confirm -n shop checkout-3f2a9c1b0d-1
      casebook confirm -n shop checkout-3f2a9c1b0d-1 --fix 'raise the memory limit'
      casebook confirm -n shop checkout-3f2a9c1b0d-1 --proposal 3

    It annotates the Investigation, so you need the right to patch it; the operator does the rest.
    """
    give(Verdict.CONFIRMED, {"fix": fix, "note": note, "author": author}, proposal=proposal or 0, **options)
