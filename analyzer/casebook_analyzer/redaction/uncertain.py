"""Secrets in text that was read off a picture, where letters are mistaken and spaces come and go.

Patterns ask for a secret as a program writes it. A reading has ``TrOub4dor`` for ``Tr0ub4dor``, and a key in three
pieces, of which a pattern takes the first. So here a line that may hold a secret is not looked at more closely: it ends
where the secret may begin. The one redaction comes after it.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from casebook_analyzer.redaction.sanitizer import Sanitizer

_CAPITALS = {chr(code): chr(code + 32) for code in range(ord("A"), ord("Z") + 1)}
_READ = str.maketrans(
    _CAPITALS | {"0": "o", "1": "l", "i": "l", "I": "l", "|": "l", "!": "l", "5": "s", "$": "s", "@": "a", "8": "b"}
)
"""Small letters, and one letter for those that are taken for each other in the fonts of terminals. Signs keep their
places."""

_WORDS = re.compile(
    r"pass(?:w(?:ord)?|vv(?:ord)?|code|phrase|key|[:=])|(?<![a-z])pass(?![a-z])|pwd|secret|token|credentlal|bearer|cookle|sesslonld|"
    r"slgnature|slg=|"
    r"(?:apl|access|prlvate|encryptlon|master|account|shared|secret|ssh|llcense)key|key[:=]|jwt|"
    r"auth(?:orlzatlon|[:=_-])|baslc[a-z]|dockerconflg|connectlonstrlng|dsn[:=]|salt[:=]|webhook|otp[:=]"
)
"""Words about secrets, with what is mistaken in them and without spaces."""
_NEARLY = {"password": 2, "passphrase": 2, "secret": 1, "credentlals": 2, "authorlzatlon": 3}
"""The long ones, and how many of their letters may be wrong; ``PASSVIORD`` was read of a small font."""
_LETTERS = re.compile("[a-z]{5,16}")

_PROGRAM = re.compile("curl|wget|mysql|redls|psql|mongo|ldap|htpasswd|docker|helm|rabbltmq|amqp")
_OPTION = re.compile(r"\s-\s?[apu]")
"""An option of a program that takes a secret behind one letter."""

_KEY_BEGINS, _KEY_ENDS = re.compile("begln.{0,12}prlvate"), re.compile("^.{0,6}end.{0,24}$")
"""The lines around a private key (RFC 7468)."""
_KIND, _ENTRY = re.compile("---|klnd:"), re.compile(r"\s*[\w.-]+\s?:\s")
"""Where the next object of a manifest begins, and an entry of a Secret, whose values are secrets whatever they are
called."""

_VALUE = re.compile(r"[\s\W]*(?:value|data|default|strlngdata)\s*[:=;]")
"""What names no secret itself, below a line that does."""

_PIECE = re.compile(r"[A-Za-z0-9+/_~%-]{12,}")
_ADDRESS = re.compile(r":\s?/\s?/")
_FULL, _NARROWEST = 0.85, 60
"""Of the widest line, and characters: as wide is one that a terminal has broken. Letters of a page differ in width."""
_LONG, _HEX = 20, 32
_DIGITS = 2


def cut_uncertain(lines: Sequence[str], sanitizer: Sanitizer) -> list[str]:
    """The lines of a reading, each to where a secret may begin; a marker stands for the rest.

    What redaction takes out of a line, or of the line without its spaces, counts as well. A line has 2,000 characters
    at most.
    """
    widest = max(map(len, lines), default=0)
    reading = _Reading(sanitizer, max(_NARROWEST, round(widest * _FULL)))
    kept = []
    for line in lines:
        begins = reading.begins(line)
        whole = begins is None or not line[begins:].strip()
        kept.append(line if whole else line[:begins] + sanitizer.mark("uncertain", line[begins:]))
    return kept


class _Reading:
    """Lines from top to bottom, and what those before say of the next one."""

    def __init__(self, sanitizer: Sanitizer, full: int) -> None:
        """A line of ``full`` characters may go on in the next one."""
        self._sanitizer = sanitizer
        self._full = full
        self._named = self._goes_on = self._key = self._manifest = False

    def begins(self, line: str) -> int | None:
        """Where in the next line a secret may begin."""
        read = "".join(_read(line).split())
        found = [begins] if (begins := _begins(line, self._sanitizer.line)) is not None else []
        if self._key or (self._goes_on and len(line.split()) == 1):
            found.append(0)
        if self._named and (value := _VALUE.match(_read(line))):
            found.append(value.end())
        if self._manifest and (entry := _ENTRY.match(line)):
            found.append(entry.end())
        self._named = _word(line) is not None
        self._goes_on = bool(found) and len(line) >= self._full
        self._key = _KEY_BEGINS.search(read) is not None or (self._key and _KEY_ENDS.search(read) is None)
        self._manifest = "klnd:secret" in read or (self._manifest and _KIND.match(read) is None)
        return min(found, default=None)


def _begins(line: str, redact: Callable[[str], str]) -> int | None:
    """Where a secret may begin."""
    places = (_word(line), _option(line), _opaque(line), _user(line), _taken_out(line, redact))
    return min((place for place in places if place is not None), default=None)


def _word(line: str) -> int | None:
    """The end of the first word about secrets."""
    read = _read(line)
    places = [at for at, sign in enumerate(read) if not sign.isspace()]
    bare = _WORDS.search("".join(read[at] for at in places))
    ends = [places[bare.end() - 1] + 1] if bare else []
    ends += [found.end() for found in _WORDS.finditer(read)]
    ends += [found.end() for found in _LETTERS.finditer(read) if _is_nearly(found.group())]
    return min(ends, default=None)


def _read(line: str) -> str:
    return line.translate(_READ)


def _is_nearly(word: str) -> bool:
    """Whether a word is one of those that are long enough to be known with some letters mistaken."""
    return any(
        abs(len(word) - len(known)) <= most and _distance(word, known) <= most for known, most in _NEARLY.items()
    )


def _distance(one: str, other: str) -> int:
    """Letters to be changed, put in or taken out (Levenshtein)."""
    row = list(range(len(other) + 1))
    for number, sign in enumerate(one, start=1):
        before, row[0] = row[0], number
        for place, there in enumerate(other, start=1):
            before, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, before + (sign != there))
    return row[-1]


def _option(line: str) -> int | None:
    read = _read(line)
    program = _PROGRAM.search(read)
    option = _OPTION.search(read, program.end()) if program else None
    return option.end() if option else None


def _opaque(line: str) -> int | None:
    """The first run of signs that no word, name or number is."""
    for found in _PIECE.finditer(line):
        piece = found.group()
        if _is_opaque(piece):
            return found.start()
    return None


def _is_opaque(piece: str) -> bool:
    lower, upper = any(map(str.islower, piece)), any(map(str.isupper, piece))
    digits = sum(map(str.isdigit, piece))
    whole = piece.isalnum()
    if lower and upper and digits:
        return digits >= _DIGITS or len(piece) >= _LONG
    if upper and digits:
        return whole and len(piece) >= _LONG
    return whole and (len(piece) >= _HEX or (digits >= _DIGITS and len(piece) >= _LONG))


def _user(line: str) -> int | None:
    """Behind ``://`` where an ``@`` follows."""
    return next((found.end() for found in _ADDRESS.finditer(line) if "@" in line[found.end() :]), None)


def _taken_out(line: str, redact: Callable[[str], str]) -> int | None:
    places = [at for at, sign in enumerate(line) if not sign.isspace()]
    bare = "".join(line[at] for at in places)
    return min(
        [
            *_differ(line.strip(), redact(line), range(len(line) - len(line.lstrip()), len(line))),
            *_differ(bare, redact(bare), places),
        ],
        default=None,
    )


def _differ(before: str, after: str, places: Sequence[int]) -> Iterator[int]:
    """The first place at which two texts differ."""
    after = after.strip()
    if before == after:
        return
    same = next((at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), len(after))
    yield places[min(same, len(places) - 1)]
