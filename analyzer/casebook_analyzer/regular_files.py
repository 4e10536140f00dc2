"""Files that somebody else may have put there: whoever writes to a folder may put a link to a device into it."""

import os
import stat
from io import BufferedReader
from pathlib import Path

from casebook_analyzer.documents import DocumentError


def read_regular(path: Path, most: int, *, below: Path | None = None) -> bytes:
    """All of a file, which lies ``below`` a folder without links in its path.

    Raises:
        DocumentError: It is larger.
        OSError: It cannot be read, or is no regular file: reading a device or a pipe need not end.
    """
    with open_regular(path, below=below) as file:
        raw: bytes = file.read(most + 1)
    if len(raw) > most:
        raise DocumentError(f"it has {path.stat().st_size:,} bytes, and {most:,} are read at most")
    return raw


def open_regular(path: Path, *, below: Path | None = None) -> BufferedReader:
    """An open file. Whoever writes to the folder may have put a link in its place since somebody looked.

    Raises:
        OSError: It cannot be read, or is no regular file: reading a device or a pipe need not end. Or it is not
            ``below`` that folder.
    """
    file = open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb")  # noqa: PTH123, SIM115 - a pipe must not block here
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(0, "it is no regular file")
    if below is not None and not _opened(file, path).is_relative_to(below):
        file.close()
        raise OSError(0, "it is no file of this folder")
    return file


def _opened(file: BufferedReader, path: Path) -> Path:
    """Where an open file is, as Linux has it (proc(5), ``/proc/pid/fd``); elsewhere, where its path leads now."""
    try:
        return Path(f"/proc/self/fd/{file.fileno()}").readlink()
    except FileNotFoundError:
        return path.resolve()
