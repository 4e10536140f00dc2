"""Files of another system, and what is made of them."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from casebook_analyzer.foreign import (
    ForeignMapping,
    ForeignRecord,
    Historian,
    RowFormat,
    RowProblem,
    read_records,
    read_rows,
)
from casebook_analyzer.models import Incident
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import RedactionPolicy
from casebook_analyzer.taxonomy import load_taxonomy

NOW = datetime(2026, 6, 1, tzinfo=UTC)
SANITIZER = Sanitizer(b"k" * 32, RedactionPolicy())
NAMES = (
    "title", "started", "ended", "id", "what", "log", "category", "severity", "namespace", "workload", "node",
    "container", "exit_code", "cause", "fix", "link", "minutes",
)  # fmt: skip
USUAL = {"title": "orders is down", "started": "2026-03-01T10:00:00Z", "ended": "2026-03-01T10:30:00Z"}


def mapping(*, names: Sequence[str] = NAMES, **changed: Any) -> ForeignMapping:
    """Every value stands under its own name."""
    fields = {name: name for name in names} | changed.pop("fields", {})
    return msgspec.convert({"source": "Pager", "fields": fields} | changed, ForeignMapping)


def read(
    folder: Path, rows: Sequence[Mapping[str, Any]], by: ForeignMapping | None = None
) -> tuple[list[ForeignRecord], list[RowProblem]]:
    """Rows as a JSON Lines file, each with what is usual."""
    path = folder / "incidents.jsonl"
    path.write_text("".join(f"{json.dumps({**USUAL, **row})}\n" for row in rows))
    by = by or mapping()
    return read_records(read_rows(path, RowFormat.JSONL, by), by, now=NOW, namespace="home")


@cache
def historian() -> Historian:
    return Historian(
        source="Pager",
        tenant="cluster-a",
        home="casebook",
        taxonomy=load_taxonomy(),
        sanitizer_of=lambda _: SANITIZER,
        digest=lambda text: SANITIZER.mark("record", text),
    )


def incidents(folder: Path, *rows: Mapping[str, Any]) -> list[Incident]:
    records, problems = read(folder, rows)
    assert not problems
    return [historian().incident(record) for record in records]
