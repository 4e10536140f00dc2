"""Answers about what people wrote."""

from datetime import datetime

import msgspec

from casebook_analyzer.models import Band, Usage


class StoredDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A document as lists show it."""

    source: str
    path: str
    title: str
    link: str = ""
    names: tuple[str, ...] = ()
    """Alerts, rules and objects that it says it is about, in lower case."""
    namespaces: tuple[str, ...] = ()
    """Whose readers it is for; all, without any."""
    passages: int
    written_at: datetime
    usage: Usage = Usage()


class KnowledgeHit(msgspec.Struct, frozen=True, kw_only=True):
    """The passage of one document that fits a text best."""

    source: str
    path: str
    title: str
    link: str = ""
    """Where people read it; empty when nobody said."""
    heading: str
    """Headings above the passage, ``Mitigation > Raise the limit``."""
    start_line: int
    """Its first line in the file, counted from 1."""
    end_line: int
    excerpt: str
    """The line that the text is about, and what follows as far as there is room."""
    text: str
    """The whole passage."""
    named: tuple[str, ...] = ()
    """What the document says it is about, of what was asked for."""
    score_permille: int
    cosine_permille: int | None = None
    band: Band | None = None
    """What a case would be told of it; None where it would not be attached: it does not stand out from the others."""


class KnowledgeResult(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a search in what people wrote."""

    hits: tuple[KnowledgeHit, ...] = ()
    """The best first, one per document."""
    reason: str
    """One line for a person: what was searched and how, and why nothing was found if nothing was."""
    searched: int
    """How many documents there are."""


def address(link: str, line: int) -> str:
    """Where people read a line of a document: ``{line}`` in the link of its source stands for its number."""
    return link.replace("{line}", str(line))
