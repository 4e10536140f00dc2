"""What a command prints: the same values as a table, as JSON or as markdown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from casebook_operator.cli.inert import inert_json
from casebook_operator.cli.options import C, output_option

if TYPE_CHECKING:
    from casebook_analyzer.report import Page


page_option: Callable[[C], C] = output_option("table", "json", "markdown")
"""``-o`` for commands that end with ``print_answer``."""


def print_answer(output: str, answer: object, page: Callable[[], Page]) -> None:
    """``answer`` as JSON, or the page that is made of it."""
    from casebook_analyzer.report import markdown
    from casebook_operator.views.terminal import print_page

    match output:
        case "json":
            click.echo(inert_json(answer))
        case "markdown":
            click.echo(markdown(page()), nl=False)
        case _:
            print_page(page())
