"""``casebook memory``."""

import click

from casebook_operator.cli.lazy import LazyGroup

COMMANDS = {
    "stats": "casebook_operator.cli.memory_stats:stats",
    "reindex": "casebook_operator.cli.memory_reindex:reindex",
    "purge": "casebook_operator.cli.memory_purge:purge_command",
    "export": "casebook_operator.cli.memory_transfer:export",
    "import": "casebook_operator.cli.memory_transfer:import_",
}


@click.group(cls=LazyGroup, places=COMMANDS, short_help="Look after memory: size, index, retention, copies.")
def memory() -> None:
    """Look after what is remembered.

    \b
    Examples:
      casebook memory stats
      casebook memory purge --dry-run
      casebook memory export incidents.parquet
    """
