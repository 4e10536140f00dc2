"""``casebook taxonomy``."""

import click

from casebook_operator.cli.lazy import Lazy, LazyGroup
from casebook_operator.cli.remote import only_through_server

COMMANDS = {
    "lint": Lazy("casebook_operator.cli.taxonomy_lint:lint", "Check files of rules before they land."),
    "test": Lazy("casebook_operator.cli.taxonomy_test:test", "Run golden cases against rules."),
    "show": Lazy("casebook_operator.cli.taxonomy_show:show", "Show the rules that are in force."),
    "schema": Lazy("casebook_operator.cli.taxonomy_schema:schema", "Print the JSON schema of files of rules."),
    "propose": Lazy(
        "casebook_operator.cli.taxonomy_propose:propose", "Draft rules for failures that people know and rules do not."
    ),
    "rejudge": Lazy(
        "casebook_operator.cli.taxonomy_rejudge:rejudge", "Judge old incidents again by the taxonomy of today."
    ),
}


@click.group(cls=LazyGroup, lazy=COMMANDS)
@click.pass_context
def taxonomy(context: click.Context) -> None:
    """Check, test and show failure signatures; judge old cases again.

    Casebook's own signatures are extended by files of rules and by Taxonomy resources. Both have one shape, so a
    pipeline can check here what a cluster will accept. docs/taxonomy.md tells how a signature is written.

    \b
    In a pipeline:
      casebook taxonomy lint --strict taxonomy/
      casebook taxonomy test taxonomy/
    """
    only_through_server(context, "propose")
