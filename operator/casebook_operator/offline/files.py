"""Reading files of a bundle within limits; what cannot be read is a Gap, and what is too much is refused."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from casebook_analyzer.documents import DocumentError, json_document, values_in, yaml_documents
from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Gap, GapReason
from casebook_analyzer.regular_files import open_regular, read_regular
from casebook_operator.offline.limits import BundleLimits
from casebook_operator.offline.plain import plain

MAX_LOG_BYTES = 2 * 1024 * 1024
"""Of one log, from its end: what :func:`casebook_analyzer.evidence.sample_log` looks at."""

MAX_FOLDERS_DEEP = 32
"""Folders within each other; must-gather has ten."""

SUFFIXES = frozenset({".json", ".yaml", ".yml"})
HOW_MUCH_MORE = "If you trust where it comes from, read it with --large; else keep the objects and logs that matter."


class BundleFiles:
    """Reads below one root, and notes what it could not read."""

    def __init__(self, root: Path, limits: BundleLimits) -> None:
        self.root = root
        self.gaps: list[Gap] = []
        self._limits = limits
        self._documents = limits.documents
        self._values = limits.values
        self._logs = limits.logs

    def documents(self, path: Path) -> list[Any]:
        """The documents of a JSON or YAML file; none when it is missing, broken or too large.

        Raises:
            ConfigurationError: Together with those before it is too much.
        """
        try:
            raw = read_regular(path, self._limits.json.bytes)
            self._documents = self._left(self._documents - len(raw), "documents")
            documents = decode(raw, path.suffix, self._limits)
        except (DocumentError, OSError) as error:
            self.gap(path, GapReason.UNAVAILABLE, f"The file cannot be used: {_why(error)}.")
            return []
        self._values = self._left(self._values - sum(map(values_in, documents)), "values")
        return documents

    def tail(self, path: Path) -> bytes:
        """The end of a log file; empty, and a Gap, when it cannot be read.

        Raises:
            ConfigurationError: Together with those before it is too much.
        """
        try:
            with open_regular(path) as file:
                size = file.seek(0, 2)
                file.seek(max(0, size - MAX_LOG_BYTES))
                if size > MAX_LOG_BYTES:
                    detail = f"The last {MAX_LOG_BYTES:,} of {size:,} bytes are read."
                    self.gap(path, GapReason.TRUNCATED, detail)
                raw: bytes = file.read(MAX_LOG_BYTES)
        except OSError as error:
            self.gap(path, GapReason.UNAVAILABLE, f"The file cannot be read: {_why(error)}.")
            return b""
        self._logs = self._left(self._logs - len(raw), "logs")
        return raw

    def walk(self) -> Iterator[Path]:
        """All files below the root in a fixed order. Links are not followed: they may lead out of the bundle."""
        for number, path in enumerate(_walk(self.root, self._limits.files, MAX_FOLDERS_DEEP)):
            if number >= self._limits.files:
                detail = f"Only the first {self._limits.files:,} files are looked at."
                self.gap(self.root, GapReason.TRUNCATED, detail)
                return
            yield path

    def gap(self, path: Path, reason: GapReason, detail: str) -> None:
        name = str(path.relative_to(self.root)) if path.is_relative_to(self.root) else path.name
        self.gaps.append(
            Gap(collector="bundle", what=f"file {name if name != '.' else path.name}", reason=reason, detail=detail)
        )

    def _left(self, left: int, what: str) -> int:
        if left < 0:
            most = getattr(self._limits, what)
            unit = "values" if what == "values" else f"bytes of {what}"
            raise ConfigurationError(f"{self.root} has more than {most:,} {unit}. {HOW_MUCH_MORE}")
        return left


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else "") or str(error)


def decode(raw: bytes, suffix: str, limits: BundleLimits) -> list[Any]:
    """The documents of a text. JSON is YAML, but only its own parser is quick.

    Raises:
        DocumentError: It is neither, or exceeds a limit.
    """
    if suffix == ".json" or raw[:64].lstrip()[:1] in (b"{", b"["):
        try:
            return [json_document(raw, limits.json)]
        except DocumentError:
            if suffix == ".json" or len(raw) > limits.yaml.bytes:
                raise
    return [plain(value) for value, _ in yaml_documents(raw, limits.yaml) if value is not None]


def _walk(folder: Path, most: int, deep: int) -> Iterator[Path]:
    try:
        entries = sorted(islice(folder.iterdir(), most + 1))
    except OSError:
        return
    for entry in entries:
        if entry.is_symlink():
            continue
        if entry.is_dir():
            if deep:
                yield from _walk(entry, most, deep - 1)
        elif entry.is_file():
            yield entry
