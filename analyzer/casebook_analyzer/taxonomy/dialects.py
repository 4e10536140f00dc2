"""What one program says when it cannot work: rows of a table that become rules.

A *meaning* is written once: the category, the sentence, what to do. A *dialect* lists the words by which a program says
it, each with the place in its source or manual where they stand. Together they are a rule of their own.
"""

import re
from functools import cache
from importlib.resources import files
from typing import Annotated

import msgspec
from msgspec import Meta

from casebook_analyzer.models import Action, Category, FactKind
from casebook_analyzer.taxonomy.bounds import FEW, Id, RePattern, Sentence, Source, Title, Value
from casebook_analyzer.taxonomy.passing import Passing
from casebook_analyzer.taxonomy.rules import Condition, OtherReading, Rule, Strength

FOLDER, MEANINGS = "data/dialects", "meanings.yaml"

_WORD = re.compile(r"[a-z0-9]+")
_FAILED = Condition(
    kind=FactKind.STATE,
    matches={"exitCode": r"^(?:[1-9]|[1-9]\d|1[0-25-9]\d|13[0-689]|14[0-24-9]|2\d\d)$"},
)
"""The program ended by itself: the codes of signals say something of their own."""


class Meaning(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """What many programs say, each in its own words."""

    id: Id
    category: Category
    title: Title
    strength: Strength = Strength.STRONG
    cause: Sentence
    """With ``{program}``, which is filled in for each dialect, and the names that its patterns may give."""
    effect: Sentence = ""
    changed: RePattern
    """Changes that agree."""
    unless: Annotated[tuple[RePattern, ...], Meta(max_length=FEW)] = ()
    """Words in the same row that make it another trouble, whichever program says it."""
    alternatives: Annotated[tuple[OtherReading, ...], Meta(max_length=FEW)]
    missing: Annotated[tuple[Sentence, ...], Meta(max_length=FEW)] = ()
    asks: Annotated[tuple[Value, ...], Meta(max_length=FEW)] = ()
    actions: Annotated[tuple[Action, ...], Meta(max_length=FEW)]


class Saying(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The words of a program for one meaning."""

    means: Id
    id: Id = ""
    """Where a program has several sayings of one meaning that should stay apart."""
    says: str
    """Its words, as they are printed. A test holds them against the patterns."""
    text: tuple[RePattern, ...]
    unless: Annotated[tuple[RePattern, ...], Meta(max_length=FEW)] = ()
    source: Source
    """The file of its source, or the page of its manual."""
    cause: Sentence = ""
    """Instead of the meaning's."""
    strength: Strength | None = None
    """Instead of the meaning's."""
    until: Annotated[tuple[RePattern, ...], Meta(max_length=FEW)] = ()
    """What it says later in the same log when the trouble is over."""
    lasts: bool = False
    """It is said when the trouble begins, and not again while it lasts: it holds until the words of ``until``."""
    none: Annotated[tuple[RePattern, ...], Meta(max_length=FEW)] = ()
    """What its log says nowhere then: words of another trouble, of which this one only follows."""
    from_client: bool = False
    """It is what a client is told. In the program's own log it tells of a client's trouble, and not of its own."""


class Dialect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """One program."""

    program: Title
    own_log: RePattern = ""
    """What only lines of its own log have."""
    of_client: RePattern = ""
    """What only those lines of its own log have that tell of a client's trouble."""
    sayings: tuple[Saying, ...]

    @property
    def in_a_sentence(self) -> str:
        """``Redis or Valkey``, of ``Redis and Valkey``: one of them has failed, and their words do not tell which."""
        return self.program.replace(" and ", " or ")


class _Meanings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    meanings: tuple[Meaning, ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dialects: tuple[Dialect, ...]


def shipped_rules() -> dict[str, tuple[Rule, ...]]:
    """The rules of every shipped file of dialects, by the file's name."""
    meanings = shipped_meanings()
    return {
        name: tuple(rule for dialect in found for rule in rules_of(dialect, meanings))
        for name, found in shipped_dialects().items()
    }


def shipped_passing() -> tuple[Passing, ...]:
    """The same of every program."""
    return tuple(row for found in shipped_dialects().values() for dialect in found for row in passing_of(dialect))


@cache
def shipped_meanings() -> dict[str, Meaning]:
    raw = files(__package__).joinpath(FOLDER, MEANINGS).read_bytes()
    return {meaning.id: meaning for meaning in msgspec.yaml.decode(raw, type=_Meanings).meanings}


@cache
def shipped_dialects() -> dict[str, tuple[Dialect, ...]]:
    """The dialects of every shipped file, by its name, in the order of the names."""
    found = sorted(files(__package__).joinpath(FOLDER).iterdir(), key=lambda file: file.name)
    tables = [file for file in found if file.name.endswith(".yaml") and file.name != MEANINGS]
    return {file.name: msgspec.yaml.decode(file.read_bytes(), type=_File).dialects for file in tables}


def rules_of(dialect: Dialect, meanings: dict[str, Meaning]) -> list[Rule]:
    """A rule for each saying of a program."""
    return [_rule(dialect, saying, meanings[saying.means]) for saying in dialect.sayings]


def passing_of(dialect: Dialect) -> tuple[Passing, ...]:
    """What of a program's log is past or a client's."""
    over = tuple(Passing(text=s.text, until=s.until, lasts=s.lasts) for s in dialect.sayings if s.until)
    return (*over, Passing(text=(dialect.of_client,))) if dialect.of_client else over


def rule_id(dialect: Dialect, saying: Saying) -> str:
    """``postgresql-refuses-credentials``."""
    return "-".join((*_WORD.findall(dialect.program.casefold()), saying.id or saying.means))


def _rule(dialect: Dialect, saying: Saying, meaning: Meaning) -> Rule:
    client = (dialect.own_log,) if saying.from_client and dialect.own_log else ()
    unless = (*saying.unless, *meaning.unless, *client)
    words = Condition(kind=(FactKind.LOG, FactKind.COMMAND), text=saying.text, unless=unless)
    cause = (saying.cause or meaning.cause).replace("{program}", dialect.in_a_sentence)
    return Rule(
        id=rule_id(dialect, saying),
        category=meaning.category,
        title=f"{dialect.in_a_sentence}: {meaning.title}",
        strength=saying.strength or meaning.strength,
        source=saying.source,
        all=(words,),
        none=(Condition(kind=FactKind.LOG, text=saying.none),) if saying.none else (),
        also=(_FAILED, Condition(kind=FactKind.CHANGE, text=meaning.changed)),
        cause=cause,
        effect=meaning.effect.replace("{program}", dialect.in_a_sentence),
        alternatives=meaning.alternatives,
        missing=meaning.missing,
        asks=meaning.asks,
        actions=tuple(_named(action, dialect.in_a_sentence) for action in meaning.actions),
    )


def _named(action: Action, program: str) -> Action:
    texts = {name: getattr(action, name).replace("{program}", program) for name in ("do", "verify", "risk")}
    return msgspec.structs.replace(action, **texts)
