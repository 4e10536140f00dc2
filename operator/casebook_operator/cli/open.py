"""``casebook open``."""

from __future__ import annotations

import asyncio
import signal
import webbrowser
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.cli.options import cluster_options
from casebook_operator.cli.paths import NamedPath

if TYPE_CHECKING:
    from casebook_operator.web.forward import Service


@dataclass(frozen=True, kw_only=True, slots=True)
class Wish:
    """The report that a person wants to open, and how to reach Casebook: by an address or a Service."""

    path: str
    investigation: tuple[str, str] | None = None
    url: str = ""
    service: Service | None = None
    account: tuple[str, str] | None = None
    audience: str = ""
    token_file: Path | None = None


@click.command("open")
@click.argument("investigation", required=False, default="", metavar="[INVESTIGATION]")
@click.option("-n", "--namespace", default="default", show_default=True, help="The Investigation's namespace.")
@click.option("--url", default="", help="Where Casebook is read, so that no port is forwarded.")
@click.option("--service", default="", metavar="NAMESPACE/NAME", help="Casebook's Service. Default: found by label.")
@click.option(
    "--account",
    default="",
    metavar="NAMESPACE/NAME",
    help="A ServiceAccount to read as: a token of it is made, for an hour.",
)
@click.option("--audience", default="casebook", show_default=True, help="Whom that token is for (web.audience).")
@click.option(
    "--token-file",
    type=NamedPath(exists=True, dir_okay=False),
    help="A file with a token to read with.",
)
@click.option("--print", "only_print", is_flag=True, help="Print the address instead of opening the browser.")
@cluster_options
def open_(
    *,
    investigation: str,
    namespace: str,
    url: str,
    service: str,
    account: str,
    audience: str,
    token_file: Path | None,
    only_print: bool,
    kubeconfig: Path | None,
    context: str | None,
) -> None:
    """Open the report of one Investigation in the browser, or the list of all incidents.

    The address that the Investigation itself names is opened (reports.external_url). Without one the port of Casebook's
    Service is forwarded by kubectl until Ctrl-C. Where Casebook asks for a token, --account or --token-file give one,
    which is added to what the browser asks for.

    \b
    Examples:
      casebook open -n shop checkout-0a1b2c3d4e-1
      casebook open shop/checkout-0a1b2c3d4e-1 --account shop/on-call
      casebook open --url https://casebook.example.com --print
    """
    from casebook_operator.web.address import report_path
    from casebook_operator.web.forward import Service

    named = _named(investigation, namespace)
    wish = Wish(
        path=report_path(*named) if named else "/",
        investigation=named,
        url=_checked(url),
        service=Service(*_pair(service, "--service")) if service else None,
        account=_pair(account, "--account") if account else None,
        audience=audience,
        token_file=token_file,
    )
    asyncio.run(_open(wish, kubeconfig, context, only_print=only_print))


def _named(investigation: str, namespace: str) -> tuple[str, str] | None:
    if not investigation:
        return None
    before, slash, name = investigation.partition("/")
    return (before, name) if slash else (namespace, investigation)


def _pair(text: str, option: str) -> tuple[str, str]:
    namespace, slash, name = text.partition("/")
    if not slash or not namespace or not name:
        raise click.UsageError(f"{option} is written NAMESPACE/NAME.")
    return namespace, name


def _checked(url: str) -> str:
    if url and (urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc):
        raise click.UsageError("--url is an address such as https://casebook.example.com.")
    return url.rstrip("/")


async def _open(wish: Wish, kubeconfig: Path | None, context: str | None, *, only_print: bool) -> None:
    """Ctrl-C and SIGTERM end it as they should: everything that it has started is stopped."""
    task = asyncio.current_task()
    assert task is not None  # noqa: S101 - it runs in one
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    with suppress(asyncio.CancelledError):
        async with _way(wish, kubeconfig, context) as (address, lasting):
            if only_print:
                click.echo(address)
            elif not webbrowser.open(address):
                click.echo(f"There is no browser to start. Open {address}", err=True)
            if lasting:
                click.echo("The way to it is open until Ctrl-C.", err=True)
                await asyncio.Event().wait()


@asynccontextmanager
async def _way(wish: Wish, kubeconfig: Path | None, context: str | None) -> AsyncIterator[tuple[str, bool]]:
    """The address, and whether it ends with the context."""
    from casebook_analyzer.text.addresses import is_web_address
    from casebook_operator.web.forward import Kubectl
    from casebook_operator.web.relay import relay

    async with AsyncExitStack() as stack:
        token = wish.token_file.read_text(encoding="utf-8").strip() if wish.token_file else ""
        if wish.token_file and not token:
            raise ConfigurationError(f"There is no token in {wish.token_file}.")
        upstream, lasting = wish.url, bool(token)
        if not upstream or wish.account:
            kubectl = Kubectl(kubeconfig, context)
            if wish.account:
                token = await kubectl.token(*wish.account, wish.audience)
            if not upstream and not token and not wish.service and wish.investigation:
                known = await kubectl.report_url(*wish.investigation)
                if is_web_address(known):
                    yield known, False
                    return
            if not upstream:
                upstream = await stack.enter_async_context(kubectl.forwarded(wish.service or await kubectl.service()))
            lasting = True
        if token:
            upstream = await stack.enter_async_context(relay(upstream, token))
        yield upstream + wish.path, lasting
