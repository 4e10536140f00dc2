"""What people wrote that fits a case."""

from hashlib import blake2b

import msgspec

from casebook_analyzer.models.band import Band


class FittingPassage(msgspec.Struct, frozen=True, kw_only=True):
    """A passage of a runbook or a postmortem, as it was when the case was concluded."""

    source: str
    path: str
    title: str
    heading: str
    """Headings above the passage, ``Mitigation > Raise the limit``."""
    start_line: int
    link: str = ""
    """Where people read it; empty when nobody said."""
    excerpt: str
    score_permille: int
    band: Band
    why: tuple[str, ...] = ()
    """Readable reasons, the strongest first: ``names the rule oom-killed``. They may have words of logs in them."""

    @property
    def document_id(self) -> str:
        return document_id(self.source, self.path)


class FittingKnowledge(msgspec.Struct, frozen=True, kw_only=True):
    """The answer for a case. An empty one is an answer, with a reason."""

    passages: tuple[FittingPassage, ...] = ()
    """The best first, one per document."""
    reason: str
    """One line for a person: what was compared, and why nothing fits if nothing does."""


def document_id(source: str, path: str) -> str:
    """The id of a document: the same for each of its versions."""
    return blake2b(f"{source}\0{path}".encode(errors="surrogatepass"), digest_size=8).hexdigest()
