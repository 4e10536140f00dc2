"""The one file of a bundle that somebody packed (``casebook collect --tar``), read without unpacking anything."""

import tarfile
from io import BufferedReader
from pathlib import Path, PurePosixPath

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.regular_files import open_regular
from casebook_operator.offline.archive_members import Archive
from casebook_operator.offline.status_file import NAMES
from casebook_operator.offline.unzipping import Bounded, Unzipped

SUFFIXES = (".tar", ".tar.gz", ".tgz")

MAX_MEMBERS = 1_000
"""Members that are looked at until the bundle is found."""
MORE = 4
"""Times the size of a document that is unpacked before the bundle is found: an archive of ten kilobytes may hold ten
gigabytes of zeros."""


def is_archive(path: Path) -> bool:
    return path.name.endswith(SUFFIXES)


def packed_status(path: Path, most: int) -> tuple[str, bytes]:
    """(name, content) of the bundle in an archive. Its other members, links and devices are passed over.

    Raises:
        ConfigurationError: The archive cannot be read, holds no bundle, or one that is larger than ``most`` bytes.
    """
    try:
        with (
            open_regular(path) as packed,
            Bounded(_unpacked(packed), most * MORE) as bounded,
            Archive.open(fileobj=bounded, mode="r|") as archive,
        ):
            for member in archive.first(MAX_MEMBERS):
                name = PurePosixPath(member.name).name
                if name not in NAMES or not member.isfile():
                    continue
                if member.size > most:
                    raise ConfigurationError(f"{name} in {path} has {member.size:,} bytes; {most:,} are read.")
                file = archive.extractfile(member)
                if file is not None:
                    return name, file.read(most)
    except (tarfile.TarError, OSError, EOFError, ValueError) as error:
        raise ConfigurationError(f"{path} cannot be unpacked ({error}).") from error
    raise ConfigurationError(f"{path} holds no {' or '.join(NAMES)}. Unpack dumps, and name their folder.")


def _unpacked(packed: BufferedReader) -> BufferedReader:
    zipped = packed.peek(2)[:2] == b"\x1f\x8b"
    return BufferedReader(Unzipped(packed)) if zipped else packed
