"""``casebook taxonomy``."""

import click

from casebook_operator.cli.lazy import LazyGroup

COMMANDS = {
    "lint": "casebook_operator.cli.taxonomy_lint:lint",
    "test": "casebook_operator.cli.taxonomy_test:test",
    "show": "casebook_operator.cli.taxonomy_show:show",
    "schema": "casebook_operator.cli.taxonomy_schema:schema",
    "rejudge": "casebook_operator.cli.taxonomy_rejudge:rejudge",
}


@click.group(
    cls=LazyGroup, places=COMMANDS, short_help="Check, test and show failure signatures; judge old cases again."
)
def taxonomy() -> None:
    """Check, test and show failure signatures; judge old cases again.

    Casebook's own signatures are extended by files of rules and by Taxonomy resources. Both have one shape, so a
    pipeline can check here what a cluster will accept. docs/taxonomy.md tells how a signature is written.

    \b
    In a pipeline:
      casebook taxonomy lint --strict taxonomy/
      casebook taxonomy test taxonomy/
    """
