"""``casebook knowledge sync`` and ``add``."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from casebook_operator.cli.inert import inert_json, inert_text
from casebook_operator.cli.options import (
    C,
    cluster_options,
    config_option,
    output_option,
    settings_for_cluster,
    settings_with,
)
from casebook_operator.cli.paths import NamedPath
from casebook_operator.cli.progress import counting

if TYPE_CHECKING:
    from casebook_operator.knowledge.files import FoundFile
    from casebook_operator.knowledge.sync import ReadSource, Synced
    from casebook_operator.settings import Settings

_NOTHING = "Nothing there has a name that ends with .md or .markdown."
ADDED = "added"
"""The source of single files."""


def _writing_options(command: C) -> C:
    link = click.option(
        "--link",
        default="",
        metavar="URL",
        help="Where people read a file: {path} stands for its path, {line} for the line of a passage.",
    )
    dry_run = click.option("--dry-run", is_flag=True, help="Say what would be done, and write nothing.")
    return link(dry_run(config_option(output_option("text", "json")(command))))


@click.command()
@click.argument("folder", required=False, type=NamedPath())
@click.option(
    "--configmaps",
    metavar="SELECTOR",
    help="Read the ConfigMaps with these labels instead of a folder; each Markdown key is a file CONFIGMAP/KEY.",
)
@click.option("-n", "--namespace", default="default", show_default=True, help="The namespace of these ConfigMaps.")
@click.option("--source", default="", help="What this source is called. Default: the name of folder or namespace.")
@click.option(
    "--watch",
    type=click.FloatRange(min=1),
    metavar="SECONDS",
    help="Go on, and look again so often, until SIGTERM. What cannot be read or written is logged, and tried again.",
)
@cluster_options
@_writing_options
@click.pass_context
def sync(
    click_context: click.Context,
    *,
    folder: Path | None,
    configmaps: str | None,
    namespace: str,
    kubeconfig: Path | None,
    context: str | None,
    source: str,
    watch: float | None,
    link: str,
    dry_run: bool,
    config: Path | None,
    output: str,
) -> None:
    """Read all Markdown files below FOLDER, such as a Git checkout, or in ConfigMaps with a label.

    What is as it was is left alone, and what vanished is removed. A file that cannot be used is named, and what memory
    has of it stays.

    A file may say what it is about before its text, between two lines ---: alerts, rules and entities (lists of names),
    title, link, tags, and namespaces, for whose readers alone it is then.

    \b
    Examples:
      casebook knowledge sync runbooks
      casebook knowledge sync ~/git/ops/docs --source ops --link 'https://git.example.com/ops/blob/main/docs/{path}'
      casebook knowledge sync runbooks --dry-run -o json
      casebook knowledge sync /git/runbooks --source runbooks --watch 60
      casebook knowledge sync --configmaps casebook.dev/knowledge=true -n casebook --source runbooks
    """
    _require_one_source(click_context, folder, configmaps)
    if watch is not None and (dry_run or output != "text"):
        raise click.UsageError("--watch writes a log: neither --dry-run nor -o goes with it.")
    settings = settings_for_cluster(config, kubeconfig, context) if configmaps else settings_with(config)
    name = source or (Path(os.path.realpath(folder)).name if folder else namespace)

    async def synced() -> None:
        async with _files(settings, folder, namespace, configmaps or "") as files:

            async def read() -> ReadSource:
                found = await files()
                return await asyncio.to_thread(_read, settings, name, found, link, answered=folder is None)

            if watch is None:
                done = await _sync(settings, await read(), whole=True, dry_run=dry_run)
                _tell(click_context, done, output)
            else:
                from casebook_operator import logs
                from casebook_operator.knowledge.watch import run

                logs.configure(settings.log.level, settings.log.format, settings.evidence.redaction.policy)
                await run(settings, read, watch)

    asyncio.run(synced())


def _require_one_source(given: click.Context, folder: Path | None, configmaps: str | None) -> None:
    if (folder is None) is (configmaps is None):
        raise click.UsageError("Give FOLDER or --configmaps, and not both: each is a source of its own.")
    if folder is not None and given.get_parameter_source("namespace") is ParameterSource.COMMANDLINE:
        raise click.UsageError(
            "-n is the namespace of --configmaps. For whose readers a file is, it says itself: "
            "`namespaces`, before its text."
        )


@asynccontextmanager
async def _files(
    settings: Settings, folder: Path | None, namespace: str, configmaps: str
) -> AsyncIterator[Callable[[], Awaitable[list[FoundFile]]]]:
    """What reads the files of a source anew each time."""
    if folder is not None:
        from casebook_operator.knowledge.files import read_folder

        yield lambda: asyncio.to_thread(read_folder, folder)
        return
    from casebook_operator.knowledge.configmaps import read_configmaps
    from casebook_operator.kube import connect

    async with await connect(settings.cluster.kubeconfig, settings.cluster.context) as kube:
        yield lambda: read_configmaps(kube, namespace, configmaps)


@click.command()
@click.argument("files", nargs=-1, required=True, type=NamedPath(dir_okay=False, exists=True))
@click.option("--source", default=ADDED, show_default=True, help="The source that the files are put into.")
@_writing_options
@click.pass_context
def add(
    context: click.Context,
    *,
    files: tuple[Path, ...],
    source: str,
    link: str,
    dry_run: bool,
    config: Path | None,
    output: str,
) -> None:
    """Read single Markdown files. One of the same name in the same source is replaced.

    \b
    Example:
      casebook knowledge add postmortem-2026-03-01.md --link https://wiki.example.com/postmortems/42
    """
    from casebook_operator.knowledge.files import read_file

    for name, number in Counter(path.name for path in files).items():
        if number > 1:
            raise click.UsageError(
                f"{number} of these files are called {click.format_filename(name)}, and a source has one document of a "
                "name. Give each a --source of its own, or `sync` their folder."
            )
    settings = settings_with(config)
    read = _read(settings, source, [read_file(path, path.name) for path in files], link)
    _tell(context, asyncio.run(_sync(settings, read, whole=False, dry_run=dry_run)), output)


def _read(
    settings: Settings, source: str, files: Iterable[FoundFile], link: str, *, answered: bool = False
) -> ReadSource:
    from casebook_operator.knowledge.sync import read_source
    from casebook_operator.pseudonyms import PseudonymKey

    sanitizer = PseudonymKey.of(settings.evidence).of_namespace("").sanitizer
    return read_source(source, files, sanitizer, link, answered=answered)


def _tell(context: click.Context, done: Synced, output: str) -> None:
    if output == "json":
        click.echo(inert_json(done))
    else:
        click.echo(inert_text("\n".join(_lines(done))))
    for problem in done.problems:
        click.echo(f"Error: {problem}", err=True)
    if done.problems:
        context.exit(1)


async def _sync(settings: Settings, read: ReadSource, *, whole: bool, dry_run: bool) -> Synced:
    from casebook_operator.knowledge.sync import sync_source
    from casebook_operator.recall import opened_memory

    async with opened_memory(settings, embeds=not dry_run) as memory:
        with counting("embedded", things="passages") as count:
            return await sync_source(memory, read, whole=whole, dry_run=dry_run, progress=count.advance)


def _lines(done: Synced) -> Sequence[str]:
    import msgspec

    from casebook_analyzer.text import counted
    from casebook_operator.views.knowledge import told

    result = done.result
    counts = f"{len(result.added)} added, {len(result.changed)} changed, {len(result.removed)} removed"
    would = "would be: " if done.dry_run else ""
    unlinked = counted(result.unlinked, "document")
    lost = f"The link of {unlinked} {'would be' if done.dry_run else 'is'} gone: give --link as before."
    return [
        *told("+", result.added),
        *told("~", result.changed),
        *told("-", result.removed),
        f"{result.source}: {would}{counts}, {result.unchanged} as they were.",
        *([lost] if result.unlinked else []),
        *([] if any(msgspec.structs.astuple(result)[1:]) or done.problems else [_NOTHING]),
    ]
