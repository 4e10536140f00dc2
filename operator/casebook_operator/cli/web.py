"""``casebook web``."""

import asyncio
from pathlib import Path

import click

from casebook_operator.cli.options import cluster_options, config_option, settings_with


@click.command()
@config_option
@cluster_options
def web(config: Path | None, kubeconfig: Path | None, context: str | None) -> None:
    """Serve the list of incidents and their reports to browsers, and raw markdown to everybody else.

    Runs until it is stopped with SIGTERM or Ctrl-C, on CASEBOOK_WEB__HOST and CASEBOOK_WEB__PORT (127.0.0.1:8081). Who
    reads is asked when CASEBOOK_WEB__TOKENS is true or a proxy is set up (CASEBOOK_WEB__PROXY__...); everybody then
    sees what the cluster lets him read. Without either only this machine is served.

    \b
    Pages:
      /                            incidents, with filters and a search
      /reports/NAMESPACE/NAME      one report; with .md as markdown
      /families/ID                 all incidents of a signature, and what fixed them how often
      /subjects/KIND/NAMESPACE/NAME, /nodes/NAME   what happened there, on one axis
      /api/v1/...                  the same for programs; /api/v1/openapi.json describes it
      /mcp                         the same for agents, when CASEBOOK_WEB__MCP is true

    \b
    On CASEBOOK_HTTP__HOST and CASEBOOK_WEB__PROBE_PORT (127.0.0.1:8082), for whoever runs it:
      /healthz, /readyz, /metrics
    """
    from casebook_operator import garbage

    with garbage.importing():
        from casebook_operator import logs
        from casebook_operator.web import serve

    settings = settings_with(config, kubeconfig, context)
    logs.configure(settings.log.level, settings.log.format, settings.evidence.redaction.policy)
    asyncio.run(serve.run(settings))
