"""Finds the Markdown files of a folder. Whoever writes them may want to read others by them, or to stop the reader."""

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

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


def read_folder(folder: Path) -> list[FoundFile]:
    """All Markdown files below a folder, by path. What begins with a dot is left out, as are links that lead away.

    Raises:
        ConfigurationError: It is no folder, or has too much.
    """
    if not folder.is_dir():
        what = "is no folder" if folder.exists() else "does not exist"
        raise ConfigurationError(f"{folder} {what}. `casebook knowledge add FILE` reads a single file.")
    root = folder.resolve()
    found: list[FoundFile] = []
    size = 0
    for number, path in enumerate(_walk(root, root, MAX_FOLDERS_DEEP)):
        if number >= MOST_FILES:
            raise ConfigurationError(f"{folder} has more than {MOST_FILES:,} Markdown files. Name a folder in it.")
        one = read_file(path, path.relative_to(root).as_posix(), root)
        size += len(one.text)
        if size > MOST_IN_ALL:
            raise ConfigurationError(f"{folder} has more than {MOST_IN_ALL >> 20} MiB of text. Name a folder in it.")
        found.append(one)
    return found


def read_file(path: Path, name: str, root: Path | None = None) -> FoundFile:
    """One file, called ``name``; of a ``root`` that it must not lead out of."""
    shown = name.encode("utf-8", "backslashreplace").decode()
    if not name.isprintable():
        return FoundFile(
            path="".join(c if c.isprintable() else "?" for c in shown), problem="its name is no plain text"
        )
    if not _is_markdown(path):
        return FoundFile(path=name, problem=f"its name does not end as that of Markdown ({' or '.join(SUFFIXES)})")
    try:
        raw = read_regular(path, MOST_BYTES, below=root)
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return FoundFile(path=name, problem=f"it is no text in UTF-8 (at byte {error.start})")
    except (DocumentError, OSError) as error:
        why = (error.strerror if isinstance(error, OSError) else "") or str(error)
        return FoundFile(path=name, problem=why)
    if "\0" in text:
        return FoundFile(path=name, problem="it is a binary file")
    return FoundFile(path=name, text=text.replace("\r\n", "\n").replace("\r", "\n"))


def _is_markdown(path: Path) -> bool:
    return path.suffix.lower() in SUFFIXES


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
        elif _is_markdown(path) and (not entry.is_symlink() or _within(path, root)):
            yield path


def _within(link: Path, root: Path) -> bool:
    """Whether a link leads to a file below the root."""
    try:
        target = link.resolve(strict=True)
    except (OSError, RuntimeError):
        return False
    return target.is_relative_to(root) and target.is_file()
