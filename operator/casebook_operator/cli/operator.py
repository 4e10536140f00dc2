"""``casebook operator``."""

import asyncio
from pathlib import Path

import click

from casebook_operator.cli.options import cluster_options, config_option, settings_with


@click.command()
@config_option
@cluster_options
def operator(config: Path | None, kubeconfig: Path | None, context: str | None) -> None:
    """Watch a cluster, and investigate what fails in it.

    Runs until it is stopped with SIGTERM or Ctrl-C. Metrics and probes are served on CASEBOOK_HTTP__HOST and
    CASEBOOK_HTTP__PORT (127.0.0.1:8080): /metrics, /healthz, /readyz.
    """
    from casebook_operator import garbage

    with garbage.importing():
        from casebook_operator import logs, process

    settings = settings_with(config, kubeconfig, context)
    logs.configure(settings.log.level, settings.log.format, settings.evidence.redaction.policy)
    asyncio.run(process.run(settings))
