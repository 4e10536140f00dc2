"""Sentences of rules, filled with what their facts hold."""

import re
from collections.abc import Mapping

_OPTIONAL = re.compile(r"\[([^\[\]]*\{\w+\}[^\[\]]*)\]")
_NAME = re.compile(r"\{(\w+)\}")
_VALUE_LIMIT = 160


def fill(template: str, names: Mapping[str, str]) -> str:
    """The sentence. A bracketed part without its value is left out, another missing value reads ``unknown``."""
    text = _OPTIONAL.sub(lambda part: part[1] if all(names.get(n) for n in _NAME.findall(part[1])) else "", template)
    return _NAME.sub(lambda name: _value(names.get(name[1], "")) or "unknown", text)


def fill_pattern(pattern: str, names: Mapping[str, str]) -> str:
    """A pattern in which ``{name}`` stands for exactly the text that was found; quantifiers stay."""
    return _NAME.sub(lambda name: re.escape(names[name[1]]) if names.get(name[1]) else name[0], pattern)


def _value(value: str) -> str:
    value = " ".join(value.split())
    return value if len(value) <= _VALUE_LIMIT else value[: _VALUE_LIMIT - 1] + "…"
