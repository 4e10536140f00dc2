"""Reading a file of another system's incidents, and bringing them into memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from casebook_operator.cli.reading import reading

if TYPE_CHECKING:
    from casebook_analyzer.foreign import ForeignMapping, ForeignRecord, Historian, RowProblem
    from casebook_operator.settings import Settings
    from casebook_operator.views.foreign import ForeignImport


class ForeignFile(msgspec.Struct, frozen=True):
    """A file of another system, and what is said of it on the command line."""

    path: Path
    written: str
    """``csv`` or ``jsonl``."""
    mapping: Path
    namespace: str
    """That of records which name none."""

    def read(self, now: datetime) -> tuple[ForeignMapping, list[ForeignRecord], list[RowProblem]]:
        """The mapping, every record, and why other lines are none.

        Raises:
            ConfigurationError: The file or its mapping cannot be read.
        """
        from casebook_analyzer.foreign import RowFormat, read_mapping, read_records, read_rows

        mapping = read_mapping(self.mapping)
        rows = read_rows(self.path, RowFormat(self.written), mapping)
        return mapping, *read_records(rows, mapping, now=now, namespace=self.namespace)


async def import_foreign(
    settings: Settings,
    file: ForeignFile,
    *,
    now: datetime,
    dry_run: bool,
    skip_bad: bool,
    progress: Callable[[int], None],
) -> ForeignImport:
    """Read a file, and write its incidents unless it is a dry run or lines are bad and not to be skipped.

    Raises:
        CasebookError: The file, its mapping or the database cannot be used.
    """
    from casebook_analyzer.memory.transfer.adopting import Adopted
    from casebook_operator.views.foreign import ForeignImport, shown_record

    mapping, records, problems = await asyncio.to_thread(file.read, now)
    incidents = map(_historian(settings, mapping.source).incident, records)
    refused = bool(problems) and not skip_bad
    done = Adopted()
    shown = []
    if dry_run:
        shown = await asyncio.to_thread(lambda: [shown_record(*one) for one in zip(records, incidents, strict=True)])
    elif not refused:
        async with reading(settings) as memory:
            done = await memory.adopt(incidents, progress)
            await memory.reweight()
    return ForeignImport(
        source=mapping.source,
        cluster=settings.cluster.name,
        dry_run=dry_run,
        records=shown,
        usable=len(records),
        problems=problems,
        refused=refused,
        **msgspec.structs.asdict(done),
    )


def _historian(settings: Settings, source: str) -> Historian:
    from casebook_analyzer.foreign import Historian
    from casebook_analyzer.taxonomy import load_taxonomy
    from casebook_operator.pseudonyms import PseudonymKey

    key = PseudonymKey.of(settings.evidence)
    return Historian(
        source=source,
        tenant=settings.cluster.name,
        home=settings.cluster.namespace,
        taxonomy=load_taxonomy(settings.taxonomy.paths),
        sanitizer_of=lambda namespace: key.of_namespace(namespace).sanitizer,
        digest=key.of_namespace("").digest,
    )
