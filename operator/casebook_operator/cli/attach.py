"""``casebook attach``."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.cli.inert import inert_json, inert_text
from casebook_operator.cli.options import config_option, output_option, settings_with

if TYPE_CHECKING:
    from casebook_analyzer.memory import Memory
    from casebook_analyzer.models import Exhibit, Incident
    from casebook_operator.settings import Settings

_SHORTEST = 8
"""Digits of a digest that call an exhibit."""


@click.command()
@click.argument("name")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("-n", "--namespace", default="default", show_default=True, help="The Investigation's namespace.")
@click.option(
    "--remove", default="", metavar="DIGEST", help="Erase what was attached, by its digest or 8 digits of it."
)
@click.option("--author", default="", help="Who attaches it. Default: your login.")
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

    What is attached is written to the database, which you need a login of. In the browser reports have a form for it.

    \b
    Examples:
      casebook attach -n shop checkout-3f2a9c1b0d-1 notes.md
      kubectl logs -n shop deploy/proxy --since 5m | tail -100 > proxy.log
      casebook attach -n shop checkout-3f2a9c1b0d-1 proxy.log
      casebook attach -n shop checkout-3f2a9c1b0d-1                     what is attached
      casebook attach -n shop checkout-3f2a9c1b0d-1 --remove 4f0c9d2e   erase it
    """
    if remove and files:
        raise click.UsageError("--remove takes no files.")
    if remove and len(remove) < _SHORTEST:
        raise click.UsageError(f"--remove wants {_SHORTEST} digits of a digest, or more.")
    settings = settings_with(config)
    if remove:
        gone = asyncio.run(_remove(settings, namespace, name, remove.lower()))
        click.echo(inert_json(gone) if output == "json" else inert_text(f"Erased {gone.name} ({gone.short})."))
    elif files:
        _attach(settings, (namespace, name), files, author, output)
    else:
        found = asyncio.run(_list(settings, namespace, name))
        click.echo(inert_json(found) if output == "json" else inert_text("\n".join(_told(found))))


def _attach(settings: Settings, incident: tuple[str, str], files: Sequence[Path], author: str, output: str) -> None:
    kept = asyncio.run(_write(settings, *incident, _taken(settings, incident[0], files, author)))
    if output == "json":
        click.echo(inert_json([one for one, _ in kept]))
        return
    for one, known in kept:
        again = " (memory had it already)" if known else ""
        click.echo(inert_text(f"{one.name} is attached as {one.short}{again}."))


def _taken(settings: Settings, namespace: str, files: Sequence[Path], author: str) -> list[Exhibit]:
    """What is kept of the files. What is wrong with one of them is said before any is written."""
    from casebook_analyzer.models import FeedbackSource
    from casebook_operator.exhibits.taking import Brought, read, taken
    from casebook_operator.feedback.annotate import login
    from casebook_operator.pseudonyms import PseudonymKey

    sanitizer = PseudonymKey.of(settings.evidence).of_namespace(namespace).sanitizer
    who, now = author or login(), datetime.now(UTC)
    return [
        taken(
            Brought(name=file.name, raw=read(file), author=who, source=FeedbackSource.COMMAND, attached_at=now),
            sanitizer,
        )
        for file in files
    ]


async def _write(
    settings: Settings, namespace: str, name: str, exhibits: Sequence[Exhibit]
) -> list[tuple[Exhibit, bool]]:
    """Each exhibit, and whether memory had it already."""
    from casebook_analyzer.memory import Kept
    from casebook_analyzer.memory.write.exhibits import MOST
    from casebook_operator.recall import opened_memory

    done = []
    async with opened_memory(settings, embeds=False) as memory:
        found = await _incident(memory, namespace, name)
        for one in exhibits:
            match await memory.exhibits.attach(found.id, one):
                case Kept.NO_INCIDENT:
                    raise ConfigurationError(f"The incident {namespace}/{name} was purged at this moment.")
                case Kept.ENOUGH:
                    why = (
                        f"{namespace}/{name} has {MOST} attachments, and no more are kept: {one.name} is not attached."
                    )
                    raise ConfigurationError(f"{why} --remove erases one.")
                case kept:
                    done.append((one, kept is Kept.KNOWN))
    return done


async def _remove(settings: Settings, namespace: str, name: str, digest: str) -> Exhibit:
    from casebook_operator.recall import opened_memory

    async with opened_memory(settings, embeds=False) as memory:
        found = await _incident(memory, namespace, name)
        called = [one for one in await memory.exhibits.of(found.id) if one.digest.startswith(digest)]
        if len(called) == 1 and await memory.exhibits.remove(found.id, called[0].digest):
            return called[0]
    number = "Several attachments have" if len(called) > 1 else "No attachment has"
    where = f"casebook attach -n {namespace} {name}"
    raise ConfigurationError(f"{number} a digest that begins with {digest}: `{where}` lists what is attached.")


async def _list(settings: Settings, namespace: str, name: str) -> tuple[Exhibit, ...]:
    from casebook_operator.cli.reading import reading

    async with reading(settings) as memory:
        return await memory.exhibits.of((await _incident(memory, namespace, name)).id)


async def _incident(memory: Memory, namespace: str, name: str) -> Incident:
    from casebook_operator.cli.reading import one_incident

    return await one_incident(memory, f"{namespace}/{name}")


def _told(exhibits: Sequence[Exhibit]) -> list[str]:
    from casebook_analyzer.timeline.times import moment

    if not exhibits:
        return ["Nothing is attached."]
    return [f"{one.short}  {moment(one.attached_at)}  {one.author or 'somebody'}  {one.name}" for one in exhibits]
