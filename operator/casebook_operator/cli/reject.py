"""``casebook reject``."""

from typing import Any

import click

from casebook_analyzer.models import Verdict
from casebook_operator.cli.giving import give, giving_options


@click.command()
@giving_options
def reject(note: str, author: str, **options: Any) -> None:
    """Say that the Investigation NAME is wrong, or was no failure at all.

    Memory learns nothing from it any more: neither its fix nor its recurrence counts, and where it resembles a later
    case it shows as disputed. `casebook confirm` takes that back.
    """
    give(Verdict.REJECTED, {"note": note, "author": author}, **options)
