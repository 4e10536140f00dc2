"""Reading files of a bundle within bounds; what cannot be read is a Gap."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from casebook_analyzer.models import Gap, GapReason
from casebook_operator.offline.plain import NotPlainError, decode_json, decode_yaml

MAX_FILE_BYTES = 64 * 1024 * 1024
"""One document. ``pods.json`` of a namespace with 5,000 pods weighs about 50 MiB."""

MAX_LOG_BYTES = 2 * 1024 * 1024
"""Of one log, from its end: what :func:`casebook_analyzer.evidence.sample_log` looks at."""

MAX_FILES = 20_000
"""Files of a tree that are looked at; must-gather of a cluster of 100 nodes has about 10,000."""

SUFFIXES = frozenset({".json", ".yaml", ".yml"})


class BundleFiles:
    """Reads below one root, and notes what it could not read."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.gaps: list[Gap] = []

    def documents(self, path: Path) -> list[Any]:
        """The documents of a JSON or YAML file; none when it is missing, broken or too large."""
        raw = self._bytes(path)
        if raw is None:
            return []
        try:
            return decode(raw, path.suffix)
        except NotPlainError as error:
            self.gap(path, GapReason.UNAVAILABLE, f"The file cannot be used: {error}.")
            return []

    def tail(self, path: Path) -> bytes:
        """The end of a log file."""
        try:
            with path.open("rb") as file:
                size = file.seek(0, 2)
                file.seek(max(0, size - MAX_LOG_BYTES))
                if size > MAX_LOG_BYTES:
                    detail = f"The last {MAX_LOG_BYTES:,} of {size:,} bytes are read."
                    self.gap(path, GapReason.TRUNCATED, detail)
                return file.read(MAX_LOG_BYTES)
        except OSError as error:
            self.gap(path, GapReason.UNAVAILABLE, f"The file cannot be read: {error.strerror}.")
            return b""

    def walk(self) -> Iterator[Path]:
        """All files below the root in a fixed order. Links are not followed: they may lead out of the bundle."""
        found = (p for p in _walk(self.root))
        for number, path in enumerate(found):
            if number >= MAX_FILES:
                self.gap(self.root, GapReason.TRUNCATED, f"Only the first {MAX_FILES:,} files are looked at.")
                return
            yield path

    def gap(self, path: Path, reason: GapReason, detail: str) -> None:
        name = str(path.relative_to(self.root)) if path.is_relative_to(self.root) else path.name
        self.gaps.append(
            Gap(collector="bundle", what=f"file {name if name != '.' else path.name}", reason=reason, detail=detail)
        )

    def _bytes(self, path: Path) -> bytes | None:
        try:
            size = path.stat().st_size
            if size > MAX_FILE_BYTES:
                self.gap(path, GapReason.TRUNCATED, f"It has {size:,} bytes; {MAX_FILE_BYTES:,} are read at most.")
                return None
            return path.read_bytes()
        except OSError as error:
            self.gap(path, GapReason.UNAVAILABLE, f"The file cannot be read: {error.strerror}.")
            return None


def decode(raw: bytes, suffix: str = "") -> list[Any]:
    """The documents of a text. JSON is YAML, but only its own parser is quick."""
    if suffix == ".json" or raw[:64].lstrip()[:1] in (b"{", b"["):
        try:
            return [decode_json(raw)]
        except NotPlainError:
            if suffix == ".json":
                raise
    return decode_yaml(raw)


def _walk(folder: Path) -> Iterator[Path]:
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return
    for entry in entries:
        if entry.is_symlink():
            continue
        if entry.is_dir():
            yield from _walk(entry)
        elif entry.is_file():
            yield entry
