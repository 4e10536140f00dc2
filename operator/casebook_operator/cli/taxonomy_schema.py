"""``casebook taxonomy schema``."""

import click

from casebook_analyzer.taxonomy import taxonomy_schema


@click.command(short_help="Print the JSON schema of files of rules.")
def schema() -> None:
    """Print the JSON schema of files of rules and of Taxonomy manifests, for editors.

    \b
    With the YAML language server, once per file:
      casebook taxonomy schema > taxonomy.schema.json
      # yaml-language-server: $schema=taxonomy.schema.json
    """
    click.echo(taxonomy_schema(), nl=False)
