"""``casebook attach``."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_analyzer.models.exhibit import SHORTEST
from casebook_operator.cli.inert import inert_json, inert_text
from casebook_operator.cli.options import config_option, investigation_options, output_option, settings_with
from casebook_operator.cli.paths import NamedPath
from casebook_operator.cli.remote import chosen_server

if TYPE_CHECKING:
    from casebook_analyzer.models import Exhibit
    from casebook_operator.cli.attach_places import Attachments


@click.command()
@investigation_options
@click.argument("files", nargs=-1, type=NamedPath())
@click.option(
    "--remove",
    default="",
    metavar="DIGEST",
    help=f"Erase what was attached, by its digest or its first {SHORTEST} digits.",
)
@click.option("--author", default="", help="Who attaches or erases it. Default: your login.")
@config_option
@output_option("text", "json")
def attach(
    *,
    name: str,
    files: tuple[Path, ...],
    namespace: str,
    remove: str,
    author: str,
    config: Path | None,
    output: str,
) -> None:
    """Attach what you have to the Investigation NAME: notes, a log, a picture of a screen.

    FILES are .txt, .log and .md, of 32 KiB each, and .png. Their text is redacted as evidence is, and kept with the
    report: who may read the report reads it, and `casebook search` finds it. It changes no conclusion. It goes with the
    incident when its time is over. Of a picture the text is read on this machine (kube-casebook[ocr]), with each line
    cut where a secret may begin; the picture is kept nowhere.

    What is attached is written to the database, which you need a login of; or with --server by casebook web, under the
    name by which the cluster knows you, where you may patch Investigations of the namespace. In the browser reports
    have a form for it.

    \b
    Examples:
      casebook attach -n shop checkout-3f2a9c1b0d-1 notes.md
      kubectl logs -n shop deploy/proxy --since 5m | tail -100 > proxy.log
      casebook attach -n shop checkout-3f2a9c1b0d-1 proxy.log
      casebook attach -n shop checkout-3f2a9c1b0d-1                     what is attached
      casebook attach -n shop checkout-3f2a9c1b0d-1 --remove 4f0c9d2e   erase it
      casebook --server https://casebook.example.com --kube-token attach -n shop checkout-3f2a9c1b0d-1 notes.md
    """
    if remove and files:
        raise click.UsageError("--remove takes no files.")
    if remove and len(remove) < SHORTEST:
        raise click.UsageError(f"--remove wants the first {SHORTEST} digits of a digest, or more.")
    place = _place(config, namespace, name, author)
    if remove:
        gone = asyncio.run(place.erase(remove, author))
        click.echo(inert_json(gone) if output == "json" else inert_text(f"Erased {gone.name} ({gone.short})."))
    elif files:
        _attach(place, files, author, output)
    else:
        found = asyncio.run(place.attached())
        click.echo(inert_json(found) if output == "json" else inert_text("\n".join(_told(found))))


def _place(config: Path | None, namespace: str, name: str, author: str) -> Attachments:
    from casebook_operator.cli.attach_places import OfMemory, OfServer

    server = chosen_server()
    if server is None:
        return OfMemory(settings_with(config), namespace, name)
    if author:
        raise click.UsageError("With --server the cluster says who attaches it: leave --author out.")
    return OfServer(server, namespace, name)


def _attach(place: Attachments, files: Sequence[Path], author: str, output: str) -> None:
    from casebook_operator.exhibits.taking import read

    kept = asyncio.run(place.attach([read(file) for file in files], author))
    if output == "json":
        click.echo(inert_json(kept))
        return
    for one in kept:
        again = " (memory had it already)" if one.known else ""
        click.echo(inert_text(f"{one.exhibit.name} is attached as {one.exhibit.short}{again}."))


def _told(exhibits: Sequence[Exhibit]) -> list[str]:
    from casebook_analyzer.timeline.times import moment

    if not exhibits:
        return ["Nothing is attached."]
    return [f"{one.short}  {moment(one.attached_at)}  {one.author or 'somebody'}  {one.name}" for one in exhibits]
