"""Reads what gzip packed, and no more of it than is wanted."""

import zlib
from io import BufferedReader, RawIOBase
from typing import Any

from typing_extensions import override

_AT_ONCE = 65_536
_GZIP = 16 + zlib.MAX_WBITS


class Unzipped(RawIOBase):
    """One member of gzip (RFC 1952), as packers of archives write it.

    ``gzip.GzipFile`` reads the name in a header byte by byte until it ends, and header after header of empty members.
    """

    def __init__(self, packed: BufferedReader) -> None:
        self._packed = packed
        self._zip = zlib.decompressobj(_GZIP)

    @override
    def readable(self) -> bool:
        return True

    @override
    def readinto(self, buffer: Any, /) -> int:
        """Bytes that were read.

        Raises:
            OSError: It is no gzip.
            EOFError: It ends too early.
        """
        found = b""
        while not found and not self._zip.eof:
            raw = self._zip.unconsumed_tail or self._packed.read(_AT_ONCE)
            if not raw:
                raise EOFError("it ends before the end of what was packed")
            try:
                found = self._zip.decompress(raw, len(buffer))
            except zlib.error as error:
                raise OSError(str(error)) from error
        buffer[: len(found)] = found
        return len(found)


class Bounded(BufferedReader):
    """Reads at most so many bytes of another file."""

    def __init__(self, file: BufferedReader, most: int) -> None:
        super().__init__(file)
        self._left = most

    @override
    def read(self, size: int | None = -1, /) -> bytes:
        """The next bytes.

        Raises:
            ValueError: More were asked for than may be read.
        """
        if size is None or size < 0 or size > self._left:
            raise ValueError(f"more than {self._left:,} further bytes would have to be unpacked")
        self._left -= size
        return super().read(size)
