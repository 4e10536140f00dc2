"""Finds the Markdown files of a folder. Whoever writes them may want to read others by them, or to stop the reader."""

import errno
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import NoReturn

import msgspec

from casebook_analyzer.documents import DocumentError
from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.regular_files import read_regular
from casebook_operator.offline.files import MAX_FOLDERS_DEEP

SUFFIXES = (".md", ".markdown")
MOST_FILES = 5_000
MOST_BYTES = 256 * 1024
"""Of one file. A long runbook has 30 KiB."""
MOST_IN_ALL = 64 << 20
_MOST_ENTRIES = 50_000
"""Files and folders of one folder that are looked at, of whatever kind."""
_SINGLE = "`casebook knowledge add FILE` reads a single file."


class FoundFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was read, or the reason why not; of a folder that could not be looked into, that."""

    path: str
    """Within the folder, with ``/``."""
    text: str = ""
    problem: str = ""
    """Half a sentence; empty where the text is there."""


class FileList:
    """The files of a source, within bounds. ``place`` begins the sentence that it has too much, ``advice`` ends it."""

    def __init__(self, place: str, advice: str) -> None:
        self.files: list[FoundFile] = []
        self._place, self._advice = place, advice
        self._size = 0

    def add(self, file: FoundFile) -> None:
        """Keep one more.

        Raises:
            ConfigurationError: That is too much.
        """
        self._size += len(file.text)
        if len(self.files) >= MOST_FILES:
            self.refuse(f"{MOST_FILES:,} Markdown files")
        if self._size > MOST_IN_ALL:
            self.refuse(f"{MOST_IN_ALL >> 20} MiB of text")
        self.files.append(file)

    def refuse(self, bound: str) -> NoReturn:
        """Raise the ConfigurationError of a bound."""
        raise ConfigurationError(f"{self._place} more than {bound}. {self._advice}")


def read_folder(folder: Path) -> list[FoundFile]:
    """All Markdown files below a folder, by path. What begins with a dot is left out, as are links that lead away.

    A folder in it that cannot be read is a problem, as a file is: nobody knows then what it has.

    Raises:
        ConfigurationError: It is no folder, cannot be read, or has too much.
    """
    try:
        root = folder.resolve(strict=True)
        entries = _entries(root)
    except NotADirectoryError:
        raise ConfigurationError(f"{folder} is no folder. {_SINGLE}") from None
    except FileNotFoundError:
        raise ConfigurationError(f"{folder} does not exist. {_SINGLE}") from None
    except (OSError, RuntimeError) as error:
        raise ConfigurationError(f"{folder} cannot be read: {_why(error)}.") from None
    found = FileList(f"{folder} has", "Name a folder in it.")
    for one in _walk(entries, root, found, MAX_FOLDERS_DEEP):
        found.add(one if isinstance(one, FoundFile) else read_file(one, one.relative_to(root).as_posix(), root))
    return found.files


def read_file(path: Path, name: str, root: Path | None = None) -> FoundFile:
    """One file, called ``name``; of a ``root`` that it must not lead out of."""
    if not name.isprintable():
        return FoundFile(path=_shown(name), problem="its name is no plain text")
    if not is_markdown(path.name):
        return FoundFile(path=name, problem=f"its name does not end as that of Markdown ({' or '.join(SUFFIXES)})")
    try:
        raw = read_regular(path, MOST_BYTES, below=root)
    except (DocumentError, OSError) as error:
        return FoundFile(path=name, problem=_why(error))
    return file_of(name, raw)


def file_of(name: str, raw: bytes) -> FoundFile:
    """The file that bytes are, if they are text."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return FoundFile(path=name, problem=f"it is no text in UTF-8 (at byte {error.start})")
    if "\0" in text:
        return FoundFile(path=name, problem="it is a binary file")
    return FoundFile(path=name, text=text.replace("\r\n", "\n").replace("\r", "\n"))


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    """In a fixed order; one more than are looked at where there are too many."""
    with os.scandir(folder) as entries:
        return sorted(islice(entries, _MOST_ENTRIES + 1), key=lambda entry: entry.name)


def _walk(entries: list[os.DirEntry[str]], root: Path, found: FileList, deep: int) -> Iterator[Path | FoundFile]:
    """Files, and what cannot be looked at."""
    if len(entries) > _MOST_ENTRIES:
        found.refuse(f"{_MOST_ENTRIES:,} names in one folder")
    for entry in entries:
        if entry.name.startswith("."):
            continue
        try:
            seen = _seen(entry, root, deep)
        except (DocumentError, OSError, RuntimeError) as error:
            name = Path(entry.path).relative_to(root).as_posix()
            yield FoundFile(path=_shown(name), problem=f"it cannot be read: {_why(error)}")
            continue
        if isinstance(seen, list):
            yield from _walk(seen, root, found, deep - 1)
        elif seen:
            yield seen


def _seen(entry: os.DirEntry[str], root: Path, deep: int) -> list[os.DirEntry[str]] | Path | None:
    """What is in a folder, or a file that is Markdown; or neither.

    A mounted ConfigMap is a folder of links: those to files below the root count.

    Raises:
        DocumentError: Too many folders are around it.
        OSError: It may not be looked at, or is gone; or it is a link that leads to nothing.
        RuntimeError: It is a link that leads to itself.
    """
    path = Path(entry.path)
    if entry.is_dir(follow_symlinks=False):
        if not deep:
            raise DocumentError(f"it lies more than {MAX_FOLDERS_DEEP} folders deep")
        return _entries(path)
    return path if is_markdown(entry.name) and (not entry.is_symlink() or _within(path, root)) else None


def is_markdown(name: str) -> bool:
    """Whether a file of this name is Markdown."""
    return PurePosixPath(name).suffix.lower() in SUFFIXES


def _within(link: Path, root: Path) -> bool:
    """Whether a link leads to a file below the root.

    Raises:
        OSError: It leads to nothing, or nobody may look where to.
        RuntimeError: It leads to itself.
    """
    target = link.resolve(strict=True)
    return target.is_relative_to(root) and target.is_file()


def _why(error: Exception) -> str:
    """In the words of the system; a link that leads to itself is no OSError to Python."""
    if isinstance(error, RuntimeError):
        return os.strerror(errno.ELOOP)
    return (error.strerror if isinstance(error, OSError) else "") or str(error)


def _shown(name: str) -> str:
    spelt = name.encode("utf-8", "backslashreplace").decode()
    return "".join(c if c.isprintable() else "?" for c in spelt)
