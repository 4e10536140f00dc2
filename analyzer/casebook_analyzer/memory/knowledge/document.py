"""One file that somebody wrote, read: what it is called, what it is about, and its text."""

import re
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import PurePosixPath
from urllib.parse import quote

import msgspec

from casebook_analyzer.memory.encoding.headings import Headings
from casebook_analyzer.memory.knowledge.front_matter import FrontMatter, UnusableDocumentError, split
from casebook_analyzer.models.knowledge import document_id
from casebook_analyzer.text.addresses import is_web_address

VERSION = 3
"""Of how documents are cut and weighed. A document that was stored by another one is stored anew."""

LONGEST_TITLE = 160
_SEPARATOR = re.compile(r"[\s._-]+")
_OPENING = 600
"""Characters after the title that say what a document is about, if anything does."""


class KnowledgeDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A document as it is stored. The text has been redacted."""

    source: str
    path: str
    """Within the source, with ``/``."""
    title: str
    link: str
    """Where people read it; empty when nobody said."""
    about: FrontMatter
    text: str
    """Markdown with the lines of the file; those of the front matter are empty."""

    @property
    def id(self) -> str:
        return document_id(self.source, self.path)

    @property
    def digest(self) -> str:
        """What changes whenever anything changes that is stored."""
        told = msgspec.json.encode((VERSION, self.title, self.link, self.about, self.names, self.text))
        return blake2b(told, digest_size=16).hexdigest()

    @property
    def names(self) -> tuple[str, ...]:
        """What it says that it is about, as names are compared.

        A title or a name of a file that is one word in camel case is that of an alert: runbooks are often called so.
        """
        called = filter(_camel_case, (self.title, PurePosixPath(self.path).stem))
        given = (*self.about.alerts, *self.about.rules, *self.about.entities, *called)
        return tuple(sorted({name.lower() for name in given}))

    @property
    def called(self) -> str:
        """The words of the file's name."""
        return words_of_path(self.path)

    @property
    def opening(self) -> str:
        """The first words after the headings."""
        rows = (line for line in self.text.split("\n") if line.strip() and not line.lstrip().startswith("#"))
        found, size = [], 0
        for row in rows:
            found.append(row)
            size += len(row)
            if size > _OPENING:
                break
        return "\n".join(found)[:_OPENING]

    @property
    def headings(self) -> tuple[str, ...]:
        """All headings, in order."""
        return tuple(_headings(self.text))


def read_document(source: str, path: str, text: str, *, link: str = "") -> KnowledgeDocument:
    """The document in a text that has been redacted.

    Args:
        source: Where it comes from.
        path: Its path there.
        text: Markdown, with or without front matter.
        link: An address in which ``{path}`` stands for the path; what the front matter says wins.

    Raises:
        UnusableDocumentError: It has no text, or the front matter is wrong.
    """
    about, body = split(text, path)
    if not body.strip():
        raise UnusableDocumentError(f"{path}: there is no text in it.")
    title = about.title or next(_headings(body), "") or PurePosixPath(path).stem.replace("-", " ").replace("_", " ")
    address = about.link or link.replace("{path}", quote(path))
    if address and not is_web_address(address):
        raise UnusableDocumentError(
            f"{path}: the link {address[:100]!r} is no address that begins with http:// or https://."
        )
    return KnowledgeDocument(
        source=source, path=path, title=title[:LONGEST_TITLE], link=address, about=about, text=body
    )


def words_of_path(path: str) -> str:
    """The words that a file and its folder are called by: people name a runbook by what it is for."""
    words = _SEPARATOR.split(" ".join(PurePosixPath(path).with_suffix("").parts[-2:]))
    return " ".join(filter(None, words))[:LONGEST_TITLE]


def _camel_case(word: str) -> bool:
    mixed = any(letter.isupper() for letter in word[1:]) and any(letter.islower() for letter in word)
    return mixed and word.isascii() and word.isalnum()


def _headings(text: str) -> Iterator[str]:
    headings = Headings()
    for line in text.split("\n"):
        if headings.read(line):
            yield headings.last
