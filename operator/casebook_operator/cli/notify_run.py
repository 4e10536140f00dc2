"""``casebook notify run``."""

import asyncio
from pathlib import Path

import click

from casebook_operator.cli.options import cluster_options, config_option, settings_with


@click.command()
@config_option
@cluster_options
def run(config: Path | None, kubeconfig: Path | None, context: str | None) -> None:
    """Watch Investigations, and send one message for each that fails and one for its end.

    Runs until it is stopped with SIGTERM or Ctrl-C. It needs no database; what was told is kept in a ConfigMap
    (CASEBOOK_NOTIFY__STATE), so that a restart repeats nothing. CASEBOOK_NOTIFY__URLS names a file with addresses, or a
    folder of such files.

    \b
    Example:
      CASEBOOK_NOTIFY__URLS=urls.txt casebook notify run
    """
    from casebook_operator import logs
    from casebook_operator.notify import run as notifying

    settings = settings_with(config, kubeconfig, context)
    logs.configure(settings.log.level, settings.log.format, settings.evidence.redaction.policy)
    asyncio.run(notifying.run(settings))
