"""``casebook taxonomy schema``."""

import click


@click.command()
def schema() -> None:
    """Print the JSON schema of files of rules and of Taxonomy manifests, for editors.

    \b
    With the YAML language server, once per file:
      casebook taxonomy schema > taxonomy.schema.json
      # yaml-language-server: $schema=taxonomy.schema.json
    """
    from casebook_analyzer.taxonomy import taxonomy_schema

    click.echo(taxonomy_schema(), nl=False)
