"""Whether a summary names the thing: the label, the image, the peer, the file that a person has to look at.

A case says which words those are (``names`` of ``expected.yaml``, the column ``names`` of an index). Where it does not,
they are the identifiers of the cause that its ``expected.md`` states, as far as the evidence has them: nobody can name
what nobody has seen.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from casebook_analyzer.models import EvidenceBundle

STATED = "expected.md"

_CAUSE = re.compile(r"(?m)^- cause\b[^:\n]*: *(?P<cause>.+)$")
_WORD = re.compile(r"[A-Za-z0-9][\w./:@=*-]*[A-Za-z0-9]")
_IDENTIFIER = re.compile(r"[0-9_/=@]|\w[.:]\w|-\w+-|[a-z][A-Z]")
"""What tells a name from a word: digits, joints (of hyphens two), capitals within."""
_NO_LETTERS = re.compile(r"[\W_]+")


def identifiers(cause: str) -> tuple[str, ...]:
    """The words of a sentence that are names of something, each once."""
    found = (word[0] for word in _WORD.finditer(cause) if _IDENTIFIER.search(word[0]))
    return tuple(dict.fromkeys(found))


def stated_names(case: Path) -> tuple[str, ...]:
    """The identifiers of the cause in the ``expected.md`` of a case's folder; none when it has no such file."""
    file = case / STATED
    if not file.is_file():
        return ()
    stated = _CAUSE.search(file.read_text(encoding="utf-8", errors="replace"))
    return identifiers(stated["cause"]) if stated else ()


def seen(names: Iterable[str], bundle: EvidenceBundle) -> tuple[str, ...]:
    """Those of the names that stand somewhere in the evidence, and are no reason such as ``CrashLoopBackOff``."""
    words = [*(fact.text for fact in bundle.facts), *(str(entity) for entity in bundle.entities)]
    words += [value for fact in bundle.facts for value in fact.attributes.values()]
    symptoms = {_plain(fact.attributes.get("reason", "")) for fact in bundle.facts}
    evidence = [_plain(word) for word in words]
    return tuple(n for n in names if _plain(n) not in symptoms and any(_plain(n) in word for word in evidence))


def unsaid(names: Iterable[str], summary: str) -> tuple[str, ...]:
    """Those of the names that a summary does not say. Case and joints do not count: it may say "out of memory"."""
    said = _plain(summary)
    return tuple(name for name in names if _plain(name) not in said)


def _plain(text: str) -> str:
    return _NO_LETTERS.sub("", text).casefold()
