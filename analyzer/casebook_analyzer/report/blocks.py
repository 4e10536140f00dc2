"""What a page is made of, whatever it is shown as: Markdown, HTML and the terminal draw the same blocks.

Every ``str`` in a block may be a stranger's text. Renderers disarm it; nothing in a block is markup.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

import msgspec

from casebook_analyzer.models import Action, ChainStep, Fact, FixRecord, SimilarIncident
from casebook_analyzer.timeline import Moment


class Strong(msgspec.Struct, frozen=True, tag=True):
    """Words that stand out."""

    text: str


class Code(msgspec.Struct, frozen=True, tag=True):
    """A name, a path or an expression as a machine writes it."""

    text: str


class Citation(msgspec.Struct, frozen=True, tag=True):
    """Facts that a sentence rests on, by id. Nothing is shown of an empty one."""

    facts: tuple[str, ...]


class WebLink(msgspec.Struct, frozen=True, tag=True):
    """Words that lead to a place in the web, if the address is one."""

    text: str
    address: str


Span = str | Strong | Code | Citation | WebLink
Text = str | tuple[Span, ...]
"""One line. Spans follow each other without a space of their own."""


class Paragraph(msgspec.Struct, frozen=True, tag=True):
    """One paragraph."""

    text: Text


class Subheading(msgspec.Struct, frozen=True, tag=True):
    """A heading inside a section."""

    text: str


class Items(msgspec.Struct, frozen=True, tag=True):
    """A list."""

    lines: Sequence[Text]
    numbered: bool = False


class Diff(msgspec.Struct, frozen=True, tag=True):
    """Lines of which each begins with ``+``, ``-`` or a space."""

    lines: Sequence[str]


class Quoted(msgspec.Struct, frozen=True, tag=True):
    """Lines as somebody brought them, with their spaces."""

    lines: Sequence[str]


class Fields(msgspec.Struct, frozen=True, tag=True):
    """Names and values. A field without a value is left out."""

    rows: Sequence[tuple[str, str]]

    @property
    def filled(self) -> list[tuple[str, str]]:
        """The fields that have a value."""
        return [(name, value) for name, value in self.rows if value]


class Table(msgspec.Struct, frozen=True, tag=True):
    """A table. When all columns have empty names it has no head."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Text]]
    whole: frozenset[str] = frozenset()
    """Columns that people copy from, so that a narrow terminal never cuts them."""


class Chain(msgspec.Struct, frozen=True, tag=True):
    """The causal chain, from the change to the symptom."""

    steps: tuple[ChainStep, ...]


class Tree(msgspec.Struct, frozen=True, tag=True):
    """What hangs on what: a root, and one level of branches."""

    root: Text
    branches: Sequence[Text]

    @property
    def drawn(self) -> list[tuple[str, Text]]:
        """Each branch with the line that leads to it."""
        last = len(self.branches) - 1
        return [("└── " if number == last else "├── ", branch) for number, branch in enumerate(self.branches)]


class Actions(msgspec.Struct, frozen=True, tag=True):
    """What to do, in order."""

    actions: tuple[Action, ...]


class Moments(msgspec.Struct, frozen=True, tag=True):
    """A timeline of one case, in order of time."""

    moments: tuple[Moment, ...]


class Facts(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Facts of one kind."""

    source: str | None = None
    """Where all of them were read. They are lines then, of a log or a command; without it each names its own source."""
    facts: tuple[Fact, ...]
    """All of them. Markdown and the terminal show those that tell the most."""
    cited: frozenset[str]
    """Ids of those that the conclusion rests on."""
    onset: datetime
    """When the failure began: times of another day are shown with their day."""


class Fixes(msgspec.Struct, frozen=True, tag=True):
    """What ended a failure of this family, and how often."""

    fixes: tuple[FixRecord, ...]


class Similar(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Past incidents that resemble this one, the most similar first."""

    incidents: tuple[SimilarIncident, ...]
    now: datetime
    """The time at which the report is read: ages are counted up to it."""


Block = (
    Paragraph
    | Subheading
    | Items
    | Diff
    | Quoted
    | Fields
    | Table
    | Tree
    | Chain
    | Actions
    | Moments
    | Facts
    | Fixes
    | Similar
)


class Place(StrEnum):
    """Where a page with two columns has a section. Markdown, the terminal and telephones have one column."""

    ABOVE = "above"
    """Over both columns."""
    BODY = "body"
    """In the column that is read."""
    ASIDE = "aside"
    """In the narrow column of short facts."""
    BELOW = "below"
    """Under both columns, as wide as they are together."""


class Section(msgspec.Struct, frozen=True):
    """A heading and what stands below it."""

    heading: str
    """Empty for what belongs to the section before, or to the head of the page."""
    blocks: Sequence[Block]
    anchor: str = ""
    """Identifies the section in a report, also in the address of an HTML page. Sections of other pages have none."""
    place: Place = Place.BODY


class Page(msgspec.Struct, frozen=True):
    """One report, or the answer of one command."""

    title: Text
    """Empty when the answer of a command says itself what it is."""
    sections: Sequence[Section]
