"""Which script a container runs, by its command line."""

import re

from casebook_operator.kube import Object

_INTERPRETER = re.compile(
    r"(?:^|/)(?:(?:ba|da|a|k|z)?sh|python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|ruby[\d.]*|perl[\d.]*|php[\d.]*|lua[\d.]*"
    r"|Rscript|julia|tclsh[\d.]*|pwsh|env)$"
)
_INLINE = re.compile(r"^-[A-Za-z]*[cem]$|^--(?:command|eval|print)$")
"""What follows is a program's text or the name of a module, and no file (sh -c, node -e, python -m)."""
_LONGEST = 253


def script_of(spec: Object) -> str:
    """The file that a container's command line runs; empty where it names none by an absolute path."""
    words = [word for part in ("command", "args") for word in spec.get(part) or () if isinstance(word, str)]
    for word in words:
        if _INTERPRETER.search(word):
            continue
        if _INLINE.match(word):
            return ""
        if not word.startswith("-"):
            return word if word.startswith("/") and len(word) <= _LONGEST and not word[1:].isspace() else ""
    return ""
