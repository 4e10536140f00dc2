"""Finds the Markdown files of a folder. Whoever writes them may want to read others by them, or to stop the reader."""

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


class FoundFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was read, or the reason why not."""

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

    Raises:
        ConfigurationError: It is no folder, or has too much.
    """
    if not folder.is_dir():
        what = "is no folder" if folder.exists() else "does not exist"
        raise ConfigurationError(f"{folder} {what}. `casebook knowledge add FILE` reads a single file.")
    root = folder.resolve()
    found = FileList(f"{folder} has", "Name a folder in it.")
    for path in _walk(root, root, MAX_FOLDERS_DEEP):
        found.add(read_file(path, path.relative_to(root).as_posix(), root))
    return found.files


def read_file(path: Path, name: str, root: Path | None = None) -> FoundFile:
    """One file, called ``name``; of a ``root`` that it must not lead out of."""
    shown = name.encode("utf-8", "backslashreplace").decode()
    if not name.isprintable():
        return FoundFile(
            path="".join(c if c.isprintable() else "?" for c in shown), problem="its name is no plain text"
        )
    if not is_markdown(path.name):
        return FoundFile(path=name, problem=f"its name does not end as that of Markdown ({' or '.join(SUFFIXES)})")
    try:
        raw = read_regular(path, MOST_BYTES, below=root)
    except (DocumentError, OSError) as error:
        why = (error.strerror if isinstance(error, OSError) else "") or str(error)
        return FoundFile(path=name, problem=why)
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


def _walk(folder: Path, root: Path, deep: int) -> Iterator[Path]:
    """Files in a fixed order. A mounted ConfigMap is a folder of links: those to files below the root count."""
    try:
        entries = sorted(islice(os.scandir(folder), _MOST_ENTRIES), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        path = Path(entry.path)
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            if deep:
                yield from _walk(path, root, deep - 1)
        elif is_markdown(entry.name) and (not entry.is_symlink() or _within(path, root)):
            yield path


def is_markdown(name: str) -> bool:
    """Whether a file of this name is Markdown."""
    return PurePosixPath(name).suffix.lower() in SUFFIXES


def _within(link: Path, root: Path) -> bool:
    """Whether a link leads to a file below the root."""
    try:
        target = link.resolve(strict=True)
    except (OSError, RuntimeError):
        return False
    return target.is_relative_to(root) and target.is_file()
