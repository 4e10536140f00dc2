"""The one file of a bundle that somebody packed (``casebook collect --tar``), read without unpacking anything."""

import tarfile
from pathlib import Path, PurePosixPath

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.offline.files import MAX_FILE_BYTES
from casebook_operator.offline.status_file import NAMES

SUFFIXES = (".tar", ".tar.gz", ".tgz")

MAX_MEMBERS = 1_000
"""Members that are looked at until the bundle is found."""


def is_archive(path: Path) -> bool:
    return path.name.endswith(SUFFIXES)


def packed_status(path: Path) -> tuple[str, bytes]:
    """(name, content) of the bundle in an archive. Raises :class:`ConfigurationError` when there is none."""
    try:
        with tarfile.open(path) as archive:
            for number, member in enumerate(archive):
                if number >= MAX_MEMBERS:
                    break
                name = PurePosixPath(member.name).name
                if name not in NAMES or not member.isfile():
                    continue
                if member.size > MAX_FILE_BYTES:
                    raise ConfigurationError(
                        f"{name} in {path} has {member.size:,} bytes; {MAX_FILE_BYTES:,} are read."
                    )
                file = archive.extractfile(member)
                if file is not None:
                    return name, file.read(MAX_FILE_BYTES)
    except (tarfile.TarError, OSError, EOFError, ValueError) as error:
        raise ConfigurationError(f"{path} cannot be unpacked ({error}).") from error
    raise ConfigurationError(f"{path} holds no {' or '.join(NAMES)}. Unpack dumps, and name their folder.")
