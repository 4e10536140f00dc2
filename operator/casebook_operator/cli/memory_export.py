"""``casebook memory export``."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.paths import NamedPath
from casebook_operator.cli.progress import counting
from casebook_operator.cli.reading import reading

if TYPE_CHECKING:
    from casebook_operator.settings import Settings


_FILE = NamedPath(dir_okay=False, allow_dash=True)


@click.command()
@click.argument("file", type=_FILE)
@click.option("--vectors/--no-vectors", default=True, show_default=True, help="With or without embedding vectors.")
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@config_option
def export(file: Path, vectors: bool, force: bool, config: Path | None) -> None:  # noqa: FBT001
    """Write every incident of this cluster, with all that belongs to it, to a Parquet file; - is standard output.

    docs/memory-format.md describes the columns; pandas, DuckDB and others read them.

    The file holds redacted evidence, and only its owner may read it.

    \b
    Examples:
      casebook memory export incidents.parquet
      casebook memory export small.parquet --no-vectors
      kubectl exec -n casebook deploy/casebook-operator -- casebook memory export - > incidents.parquet
    """
    from casebook_analyzer.text import counted
    from casebook_operator import logs
    from casebook_operator.views.quantities import size

    if str(file) == "-":
        if sys.stdout.isatty():
            raise ConfigurationError("Parquet is nothing for a terminal: name a file, or lead it into one (> FILE).")
        settings = settings_with(config)
        logs.configure("ERROR", "auto", settings.evidence.redaction.policy)  # to nothing but standard error
        asyncio.run(_export(settings, sys.stdout.buffer, vectors=vectors))
        return
    if file.exists() and not force:
        raise ConfigurationError(f"{file} is there already: give another name, or --force to replace it.")
    number = asyncio.run(_export(settings_with(config), file, vectors=vectors))
    click.echo(f"{counted(number, 'incident')} written to {file} ({size(file.stat().st_size)}).")


async def _export(settings: Settings, file: Path | BinaryIO, *, vectors: bool) -> int:
    from casebook_analyzer.memory.transfer.exporting import export_memory

    async with reading(settings) as memory:
        total = (await memory.stats()).incidents
        with counting("exported", total) as count:
            return await export_memory(memory.session, file, vectors=vectors, progress=count.advance)
