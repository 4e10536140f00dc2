"""Brings what memory has of a source to what the source has."""

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import Any

import msgspec

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.knowledge.document import LONGEST_TITLE, KnowledgeDocument, read_document
from casebook_analyzer.memory.knowledge.front_matter import FrontMatter, UnusableDocumentError
from casebook_analyzer.memory.knowledge.listing import DocumentFilter
from casebook_analyzer.memory.knowledge.storing import SyncResult
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.text.addresses import is_web_address
from casebook_operator.knowledge.files import MOST_BYTES, FoundFile

LONGEST_SOURCE = 63


class ReadSource(msgspec.Struct, frozen=True, kw_only=True):
    """What a source has, read."""

    name: str
    documents: Sequence[KnowledgeDocument]
    problems: tuple[str, ...] = ()
    """One sentence for each file that cannot be used."""
    unusable: frozenset[str] = frozenset()
    """The paths of these: what is stored of them stays."""
    answered: bool = False
    """Whether somebody who knows said that this is all. That a folder is empty, one that is away looks like, too."""


class Synced(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a source."""

    result: SyncResult
    dry_run: bool = False
    problems: tuple[str, ...] = ()


def read_source(
    name: str, files: Iterable[FoundFile], sanitizer: Sanitizer, link: str = "", *, answered: bool = False
) -> ReadSource:
    """The documents in files, redacted. ``link`` is the address of a file, with ``{path}`` and perhaps ``{line}``.

    Raises:
        ConfigurationError: The source cannot be called so, or the link leads nowhere.
    """
    if not 0 < len(name) <= LONGEST_SOURCE or not name.isprintable() or name.strip() != name:
        raise ConfigurationError(
            f"A source has a name of 1 to {LONGEST_SOURCE} printable characters, and not {name[:80]!r}. Give --source."
        )
    if link and not is_web_address(link):
        raise ConfigurationError(f"The link {link[:100]!r} is no address that begins with http:// or https://.")
    documents: list[KnowledgeDocument] = []
    problems: dict[str, str] = {}
    for file in files:
        if file.problem:
            problems[file.path] = f"{file.path}: {file.problem}."
            continue
        try:
            text = sanitizer.lines(file.text, limit=MOST_BYTES)
            documents.append(_sanitized(read_document(name, file.path, text, link=link), sanitizer))
        except UnusableDocumentError as problem:
            problems[file.path] = sanitizer.line(str(problem))  # it may quote what YAML spelt
    told, unusable = tuple(problems.values()), frozenset(problems)
    return ReadSource(name=name, documents=documents, problems=told, unusable=unusable, answered=answered)


def _sanitized(document: KnowledgeDocument, sanitizer: Sanitizer) -> KnowledgeDocument:
    """Without the secrets and signs that YAML spells (``p\\x61ssword``, ``\\u202e``) or the file's name has."""
    said: dict[str, Any] = {
        field: sanitizer.line(value) if isinstance(value, str) else tuple(map(sanitizer.line, value))
        for field, value in msgspec.structs.asdict(document.about).items()
    }
    title, link = sanitizer.line(document.title, LONGEST_TITLE), sanitizer.line(document.link)
    return msgspec.structs.replace(document, title=title, link=link, about=FrontMatter(**said))


async def sync_source(
    memory: Memory,
    read: ReadSource,
    *,
    whole: bool,
    dry_run: bool,
    every: timedelta | None = None,
    progress: Callable[[int], None] | None = None,
) -> Synced:
    """Store what has changed, remove what vanished, and embed what has no vector yet. ``every`` is when it comes again.

    ``progress`` is told of passages that were embedded, which takes most of the time.

    Raises:
        ConfigurationError: Nothing is left of a source that has documents: a folder that is not there yet looks so.
        CasebookError: The database cannot be used.
    """
    empty = not (read.documents or read.problems or read.answered)
    if whole and empty and await memory.knowledge.documents(DocumentFilter(source=read.name)):
        raise ConfigurationError(
            f"There is no Markdown file any more, and memory has documents of {read.name!r}. Look whether it is the "
            f"right folder; `casebook knowledge remove {read.name}` removes them."
        )
    result = await memory.knowledge.sync(
        read.name, read.documents, whole=whole, keep=read.unusable, every=every, dry_run=dry_run
    )
    if not dry_run:
        await memory.knowledge.embed(progress)
    return Synced(result=result, dry_run=dry_run, problems=read.problems)
