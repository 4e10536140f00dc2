"""The file that memory is exported to: Parquet, one row for each incident with all that belongs to it.

docs/memory-format.md describes it. Whatever changes the meaning of a column raises ``FORMAT``.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from importlib.metadata import version
from io import RawIOBase
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from typing_extensions import override

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory.transfer.rows import LATER, ExportedIncident, exported, row, schema

FORMAT = 1
"""Raised when an older Casebook would misread a file."""

ROWS = 200
"""Incidents of one row group, so in memory at once: some 30 MB with vectors."""

_HEADER = b"casebook"

_CHECKED = {"compression": "zstd", "write_page_checksum": True, "use_dictionary": False, "write_statistics": False}
"""Dictionaries have no checksum, so that a flipped bit in one would change values unnoticed."""


class ExportHeader(msgspec.Struct, frozen=True, kw_only=True):
    """What an exported file says of itself."""

    format: int
    casebook: str
    """The version that wrote it."""
    cluster: str
    """The tenant that the incidents were exported from."""
    exported_at: datetime
    vectors: bool
    incidents: int = 0
    """How many rows. Not in the header itself: Parquet counts them."""


class ExportWriter:
    """Writes an export. Made by ``writing``, which puts the file in place only when it is whole."""

    def __init__(self, writer: Any) -> None:
        self._writer = writer
        self._rows: list[dict[str, Any]] = []

    def write(self, found: Sequence[ExportedIncident]) -> None:
        """Write incidents behind those that were written before. They reach the file a row group at a time."""
        self._rows += map(row, found)
        while len(self._rows) >= ROWS:
            self._flush(self._rows[:ROWS])
            self._rows = self._rows[ROWS:]

    def finish(self) -> None:
        """Write what is left, and the footer."""
        if self._rows:
            self._flush(self._rows)
        self._writer.close()

    def _flush(self, rows: list[dict[str, Any]]) -> None:
        with _said_as("written"):
            self._writer.write_table(_arrow().Table.from_pylist(rows, schema=self._writer.schema))


@contextmanager
def writing(path: Path, *, cluster: str, vectors: bool, now: datetime) -> Iterator[ExportWriter]:
    """A writer of a file with this path, which only its owner may read: it holds evidence.

    Raises:
        ConfigurationError: The file cannot be written, or the extra ``parquet`` is not installed.
    """
    _parquet()  # before there is a file
    with _said_as(f"written to {path}"):
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            with streaming(file, cluster=cluster, vectors=vectors, now=now) as made:
                yield made
            with _said_as(f"written to {path}"):
                file.flush()
                os.fsync(file.fileno())
        Path(name).replace(path)
    finally:
        Path(name).unlink(missing_ok=True)


@contextmanager
def streaming(stream: BinaryIO, *, cluster: str, vectors: bool, now: datetime) -> Iterator[ExportWriter]:
    """A writer to a stream such as a pipe. What breaks off is no file: it lacks the end, without which none is read.

    Raises:
        ConfigurationError: The stream cannot be written, or the extra ``parquet`` is not installed.
    """
    arrow, parquet = _arrow(), _parquet()
    header = ExportHeader(
        format=FORMAT, casebook=version("kube-casebook"), cluster=cluster, exported_at=now, vectors=vectors
    )
    described = schema(arrow).with_metadata({_HEADER: msgspec.json.encode(header)})
    with parquet.ParquetWriter(_Onward(stream), described, **_CHECKED) as writer:
        made = ExportWriter(writer)
        yield made
        made.finish()


class _Onward(RawIOBase):
    """A stream that knows how far it is, which a pipe does not."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self._stream = stream
        self._written = 0

    @override
    def writable(self) -> bool:
        return True

    @override
    def write(self, data: Any) -> int:
        self._stream.write(data)
        self._written += len(data)
        return len(data)

    @override
    def tell(self) -> int:
        return self._written


class ExportReader:
    """Reads an exported file, a row group at a time."""

    def __init__(self, path: Path) -> None:
        """Read the header of the file.

        Raises:
            ConfigurationError: The file cannot be read, is no export of Casebook, or one of a newer version.
        """
        self._path = path
        arrow, parquet = _arrow(), _parquet()
        with self._readable(arrow):
            self._file = parquet.ParquetFile(path, page_checksum_verification=True)
        self.header = self._header()
        wanted, there = schema(arrow), self._file.schema_arrow
        wanted = [one for one in wanted if one.name in there.names or one.name not in LATER]
        wrong = [one.name for one in wanted if one.name not in there.names or there.field(one.name).type != one.type]
        if wrong:
            raise ConfigurationError(f"{path} is damaged: it lacks {', '.join(wrong)}, or has it in another form.")

    def read(self) -> Iterator[list[ExportedIncident]]:
        """All incidents, in lists of at most ``ROWS``.

        Raises:
            ConfigurationError: The file is damaged. The message says where.
        """
        done = 0
        for number in range(self._file.num_row_groups):
            with self._readable(_arrow()):
                rows = self._file.read_row_group(number).to_pylist()
            found = []
            for place, one in enumerate(rows, start=done + 1):
                try:
                    found.append(exported(one, cluster=self.header.cluster))
                except (msgspec.MsgspecError, ValueError, TypeError) as error:
                    raise ConfigurationError(f"Incident {place} of {self._path} cannot be used: {error}.") from error
            yield found
            done += len(rows)

    def _header(self) -> ExportHeader:
        raw = (self._file.schema_arrow.metadata or {}).get(_HEADER)
        if raw is None:
            raise ConfigurationError(
                f"{self._path} is not an export of Casebook: `casebook memory export` writes them."
            )
        try:
            given = msgspec.json.decode(raw, type=dict[str, Any]).get("format")
            if isinstance(given, int) and given > FORMAT:
                raise ConfigurationError(
                    f"{self._path} was written by a newer Casebook (format {given}, this one reads {FORMAT}): upgrade "
                    "Casebook, then import it."
                )
            header = msgspec.json.decode(raw, type=ExportHeader)
        except msgspec.MsgspecError as error:
            raise ConfigurationError(f"{self._path} is damaged: its header cannot be read ({error}).") from error
        return msgspec.structs.replace(header, incidents=self._file.metadata.num_rows)

    @contextmanager
    def _readable(self, arrow: Any) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError as error:
            raise ConfigurationError(f"{self._path} does not exist.") from error
        except (OSError, ValueError, arrow.ArrowException) as error:
            raise ConfigurationError(
                f"{self._path} cannot be read as Parquet, so nothing was imported: it is no export, or was cut off "
                f"({_first_line(error)})."
            ) from error


@contextmanager
def _said_as(verb: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ConfigurationError(f"The export cannot be {verb}: {error.strerror or _first_line(error)}.") from error


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")


def _arrow() -> Any:
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ConfigurationError(
            "pyarrow, which writes and reads exports, is not installed: pip install 'kube-casebook[parquet]'."
        ) from error
    return pa


def _parquet() -> Any:
    _arrow()
    from pyarrow import parquet  # noqa: PLC0415 - an extra

    return parquet
