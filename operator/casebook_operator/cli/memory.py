"""``casebook memory``."""

import click

from casebook_operator.cli.lazy import Lazy, LazyGroup
from casebook_operator.cli.remote import only_through_server

COMMANDS = {
    "stats": Lazy(
        "casebook_operator.cli.memory_stats:stats",
        "Show how much is remembered, since when, and what has vectors of the current model.",
    ),
    "reindex": Lazy("casebook_operator.cli.memory_reindex:reindex", "Cut, tokenize and embed everything again."),
    "index": Lazy("casebook_operator.cli.memory_index:index", "Build the indexes that a large memory lacks."),
    "purge": Lazy(
        "casebook_operator.cli.memory_purge:purge_command", "Delete incidents whose time of retention is over."
    ),
    "export": Lazy("casebook_operator.cli.memory_export:export", "Write all incidents to a Parquet file."),
    "import": Lazy(
        "casebook_operator.cli.memory_import:import_", "Read incidents that were exported, or those of another system."
    ),
}


@click.group(cls=LazyGroup, lazy=COMMANDS)
@click.pass_context
def memory(context: click.Context) -> None:
    """Look after what is remembered.

    \b
    Examples:
      casebook memory stats
      casebook memory purge --dry-run
      casebook memory export incidents.parquet
    """
    only_through_server(context, "stats")
