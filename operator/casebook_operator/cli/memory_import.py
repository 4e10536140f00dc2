"""``casebook memory import``."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.cli.options import config_option, settings_with
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.paths import NamedPath
from casebook_operator.cli.progress import counting
from casebook_operator.cli.reading import reading

if TYPE_CHECKING:
    from casebook_analyzer.memory.transfer.importing import ImportResult
    from casebook_operator.settings import Settings
    from casebook_operator.views.foreign import ForeignImport

_FILE = NamedPath(dir_okay=False)
_PARQUET = "parquet"
_SUFFIXES = {".csv": "csv", ".tsv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}


@click.command(name="import")
@click.argument("file", type=_FILE)
@click.option(
    "--format",
    "written",
    type=click.Choice([_PARQUET, "csv", "jsonl"]),
    help="How FILE is written. Default: by its name; Parquet unless it ends with .csv, .tsv, .jsonl or .ndjson.",
)
@click.option("--mapping", type=_FILE, help="Which column or field is what, for csv and jsonl (docs/import.md).")
@click.option("-n", "--namespace", default="", help="The namespace of records which name none.")
@click.option("--dry-run", is_flag=True, help="Show what would be imported, and write nothing.")
@click.option("--skip-bad", is_flag=True, help="Import the other lines when some cannot be.")
@config_option
@page_option
def import_(
    *,
    file: Path,
    written: str | None,
    mapping: Path | None,
    namespace: str,
    dry_run: bool,
    skip_bad: bool,
    config: Path | None,
    output: str,
) -> None:
    """Read the incidents of a file that `casebook memory export` wrote, or past incidents of another system.

    Wherever they come from, they become incidents of this cluster (CASEBOOK_CLUSTER__NAME). The whole file is checked
    before anything is written. An import that was stopped is completed by running it again.

    Of an exported file, what memory has already stays as it is. Records of another system (csv, jsonl) are known again
    by their id: what was changed there is replaced here, and the rest stays. They are redacted as everything is.

    \b
    Examples:
      casebook memory import incidents.parquet
      casebook memory import --mapping pagerduty.yaml --dry-run incidents.csv
      casebook memory import --mapping pagerduty.yaml --namespace shop incidents.csv
    """
    settings = settings_with(config)
    kind = written or _SUFFIXES.get(file.suffix.lower(), _PARQUET)
    if kind == _PARQUET:
        if mapping is not None or namespace or dry_run or skip_bad:
            raise ConfigurationError(
                f"{file} is read as an export of Casebook, which has no mapping: only --format csv and jsonl take "
                "--mapping, --namespace, --dry-run and --skip-bad."
            )
        _of_casebook(settings, file)
        return
    if mapping is None:
        raise ConfigurationError(
            f"Which columns of {file} are what is not known: give --mapping FILE. docs/import.md shows one."
        )
    answer = _of_others(settings, file, kind, mapping, namespace=namespace, dry_run=dry_run, skip_bad=skip_bad)
    _tell(answer, output)


def _tell(answer: ForeignImport, output: str) -> None:
    from casebook_operator.views.foreign import foreign_page, refusal

    print_answer(output, answer, lambda: foreign_page(answer))
    if answer.refused:
        raise ConfigurationError(refusal(answer))


def _of_casebook(settings: Settings, file: Path) -> None:
    from casebook_analyzer.text import counted

    done = asyncio.run(_import(settings, file))
    known = f", {done.known} were there already" if done.known else ""
    origin = f" (exported from {done.cluster})" if done.cluster != settings.cluster.name else ""
    click.echo(f"{counted(done.written, 'incident')} imported into {settings.cluster.name}{known}{origin}.")


async def _import(settings: Settings, file: Path) -> ImportResult:
    from casebook_analyzer.memory.transfer.file import ExportReader
    from casebook_analyzer.memory.transfer.importing import import_memory

    total = ExportReader(file).header.incidents
    async with reading(settings) as memory:
        with counting("checked and imported", 2 * total) as count:
            done = await import_memory(memory.session, file, progress=count.advance)
        await memory.reweight()
        return done


def _of_others(
    settings: Settings, file: Path, written: str, mapping: Path, *, namespace: str, dry_run: bool, skip_bad: bool
) -> ForeignImport:
    from casebook_operator.cli.foreign import ForeignFile, import_foreign

    given = ForeignFile(file, written, mapping, namespace or settings.cluster.namespace)
    with counting("imported") as count:
        return asyncio.run(
            import_foreign(
                settings, given, now=datetime.now(UTC), dry_run=dry_run, skip_bad=skip_bad, progress=count.advance
            )
        )
