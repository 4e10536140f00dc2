"""What a sentence speaks of and does not name: a peer, an account, a release, a file, from the nearest fitting row.

One row says that a certificate is not trusted, the row beside it whose. What is near is quoted; what is not is told
only where the whole log names one thing of the kind, and as that.
"""

import re
from collections.abc import Iterator, Sequence

import msgspec
from typing_extensions import override

from casebook_analyzer.classify.matching import Match
from casebook_analyzer.classify.own_words import Quotation, complains, said_rows
from casebook_analyzer.classify.peers import peer_name
from casebook_analyzer.classify.row_names import message_of
from casebook_analyzer.classify.templates import names_in
from casebook_analyzer.classify.weight import is_quiet
from casebook_analyzer.models import Fact, FactKind
from casebook_analyzer.text import LINE_BREAK, at_word, is_frame, is_quoted_code
from casebook_analyzer.text.hosts import is_address

_NEAR = 3
"""Records before and after the deciding one that are beside it: a heading, what follows, an attempt that failed."""
_WORDS_LIMIT, _AFTER = 160, 20
_ID = re.compile(r"\b(?=[a-f]*\d)[0-9a-f]{8,64}\b")
"""``5e0b1dd0c4a1a7f7``: what programs call members, sessions and streams that have no name."""
_SPOKEN = frozenset({FactKind.LOG, FactKind.COMMAND})
_HEADING = re.compile(r":\s*$")
_LABELLED = re.compile(r"^\s*(?P<label>[A-Za-z][\w .-]{0,40}): ?\S+\s*$")
"""``Ray: 2.31.0``, as a program lists what it is about."""
_ASKED_OF_IT = re.compile(r"(?i)\blisten|\bserving\b|\bbound to\b|\"?(?:GET|POST|PUT|HEAD|DELETE|PATCH) /|\baccepted\b")
"""Rows about who calls a program, and where it can be called."""
_ADVICE = re.compile(
    r"(?i)\b(?:see|docs?|documentation|visit|background|troubleshooting|learn|refer|read|help)\b|//(?:github|docs)\."
)
"""Rows that send a reader to a page."""
_CODE = re.compile(
    r"\.(?:c|cc|clj|cpp|cs|cxx|erl|ex|exs|go|h|hpp|hs|java|js|jsx|kt|lua|mjs|php|pl|py|r|rb|rs|scala|sh|swift|ts)$"
)
"""``pool.go:45`` is a place in code, and no host with its port."""


_CALLS = re.compile(
    r"(?i:\b(?:re)?connect(?:ing)?|\bdial(?:ing)?|\btrying|\bcontacting|\bjoining)"
    r"(?: \w+){0,3}?(?: (?i:to|at))?:? [\"'`]?"
    r"(?P<name>[a-z0-9](?:[a-z0-9.-]{0,200}[a-z0-9])?:\d{2,5})\b"
)
"""Rows that say whom a program is about to call, at whatever level: ``Connecting to MASTER primary:6379``."""


class _Half(msgspec.Struct, frozen=True):
    """A kind of thing that sentences speak of."""

    noun: str
    spoken: re.Pattern[str]
    """How the sentence of a rule speaks of it."""
    named: re.Pattern[str]
    """How rows name one: the group ``name``."""
    names: frozenset[str] = frozenset()
    """What rules call one: a sentence that has it filled needs no other."""
    least: int = 1
    """How many a sentence names that names it whole: of two releases that differ, both."""
    announced: re.Pattern[str] | None = None
    """How a row names one that is about to be asked."""
    sole: bool = False
    """Whether the only one in a log is worth telling."""


_PEER = _Half(
    noun="peer",
    spoken=re.compile(r"\b(?:peers?|servers?|brokers?|[Aa] service|other end|control plane|its (?:master|primary))\b"),
    named=re.compile(
        r"(?:(?<=//)|(?<=@)|(?<![\w./:@-])|(?<=\w/)(?=[\d.]{7,15}:))(?P<name>"
        r"\[[0-9a-f:]{3,45}\]:\d{2,5}|\d{1,3}(?:\.\d{1,3}){3}(?::\d{2,5})?"
        r"|[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9-]{1,63}){1,8}(?:(?<=\.svc)(?::\d{2,5})?|(?<=\.svc\.cluster\.local)(?::\d{2,5})?|:\d{2,5})"
        r"|(?<=//)[a-z0-9][a-z0-9.-]{0,251}(?::\d{2,5})?)(?![\w-])",
    ),
    names=frozenset({"peer", "host", "server", "address", "url"}),
    announced=_CALLS,
    sole=True,
)
_ACCOUNT = _Half(
    noun="account",
    spoken=re.compile(r"\b(?:account|user|role|credentials|password)\b"),
    named=re.compile(
        r"(?:\b(?i:connect(?:ing|ed)?|logg?(?:ing|ed)?[ -]in|authenticat(?:ing|ed)|signed in) as (?:(?:user|role) )?"
        r"|\b(?i:user(?:name)?|role|login|principal)(?:=|: ?| (?=[\"'`])))[\"'`]?"
        r"(?P<name>[A-Za-z_][\w.@-]{0,62}[\w])(?![\w/(])",
    ),
    names=frozenset({"account", "user", "role"}),
    sole=True,
)
_RELEASE = _Half(
    noun="release",
    spoken=re.compile(r"\b(?:releases|versions)\b|another (?:release|version)"),
    named=re.compile(r"(?<![\w.:-])v?(?P<name>\d{1,5}\.\d{1,5}\.\d{1,6}(?:[.+-][\w.+-]{0,40}\w)?)(?![\w:])"),
    least=2,
)
_FILE = _Half(
    noun="file",
    spoken=re.compile(r"\b(?:files?|certificate|key|store|directory|script)\b"),
    named=re.compile(r"(?<![\w./:\\-])(?P<name>/(?:[\w.@+-]{1,80}/){1,12}[\w.@+-]{1,80})(?![\w/(@+-]|\.\w|\", line)"),
    names=frozenset({"file", "path", "directory"}),
)
_HALVES = (_PEER, _ACCOUNT, _RELEASE, _FILE)


class Sole(Quotation, frozen=True):
    """The only one of its kind that a log names, or that the specification gives."""

    @override
    def __str__(self) -> str:
        return f"{self.intro}: {self.words}."


def other_half(match: Match, facts: Sequence[Fact], told: str, own: str = "") -> Quotation | None:
    """The words that name what a sentence leaves open; None where it names what it speaks of, and where nobody does.

    Args:
        match: The deciding one.
        facts: Those that can explain the case.
        told: What a reader is told so far.
        own: The pod that fails, which is no peer of itself.
    """
    if not any(fact.kind in _SPOKEN for fact in match.facts):
        return None
    for half in _HALVES:
        filled = any(match.names.get(name) for name in names_in(match.rule.cause) if name in half.names)
        said = dict.fromkeys(one["name"] for one in half.named.finditer(told))
        if filled or len(said) >= half.least or not half.spoken.search(match.rule.cause):
            continue
        found = _near(half, match, facts, told, own) or _declared(half, facts)
        found = found or (_sole(half, match, facts, told, own) if half.sole else None)
        if found is not None:
            return found
    return None


def _near(half: _Half, match: Match, facts: Sequence[Fact], told: str, own: str) -> Quotation | None:
    """The nearest row that names one; before it one that speaks of the same member, session or stream by its id."""
    known = set(_ID.findall(told))
    found: Quotation | None = None
    for fact, whole, before in _beside(half, match, facts):
        row = message_of(whole)
        listed = _LABELLED.match(row)
        of_another = half is _RELEASE and (listed is None or listed["label"] not in told)
        named = () if of_another or _ADVICE.search(row) else [v for v in _values(half, row, own) if v not in told]
        is_of_it = not known.isdisjoint(_ID.findall(row))
        if named and (is_of_it or found is None):
            head = f"{before.strip()} " if _HEADING.search(before) else ""
            found = Quotation("Beside it", _with_name(f"{head}{row.strip()}".rstrip(" :"), named[0]), fact)
            if is_of_it or not known:
                return found
    return found


def _with_name(words: str, name: str) -> str:
    """As many words as are told, the name among them: it may stand at the end of a row with many fields."""
    told = at_word(words, _WORDS_LIMIT)
    if name in told:
        return told
    end = words.index(name) + len(name) + _AFTER
    return f"…{words[max(0, end - _WORDS_LIMIT) : end].partition(' ')[2] or name}"


def _beside(half: _Half, match: Match, facts: Sequence[Fact]) -> Iterator[tuple[Fact, str, str]]:
    """Rows of the deciding record, then of records beside it that complain, announce or list; with the one before."""
    for fact, said in said_rows(match):
        rows = fact.text.split(LINE_BREAK)
        if fact.kind in _SPOKEN and len(rows) > 1 and said in rows:
            near = sorted(range(len(rows)), key=lambda i: (abs(i - rows.index(said)), i))
            told = (i for i in near if rows[i] != said and not (is_frame(rows[i]) or is_quoted_code(rows, i)))
            yield from ((fact, rows[i], rows[i - 1] if i and not is_frame(rows[i - 1]) else "") for i in told)
    for fact in match.facts:
        log = (
            [one for one in facts if one.source == fact.source and one.kind is fact.kind]
            if fact.kind in _SPOKEN
            else []
        )
        at = log.index(fact) if fact in log else len(log) + _NEAR
        for i in sorted(range(len(log)), key=lambda i: (abs(i - at), i)):
            if 0 < abs(i - at) <= _NEAR and _fits(half, log[i]):
                yield log[i], _first_row(log[i]), _first_row(log[i - 1]) if i else ""


def _fits(half: _Half, fact: Fact) -> bool:
    row = _first_row(fact)
    if half.announced is not None and half.announced.search(row):
        return True
    return not is_quiet(fact) and bool(_HEADING.search(row) or _LABELLED.search(row) or complains(row))


def _declared(half: _Half, facts: Sequence[Fact]) -> Quotation | None:
    """An account that the specification of the container gives it."""
    given = [fact for fact in facts if "account" in fact.attributes and "variable" in fact.attributes]
    if half is not _ACCOUNT or len({fact.attributes["account"] for fact in given}) != 1:
        return None
    at = given[0].attributes
    return Sole(f"Its environment names one account ({at['variable']})", at["account"], given[0])


def _sole(half: _Half, match: Match, facts: Sequence[Fact], told: str, own: str) -> Quotation | None:
    """The only one of its kind that the log of the deciding row names."""
    sources = {fact.source for fact in match.facts if fact.kind is FactKind.LOG}
    found: dict[str, Fact] = {}
    for fact in facts:
        rows = fact.text.split(LINE_BREAK) if fact.kind is FactKind.LOG and fact.source in sources else []
        for row in rows:
            of_others = _ASKED_OF_IT.search(row) or _ADVICE.search(row)
            for value in () if of_others else _values(half, row, own):
                if half is not _PEER or f"//{value}" in row or not is_address(value):  # who has a URL is called
                    found.setdefault(value, fact)
    if len(found) != 1 or any(value in told for value in found):
        return None
    value, fact = next(iter(found.items()))
    return Sole(f"Its log names one {half.noun}", value, fact)


def _values(half: _Half, text: str, own: str) -> list[str]:
    patterns = (half.named, *((half.announced,) if half.announced is not None else ()))
    found = dict.fromkeys(one["name"] for pattern in patterns for one in pattern.finditer(text))
    return [value for value in found if _is_one(half, value, own)]


def _is_one(half: _Half, value: str, own: str) -> bool:
    if half is _PEER:
        host = value.rpartition(":")[0] or value
        is_domain = ".svc" in host and "." not in host.partition(".svc")[0]  # where names are searched
        is_other = not (is_domain or _CODE.search(host) or (own and host.startswith(own)))
        return is_other and peer_name(value, namespace="-") != ""
    return half is not _RELEASE or not is_address(value)


def _first_row(fact: Fact) -> str:
    return fact.text.partition(LINE_BREAK)[0]
