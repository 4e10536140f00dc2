"""A file to what is kept of it: its text, cleaned and redacted. The file itself is kept nowhere."""

import re
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path, PurePath

import msgspec

from casebook_analyzer.documents import DocumentError
from casebook_analyzer.embedding import Pixels
from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Erasure, Exhibit, FeedbackSource, MediaType
from casebook_analyzer.redaction import Sanitizer, cut_uncertain
from casebook_analyzer.regular_files import read_regular
from casebook_analyzer.text import bound
from casebook_operator.exhibits.picture_bounds import MOST_BYTES
from casebook_operator.exhibits.pictures import read_picture
from casebook_operator.feedback.annotations import LONGEST

MOST_TEXT = 32 * 1024
"""Bytes of a text: some lines of a log decide an incident, and half of what an agent gets at once is room for it."""
_LONGEST_NAME = 100
_DIGEST = re.compile("[0-9a-f]{64}")

_KINDS = {
    ".txt": MediaType.TEXT,
    ".log": MediaType.TEXT,
    ".md": MediaType.MARKDOWN,
    ".markdown": MediaType.MARKDOWN,
    ".png": MediaType.PNG,
}
"""What a file is, by the end of its name."""
ENDINGS = ", ".join(_KINDS)


class File(msgspec.Struct, frozen=True):
    """A file, or the text that was read off a picture elsewhere."""

    name: str
    """What it is called; folders before it are left out."""
    raw: bytes
    picture: str = ""
    """SHA-256 of the picture, in hexadecimal, whose text ``raw`` is; empty where ``raw`` is the file itself."""


class Brought(msgspec.Struct, frozen=True, kw_only=True):
    """A file as somebody brings it."""

    file: File
    author: str
    source: FeedbackSource
    attached_at: datetime


class TakenFile(msgspec.Struct, frozen=True):
    """What is taken of a file."""

    kept: Exhibit
    picture: Pixels | None
    """What it looks like, for a model that knows pictures; None if it was none, or was read elsewhere."""


def most_of(name: str) -> int:
    """How many bytes a file of this name may have.

    Raises:
        ConfigurationError: Nothing of this name is taken.
    """
    return MOST_BYTES if _kind_of(name) is MediaType.PNG else MOST_TEXT


def read(path: Path) -> File:
    """A file on this machine, with all that is in it.

    Raises:
        ConfigurationError: It cannot be read, is no regular file, or is of no kind or size that is taken.
    """
    try:
        return File(path.name, read_regular(path, most_of(path.name)))
    except (DocumentError, OSError) as error:
        why = (error.strerror if isinstance(error, OSError) else "") or str(error)
        raise ConfigurationError(f"{path} cannot be attached: {why}.") from None


def to_send(file: File) -> File:
    """A file as it is sent to a server: of a picture its text, which is read here.

    Raises:
        ConfigurationError: It is no text, or nothing here reads it. The message names it.
    """
    if _kind_of(file.name) is not MediaType.PNG:
        _text(file.name, file.raw)
        return file
    read_off = "\n".join(read_picture(file.name, file.raw).lines).encode(errors="replace")
    whole = read_off[:MOST_TEXT].decode(errors="ignore").encode()
    return File(file.name, whole, sha256(file.raw).hexdigest())


def taken(brought: Brought, sanitizer: Sanitizer) -> TakenFile:
    """What is taken of a file.

    Raises:
        ConfigurationError: It is of no kind that is taken, too large, not what its name says, or has no text. The
            message names the file, and says what to do.
    """
    file = brought.file
    name = sanitizer.line(_base(file.name), _LONGEST_NAME)
    kind = _kind_of(file.name)
    if file.picture and (kind is not MediaType.PNG or not _DIGEST.fullmatch(file.picture)):
        raise ConfigurationError(f"{name} is no picture, or its SHA-256 is not given in 64 digits.")
    most = MOST_TEXT if file.picture else most_of(file.name)
    if len(file.raw) > most:
        what = f"has {len(file.raw):,} bytes, and {most:,} are read at most"
        raise ConfigurationError(f"{name} {what}. Attach the part that matters.")
    said, picture = _read(name, file, sanitizer) if kind is MediaType.PNG else (_text(name, file.raw), None)
    text = sanitizer.lines(said, MOST_TEXT).strip("\n")
    if not text.strip():
        raise ConfigurationError(f"{name} has no text.")
    lines = tuple(bound(line) for line in text.split("\n"))
    kept = Exhibit(
        digest=file.picture or sha256(file.raw if kind is MediaType.PNG else "\n".join(lines).encode()).hexdigest(),
        name=name,
        media_type=kind,
        size=len(file.raw),
        author=sanitizer.line(brought.author[: LONGEST["author"]]),
        source=brought.source,
        attached_at=brought.attached_at,
        lines=lines,
    )
    return TakenFile(kept, picture)


def erased_by(author: str, source: FeedbackSource, digest: str, sanitizer: Sanitizer) -> Erasure:
    """What is kept of who erases an exhibit now."""
    who = sanitizer.line(author[: LONGEST["author"]])
    return Erasure(digest=digest, author=who, source=source, erased_at=datetime.now(UTC))


def _read(name: str, file: File, sanitizer: Sanitizer) -> tuple[str, Pixels | None]:
    if file.picture:
        lines, small = _text(name, file.raw).split("\n"), None
    else:
        lines, small = read_picture(name, file.raw)
    return "\n".join(cut_uncertain(lines, sanitizer)), small


def _kind_of(name: str) -> MediaType:
    kind = _KINDS.get(PurePath(_base(name)).suffix.lower())
    if kind is None:
        shown = _base(name)[:_LONGEST_NAME]
        raise ConfigurationError(f"{shown!r} cannot be attached: its name ends with none of {ENDINGS}.")
    return kind


def _base(name: str) -> str:
    """Browsers of old sent the whole path, of Windows too."""
    return name.replace("\\", "/").rpartition("/")[2]


def _text(name: str, raw: bytes) -> str:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{name} is no text in UTF-8 (at byte {error.start}).") from None
    if "\0" in text:
        raise ConfigurationError(f"{name} is a binary file.")
    return text
