"""``casebook confirm``."""

from typing import Any

import click

from casebook_analyzer.models import Verdict
from casebook_operator.cli.giving import give, giving_options


@click.command()
@giving_options
@click.option("--fix", default="", help="What fixed it, when Casebook did not see it or names more than that.")
def confirm(fix: str, note: str, author: str, **options: Any) -> None:
    """Say that the conclusion of the Investigation NAME is right, and what fixed it.

    \b
    Examples:
      casebook confirm -n shop checkout-3f2a9c1b0d-1
      casebook confirm -n shop checkout-3f2a9c1b0d-1 --fix 'raise the memory limit'

    It annotates the Investigation, so you need the right to patch it; the operator does the rest.
    """
    give(Verdict.CONFIRMED, {"fix": fix, "note": note, "author": author}, **options)
