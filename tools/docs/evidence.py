"""Writes the table of collectors in ``docs/evidence.md`` from what they declare."""

from collections.abc import Iterator

from casebook_operator.reading.collector import Collector
from casebook_operator.survey.registry import COLLECTORS
from tools.places import DOCS, between

PAGE = DOCS / "evidence.md"
_BEGIN, _END = "<!-- collectors: written by `make docs` -->\n", "<!-- end of collectors -->"


def render() -> str:
    """The page as it should be."""
    return between(PAGE.read_text(encoding="utf-8"), _BEGIN, _END, "".join(_rows()))


def _rows() -> Iterator[str]:
    yield "| name (for `asks`) | when | what it tells | what it asks the API server for |\n|---|---|---|---|\n"
    for collector in COLLECTORS:
        yield f"| `{collector.name}` | {collector.when} | {collector.tells} | {_reads(collector)} |\n"


def _reads(collector: Collector) -> str:
    """Kinds, and parts of them such as logs."""
    reads = sorted({f"{need.kind}/{need.subresource}".rstrip("/") for need in collector.needs})
    return ", ".join(reads) or "nothing of its own"
