"""A corpus of bug reports in which some are marked as duplicates of earlier ones."""

import gzip
import sys
from pathlib import Path

import msgspec


class Report(msgspec.Struct, frozen=True):
    """One line of the corpus."""

    id: str
    created: str
    title: str
    text: str
    duplicate_of: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """What is embedded and indexed."""
        return f"{self.title}\n{self.text}"


def read(path: Path) -> list[Report]:
    """Reports in order of time. Lines that are no report are counted on standard error and left out."""
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    reports, broken = [], 0
    for line in raw.splitlines():
        try:
            reports.append(msgspec.json.decode(line, type=Report))
        except msgspec.MsgspecError:
            broken += bool(line.strip())
    if broken:
        print(f"{path.name}: {broken} lines are no reports and were left out", file=sys.stderr)
    if not reports:
        raise SystemExit(f"{path} holds no report: one JSON object per line is expected, plain or gzipped.")
    return sorted(reports, key=lambda report: (report.created, report.id))
