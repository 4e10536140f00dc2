"""``casebook correct``."""

from typing import Any

import click

from casebook_analyzer.models import Category, Verdict
from casebook_operator.cli.giving import give, giving_options


@click.command()
@giving_options
@click.option(
    "--category",
    type=click.Choice([known.value for known in Category]),
    default=None,
    help="The root cause category that it is.",
)
@click.option("--cause", default="", help="What was wrong, in a few words.")
@click.option("--fix", default="", help="What fixed it.")
def correct(category: str | None, cause: str, fix: str, note: str, author: str, **options: Any) -> None:
    """Say what was wrong in the Investigation NAME, and what fixed it.

    \b
    Example:
      casebook correct -n shop checkout-3f2a9c1b0d-1 \\
        --category software_bug --cause 'a leak in the session cache' --fix 'use another image tag'

    The conclusion stays on record as it was. What changes is what its family and later Investigations say.
    """
    texts = {"category": category or "", "cause": cause, "fix": fix, "note": note, "author": author}
    give(Verdict.CORRECTED, texts, **options)
