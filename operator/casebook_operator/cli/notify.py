"""``casebook notify``."""

from importlib.util import find_spec

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.cli.lazy import Lazy, LazyGroup

COMMANDS = {
    "run": Lazy(
        "casebook_operator.cli.notify_run:run", "Watch Investigations, and tell chats, mail or webhooks of them."
    ),
    "test": Lazy("casebook_operator.cli.notify_test:test", "Show what messages look like, and send one."),
}


@click.group(cls=LazyGroup, lazy=COMMANDS)
def notify() -> None:
    """Tell people of Investigations where there is no Alertmanager.

    \b
    Examples:
      CASEBOOK_NOTIFY__URLS=urls.txt casebook notify test
      CASEBOOK_NOTIFY__URLS=urls.txt casebook notify run
    """
    if find_spec("apprise") is None:
        raise ConfigurationError("Messages need the extra notify: pip install 'kube-casebook[notify]'.")
