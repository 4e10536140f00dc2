"""``python -m bench.pictures``: renders the screens, reads them, redacts what was read, and counts.

Fonts are Debian's fonts-dejavu-core and fonts-jetbrains-mono; those that are not there are left out.
"""

import re
import time
from collections.abc import Iterator
from difflib import SequenceMatcher
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
from PIL import Image, ImageDraw, ImageFont

from bench.machine import described, sentence
from casebook_analyzer.redaction import Sanitizer, cut_uncertain
from casebook_analyzer.redaction_policy import RedactionPolicy
from casebook_operator.exhibits.reader import read

_FONTS = Path("/usr/share/fonts/truetype")
_SECRET = re.compile("«(.*?)»")
_SHORTEST, _SHARE = 5, 0.5
"""So many letters in a row of a secret, and this share of it, are what has outlasted redaction."""
_MISTAKEN = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "8": "b", "6": "g"})


class Look(msgspec.Struct, frozen=True):
    """How a screen looks."""

    name: str
    font: str
    size: int
    paper: str
    ink: str


LOOKS = (
    Look("light terminal", "dejavu/DejaVuSansMono.ttf", 14, "#ffffff", "#000000"),
    Look("dark terminal", "jetbrains-mono/JetBrainsMono-Regular.ttf", 14, "#1e1e1e", "#d4d4d4"),
    Look("small terminal", "dejavu/DejaVuSansMono.ttf", 11, "#300a24", "#eeeeec"),
    Look("page", "dejavu/DejaVuSans.ttf", 14, "#fafafa", "#24292f"),
)


class Screen(msgspec.Struct, frozen=True):
    """What stands on a screen."""

    name: str
    lines: tuple[str, ...]
    secrets: tuple[str, ...]
    harmless: str
    """The text without them."""


def screens(name: str) -> list[Screen]:
    """Those of a file: ``seen`` are what the rules were made with, ``blind`` was written before they were tried."""
    parts = re.split(r"(?m)^== ", files(__package__).joinpath(f"{name}.txt").read_text(encoding="utf-8"))[1:]
    return [_screen(*part.split("\n", 1)) for part in parts]


def _screen(name: str, text: str) -> Screen:
    plain = _SECRET.sub(r"\1", text).rstrip("\n")
    return Screen(name, tuple(plain.split("\n")), tuple(_SECRET.findall(text)), _SECRET.sub("\n", text))


def drawn(lines: tuple[str, ...], look: Look) -> bytes:
    """A PNG of lines."""
    font = ImageFont.truetype(str(_FONTS / look.font), look.size)
    height = round(look.size * 1.4)
    width = round(max(font.getlength(line) for line in lines))
    picture = Image.new("RGB", (width + 24, height * len(lines) + 24), look.paper)
    draw = ImageDraw.Draw(picture)
    for number, line in enumerate(lines):
        draw.text((12, 12 + number * height), line, font=font, fill=look.ink)
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def outlasting(secret: str, text: str, others: str) -> bool:
    """Whether a text still has half of a secret in one piece, whatever was mistaken in it.

    A piece that the screen has elsewhere, in ``others``, tells nothing of the secret.
    """
    one, found, elsewhere = (re.sub(r"\s", "", part.lower()).translate(_MISTAKEN) for part in (secret, text, others))
    match = SequenceMatcher(None, one, found, autojunk=False).find_longest_match()
    piece = one[match.a : match.a + match.size]
    return len(piece) >= max(_SHORTEST, round(len(one) * _SHARE)) and piece not in elsewhere


def errors(wanted: str, found: str) -> float:
    """Letters that have to be changed, put in or taken out, for each letter of what stands there; spaces are one."""
    one, other = (" ".join(part.split()) for part in (wanted, found))
    row = list(range(len(other) + 1))
    for number, sign in enumerate(one, start=1):
        before, row[0] = row[0], number
        for place, there in enumerate(other, start=1):
            before, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, before + (sign != there))
    return row[-1] / len(one)


def measured(name: str, look: Look) -> Iterator[dict[str, Any]]:
    """Each screen of a file in one look."""
    sanitizer = Sanitizer(b"k" * 32, RedactionPolicy())
    for screen in screens(name):
        began = time.perf_counter()
        found = read(drawn(screen.lines, look)).lines
        seconds = time.perf_counter() - began
        usual = sanitizer.lines("\n".join(found))
        kept = sanitizer.lines("\n".join(cut_uncertain(found, sanitizer)))
        words = [word for line in screen.lines for word in line.split()]
        harmless = [word for word in words if not any(secret in word for secret in screen.secrets)]
        yield {
            "set": name,
            "screen": screen.name,
            "look": look.name,
            "seconds": seconds,
            "errors": errors("\n".join(screen.lines), "\n".join(found)),
            "words": fmean(word in " ".join(found).split() for word in words),
            "kept": fmean(word in kept.split() for word in harmless),
            "secrets": len(screen.secrets),
            "usual": [one for one in screen.secrets if outlasting(one, usual, screen.harmless)],
            "strict": [one for one in screen.secrets if outlasting(one, kept, screen.harmless)],
        }


def main() -> None:
    """Print a row for each set and look, and what outlasted."""
    print(sentence(described()))
    print(
        "set | look | pictures | errors | words read | words kept | secrets | outlast redaction | and the cut | seconds"
    )
    for name in ("seen", "blind"):
        for look in LOOKS:
            if (_FONTS / look.font).exists():
                _tell(name, look.name, list(measured(name, look)))


def _tell(name: str, look: str, rows: list[dict[str, Any]]) -> None:
    means = {of: fmean(row[of] for row in rows) for of in ("errors", "words", "kept", "seconds")}
    shares = " | ".join(f"{means[of]:.1%}" for of in ("errors", "words", "kept"))
    counts = [sum(row["secrets"] for row in rows), *(sum(len(row[of]) for row in rows) for of in ("usual", "strict"))]
    print(f"{name} | {look} | {len(rows)} | {shares} | {' | '.join(map(str, counts))} | {means['seconds']:.2f}")
    for row in rows:
        for secret in row["strict"]:
            print(f"  of {row['screen']}: {secret}")


if __name__ == "__main__":
    main()
