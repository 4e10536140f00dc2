"""What a command prints: the same values as a table, as JSON or as markdown."""

from collections.abc import Callable

import click
import msgspec

from casebook_operator.cli.options import C, output_option
from casebook_operator.views.markdown import markdown
from casebook_operator.views.page import Page
from casebook_operator.views.terminal import print_page

page_option: Callable[[C], C] = output_option("table", "json", "markdown")
"""``-o`` for commands that end with ``print_answer``."""


def print_answer(output: str, answer: object, page: Callable[[], Page]) -> None:
    """``answer`` as JSON, or the page that is made of it."""
    match output:
        case "json":
            click.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
        case "markdown":
            click.echo(markdown(page()), nl=False)
        case _:
            print_page(page())
