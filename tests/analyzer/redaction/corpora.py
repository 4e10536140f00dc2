"""The made-up corpora: secrets in lines that programs write, and lines without any."""

import base64
import random
import re
import string
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import msgspec

_HERE = Path(__file__).parent
_FOLDER = _HERE / "corpus"
_EXAMPLES = 24
_LINES_OF_A_TEMPLATE = 6
_WINDOW = 12
"""Characters of a long secret of which none may survive in one piece."""


class Secret(msgspec.Struct, frozen=True):
    """One secret in one text."""

    kind: str
    value: str
    text: str

    def leaks_in(self, redacted: str) -> bool:
        """Whether a piece of the secret that would help anybody is still there."""
        pieces = [
            p for p in re.split(r"\\n|\s", self.value) if "PRIVATE" not in p and not re.fullmatch(r"-*|KEY-*|RSA|EC", p)
        ]
        return any(
            piece[i : i + _WINDOW] in redacted
            for piece in pieces
            for i in range(0, max(1, len(piece) - _WINDOW + 1), 4)
        )


class _Kind(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    value: tuple[str, ...]
    keys: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    in_json: bool = False


class _Corpus(msgspec.Struct, forbid_unknown_fields=True):
    anywhere: tuple[str, ...]
    forms: tuple[str, ...]
    kinds: tuple[_Kind, ...]


@cache
def secrets(part: str = "secrets") -> tuple[Secret, ...]:
    """The examples of one file. To make them takes 50 ms, and many tests ask for the same."""
    corpus = msgspec.yaml.decode((_FOLDER / f"{part}.yaml").read_bytes(), type=_Corpus)
    return tuple(secret for kind in corpus.kinds for secret in _examples(kind, corpus))


@cache
def benign() -> tuple[str, ...]:
    """Lines without a secret: those of this corpus, and the logs that the other tests know the meaning of."""
    templates = msgspec.yaml.decode((_FOLDER / "benign.yaml").read_bytes(), type=tuple[str, ...])
    made = [_filled(t, random.Random(f"{i}/{t}")) for t in templates for i in range(_LINES_OF_A_TEMPLATE)]
    known = [*_HERE.parent.glob("taxonomy/phrases/*.yaml"), _HERE.parent / "classify" / "kernel_logs.yaml"]
    others = [
        line
        for file in sorted(known)
        for text in _texts(msgspec.yaml.decode(file.read_bytes()))
        for line in text.split("\n")
    ]
    return tuple(dict.fromkeys([*made, *others]))


@cache
def unseen(part: str = "unseen") -> dict[str, tuple[str, ...]]:
    """Texts by group, with each secret between \u27e6 and \u27e7: written before any pattern was changed for them."""
    groups = msgspec.yaml.decode((_FOLDER / f"{part}.yaml").read_bytes(), type=dict[str, tuple[str, ...]])
    return {group: tuple(map(_with_values, texts)) for group, texts in groups.items()}


@cache
def look_alikes(part: str = "look_alikes") -> tuple[str, ...]:
    texts = msgspec.yaml.decode((_FOLDER / f"{part}.yaml").read_bytes(), type=tuple[str, ...])
    return tuple(map(_with_values, texts))


def _with_values(text: str) -> str:
    rng = random.Random(text)
    return _SIZED.sub(lambda m: _made(m[1], int(m[2]), rng), text)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def _examples(kind: _Kind, corpus: _Corpus) -> Iterator[Secret]:
    if kind.keys:
        lines: Sequence[str] = [form.replace("{k}", key) for form in corpus.forms for key in kind.keys] + [*kind.lines]
        lines = random.Random(kind.kind).sample(lines, min(len(lines), max(_EXAMPLES, len(corpus.forms) * 3)))
    else:
        lines = kind.lines if len(kind.lines) > 5 else (*kind.lines, *corpus.anywhere)
    for i in range(max(_EXAMPLES, len(lines))):
        rng = random.Random(f"{kind.kind}/{i}")
        value = _value(kind.value[i % len(kind.value)], rng)
        line = lines[i % len(lines)].replace("+.com/", ".com/")
        if kind.in_json:
            value = value.replace("\n", "\\n")
        indent = re.search(r"^( *)\{s\}", line, re.MULTILINE)
        shown = value.replace("\n", "\n" + indent[1]) if indent else value
        yield Secret(kind.kind, value, line.replace("{s}", shown))


_ALPHABETS = {
    "hex": string.hexdigits[:16],
    "hexu": "0123456789ABCDEF",
    "b62": string.ascii_letters + string.digits,
    "base64": string.ascii_letters + string.digits + "+/",
    "urlsafe": string.ascii_letters + string.digits + "-_",
    "base32": string.ascii_uppercase + "234567",
    "letters": string.ascii_lowercase,
    "b36": string.ascii_lowercase + string.digits,
    "digits": string.digits,
}
_PASSWORDS = string.ascii_letters + string.digits + "!#*+~^-_."
_SIZED = re.compile(r"<([a-z]\w*):(\d+)>")
_MADE = re.compile(r"<([\w-]+)(?::(\d+))?>")


def _value(template: str, rng: random.Random) -> str:
    return _MADE.sub(lambda m: _made(m[1], int(m[2] or 0), rng), re.sub(r"(?<=\w)\+(?=[\w. ])(?![^<]*>)", "", template))


def _made(what: str, size: int, rng: random.Random) -> str:
    if what == "basic":
        return base64.b64encode(f"ci:{_made('password', 12, rng)}".encode()).decode()
    if what == "password":
        return (
            "".join(rng.choice(string.ascii_letters) for _ in "ab")
            + "7"
            + "".join(rng.choices(_PASSWORDS, k=size - 4))
            + "x"
        )
    if what == "mixed":
        return "aB3" + "".join(rng.choices(_ALPHABETS["b62"], k=size - 3))
    if what.startswith("card"):
        separator = {"card": "", "card-spaced": " ", "card-dashed": "-"}[what]
        digits = [int(d) for d in rng.choice(["4", "51", "55", "2221", "6011"])]
        digits += [rng.randrange(10) for _ in range(15 - len(digits))]
        doubled = [sum(divmod(2 * d, 10)) if i % 2 == 0 else d for i, d in enumerate(digits)]
        text = "".join(map(str, [*digits, -sum(doubled) % 10]))
        return separator.join(text[i : i + 4] for i in range(0, 16, 4))
    return "".join(rng.choices(_ALPHABETS[what], k=size))


_APPS = (
    "checkout",
    "cart",
    "payments",
    "search-api",
    "ledger",
    "inference",
    "web",
    "order-worker",
    "token-service",
    "auth",
)
_NAMESPACES = ("shop", "kube-system", "ml", "platform", "team-a", "default")
_SUFFIX = "bcdfghjklmnpqrstvwxz2456789"
_Fill = Callable[[random.Random], str]


def _of(alphabet: str, size: int) -> _Fill:
    return lambda rng: "".join(rng.choices(alphabet, k=size))


def _uid(rng: random.Random) -> str:
    return re.sub(r"^(.{8})(.{4})(.{4})(.{4})(.{12})$", r"\1-\2-\3-\4-\5", _of(_ALPHABETS["hex"], 32)(rng))


_FILLS: dict[str, _Fill] = {
    "app": lambda rng: rng.choice(_APPS),
    "env": lambda rng: rng.choice(_APPS).upper().replace("-", "_"),
    "ns": lambda rng: rng.choice(_NAMESPACES),
    "node": lambda rng: f"{rng.choice(['worker', 'gpu', 'ip-10-0-3'])}-{rng.randrange(99)}",
    "pod": lambda rng: f"{rng.choice(_APPS)}-{_of(_SUFFIX, 10)(rng)}-{_of(_SUFFIX, 5)(rng)}",
    "uid": _uid,
    "uidu": lambda rng: _uid(rng).replace("-", "_"),
    "gpu": lambda rng: f"GPU-{_uid(rng)}",
    "git": _of(_ALPHABETS["hex"], 40),
    "hash10": _of(_SUFFIX, 10),
    "s5": _of(_SUFFIX, 5),
    "s6": _of(_ALPHABETS["b62"], 6),
    "base32": _of(_ALPHABETS["base32"], 16),
    "req16": _of(string.digits + string.ascii_uppercase, 16),
    "reqpath": lambda rng: _of(_ALPHABETS["base64"], 75)(rng) + "=",
    "b64path": _of(_ALPHABETS["base64"], 43),
    "sri": lambda rng: _of(_ALPHABETS["base64"], 86)(rng) + "==",
    "ip": lambda rng: f"10.{rng.randrange(256)}.{rng.randrange(256)}.{rng.randrange(1, 255)}",
    "mac": lambda rng: ":".join(f"{rng.randrange(256):02x}" for _ in range(6)),
    "pci": lambda rng: f"0000:{rng.randrange(256):02x}:00",
    "port": lambda rng: str(rng.randrange(1024, 65536)),
    "n": lambda rng: str(rng.randrange(100, 10_000_000)),
    "n12": _of("123456789", 12),
    "n16": _of("123456789", 16),
    "ns19": lambda rng: f"17{_of(string.digits, 17)(rng)}",
    "ms": lambda rng: str(rng.randrange(1, 30_000)),
    "d": lambda rng: str(rng.randrange(1, 10)),
    "ts": lambda rng: (
        f"2026-03-{rng.randrange(1, 32):02}T{rng.randrange(24):02}:{rng.randrange(60):02}:07.{rng.randrange(1000):03}Z"
    ),
    "hex16u": lambda rng: _of(_ALPHABETS["hex"], 16)(rng).upper(),
} | {f"hex{n}": _of(_ALPHABETS["hex"], n) for n in (4, 7, 8, 10, 11, 16, 17, 24, 32, 64)}
_SLOT = re.compile(r"\{(" + "|".join(_FILLS) + r")\}")


def _filled(template: str, rng: random.Random) -> str:
    return _SLOT.sub(lambda m: _FILLS[m[1]](rng), template)
