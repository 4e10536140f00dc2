"""What a command prints as it was kept: signs that a terminal would obey, or that hide and reorder others, are spelled.

Programs read the same values; who looks at them sees what is there.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from yaml import CSafeDumper

_LINES = "\n\t"
"""What is not printable to Python and does no harm."""


def inert_json(value: object) -> str:
    """A value as indented JSON."""
    return _spelled(msgspec.json.format(msgspec.json.encode(value), indent=2).decode(), _in_json)


def inert_yaml(value: object) -> str:
    """A value as YAML."""
    import yaml

    text = yaml.dump(msgspec.to_builtins(value), Dumper=_dumper(), allow_unicode=True, sort_keys=False)
    return _spelled(text, _in_yaml)


def inert_text(text: str) -> str:
    """Lines for people."""
    return _spelled(text, _in_text)


def _spelled(text: str, spell: Callable[[str], str]) -> str:
    """In JSON and YAML they stand in quoted strings alone, where they may be spelled."""
    lines = text.split("\n")
    return "\n".join(line if line.isprintable() else "".join(map(spell, line)) for line in lines)


def _in_json(sign: str) -> str:
    return sign if _harmless(sign) else json.dumps(sign)[1:-1]


def _in_yaml(sign: str) -> str:
    return sign if _harmless(sign) else f"\\U{ord(sign):08X}"


def _in_text(sign: str) -> str:
    return sign if _harmless(sign) else sign.encode("unicode_escape").decode()


def _harmless(sign: str) -> bool:
    return sign.isprintable() or sign in _LINES


@cache
def _dumper() -> type[CSafeDumper]:
    """Where something has to be spelled it quotes the text in the only way in which that is read.

    A text of several rows stands as it is, a row a line.
    """
    import yaml

    class Quoting(yaml.CSafeDumper):
        """Of YAML 1.1: ``"..."`` alone knows escapes."""

    def quoted(dumper: CSafeDumper, text: str) -> Any:
        style = ("|" if "\n" in text else None) if all(map(_harmless, text)) else '"'
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)

    Quoting.add_representer(str, quoted)
    return Quoting
