"""``casebook knowledge``."""

import click

from casebook_operator.cli.lazy import Lazy, LazyGroup
from casebook_operator.cli.remote import only_through_server

COMMANDS = {
    "sync": Lazy("casebook_operator.cli.knowledge_sync:sync", "Bring memory to what a folder of Markdown files has."),
    "add": Lazy("casebook_operator.cli.knowledge_sync:add", "Read single Markdown files."),
    "list": Lazy("casebook_operator.cli.knowledge_list:list_", "List what was read."),
    "search": Lazy("casebook_operator.cli.knowledge_search:search", "Search what people wrote."),
    "remove": Lazy("casebook_operator.cli.knowledge_remove:remove", "Remove a document, or all of a source."),
}


@click.group(cls=LazyGroup, lazy=COMMANDS)
@click.pass_context
def knowledge(context: click.Context) -> None:
    """Feed and search what people wrote: runbooks, postmortems, notes.

    What fits a new Investigation is attached to it.

    \b
    Examples:
      casebook knowledge sync runbooks --link 'https://git.example.com/ops/runbooks/blob/main/{path}#L{line}'
      casebook knowledge search 'pods keep restarting after a deploy'
      casebook knowledge list
    """
    only_through_server(context, "list", "search")
