"""What was said, in the words of who said it: the row that a rule matched, and the last error of a program.

A sentence of a rule says what kind of thing went wrong. Where it names nothing, the words do.
"""

import re
from collections.abc import Collection, Iterator, Sequence

import msgspec
from typing_extensions import override

from casebook_analyzer.classify.logged import is_log
from casebook_analyzer.classify.matching import Match, names_something
from casebook_analyzer.classify.row_names import left_out, message_of, said_in_field
from casebook_analyzer.classify.rule_screen import kinds_of, texts_of
from casebook_analyzer.classify.templates import WITHHELD, fill
from casebook_analyzer.classify.weight import is_quiet
from casebook_analyzer.evidence.device_names import device_names_in, kind_of_name
from casebook_analyzer.models import Category, Fact, FactKind
from casebook_analyzer.taxonomy import Condition, Rule
from casebook_analyzer.text import (
    LINE_BREAK,
    announces,
    at_word,
    below,
    compiled,
    first_cause,
    innermost_cause,
    is_quoted_code,
    item_at,
    telling_row,
    unwrapped,
    words_at,
)

WORDS_LIMIT = 280
"""Characters of a quotation: a line of a log, or the exception of a traceback."""

_STAMP = re.compile(
    r"^\[\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^\]\[]{0,60}\] +"
    r"|^[\[(]?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?Z| UTC| ?[+-]\d\d:?\d\d)?[\])]?[ :]*"
    r"|^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ (?:[\w./-]{1,60}:\d+\] )?|^\d\d:\d\d:\d\d(?:[.,]\d{1,9})? "
)
"""When a line was written, which the fact knows already."""
_OF_FIRMWARE = re.compile(r"\{\d+\}\[Hardware Error\]: +")
"""What stands before each row of one record of APEI (Linux drivers/acpi/apei/ghes.c)."""
_SEVERE = re.compile(
    r"\b(?:error|err|fatal|panic|critical|severe|emerg(?:ency)?|alert)\b|exception|traceback|\w(?:Error|Exception)\b"
    r"|panicked at|^[EF]\d{4} \d\d:",
    re.IGNORECASE,
)
_COMPLAINS = re.compile(
    r"fail|denied|refused|timed? ?out|cannot|can't|could not|couldn't|unable|not found|no such|missing|invalid|abort"
    r"|unreachable|unhealthy|must |not allowed|unsupported|rejected|warn",
    re.IGNORECASE,
)
_SPEAKERS = {
    FactKind.LOG: "It says",
    FactKind.COMMAND: "It says",
    FactKind.EVENT: "Kubernetes says",
    FactKind.KERNEL: "The kernel says",
}
_SHORT_WORDS = 100
_OWN_NAMES = frozenset({"disk", "net", "rdma"})
"""Kinds of names by which people call a device."""
_WITNESSES = {FactKind.LOG: "The log says too", FactKind.KERNEL: "The kernel says too"}
_OF_THINGS = frozenset(
    {Category.RESOURCE_EXHAUSTION, Category.NETWORK_PARTITION, Category.HARDWARE_FAILURE}
    | {Category.PCIE_ERROR, Category.DRIVER_ISSUE}
)
"""Categories in which two witnesses tell of one thing; two mistakes of people are two causes."""
_COMPARED = frozenset(
    {"selector-mismatch", "port-mismatch", "limit-differs", "exhausted", "no-endpoints", "no-ready-endpoints"}
    | {"denies-ingress", "denies-egress", "cannot-scale", "missing-key", "blocks-disruption", "replaced"}
)
"""Findings whose sentence names both sides. That something is missing is all there is to say of it."""
_LOOKED_UP = "Looked up"
_BARE = re.compile(r"Traceback \(most recent call last\)|^\s*at |^\W*$")
"""Heads of records that say nothing."""
_HEAD_LIMIT = 140
"""Characters of the first row of a record of which another is told."""
_CONTEXT = 80
"""Characters of a long row before a match, or at its beginning: what it is about often stands there."""
_LEAST_WORDS = 8
"""Characters: less is a number or a word that names nothing."""


class Quotation(msgspec.Struct, frozen=True):
    """A sentence with somebody's words in it, and the fact that has them."""

    intro: str
    words: str
    fact: Fact

    @override
    def __str__(self) -> str:
        words = said_in_field(" ".join(self.words.replace(LINE_BREAK, " ").split())).rstrip(".")
        words = at_word(words, WORDS_LIMIT)
        return (
            f"{self.intro}: {words}." if self.intro == _LOOKED_UP or words == WITHHELD else f'{self.intro}: "{words}".'
        )


def quotation(match: Match | None, facts: Sequence[Fact]) -> Quotation | None:
    """The words that name the cause where the rule's sentence does not; None where it does, and where nobody spoke.

    Args:
        match: The deciding one, if a rule decided.
        facts: Those that can explain the case.
    """
    if match is None:
        return _last_error(facts)
    finding = _finding(match)
    if finding is not None:
        return finding
    own = _matched_words(match)
    if names_something(match):
        return _further(match) or (own if own is not None and _tells_more(own, match) else None)
    if match.rule.generic and (own is None or own.fact.kind is FactKind.EVENT):
        return _last_error(facts) or own
    return own


def second_voices(matches: Sequence[Match], sentence: str) -> Iterator[Quotation]:
    """What further witnesses of the same cause name beyond a sentence: the peers of a member that is alone, a device.

    Two at most, of which the second one is short and names a device that nobody has named.

    Args:
        matches: Those that carry the category, the strongest first, without the one that decides; then errors of
            devices that followed from it, which name what is behind a port or on a disk.
        sentence: The summary so far.
    """
    told, device = sentence, False
    for match in matches:
        one_cause = match.rule.category in _OF_THINGS and not match.rule.generic
        said = _matched_words(match, tuple(_WITNESSES)) if one_cause else None
        words = message_of(said.words) if said is not None else ""
        if said is None or len(words) > (_SHORT_WORDS if device else WORDS_LIMIT) or not left_out(words, told):
            continue
        if device and not _names_a_device(words, told):
            continue
        voice = msgspec.structs.replace(said, intro="And" if device else _WITNESSES[said.fact.kind], words=words)
        yield voice
        if device or said.fact.kind is not FactKind.KERNEL:
            return
        told, device = f"{told} {voice}", True


def _names_a_device(words: str, told: str) -> bool:
    """Whether a row names a device by its own name, and not by where it is on the bus, that nobody has named."""
    found = {name for name in device_names_in(words) if kind_of_name(name) in _OWN_NAMES}
    return bool(found - {*device_names_in(told)})


def _tells_more(own: Quotation, match: Match) -> bool:
    """Whether the row names something that the sentence leaves out.

    What Kubernetes says, and an Xid, are explained by their sentences as a whole.
    """
    explained = own.fact.kind is FactKind.EVENT or "xid" in own.fact.attributes
    return not explained and bool(left_out(own.words, fill(match.rule.cause, match.names)))


def said_rows(match: Match) -> Iterator[tuple[Fact, str]]:
    """The rows, whole, in which patterns of the rule were found, each with its fact."""
    for fact, (_, end) in _matched(match):
        yield fact, fact.text.split(LINE_BREAK)[_row_of(fact.text, end)]


def is_said_in(rule: Rule, fact: Fact) -> bool:
    """Whether a pattern of a rule is found in a fact of the kind that it is for."""
    conditions = (of for of in (*rule.all, *rule.any) if texts_of(of) and fact.kind in kinds_of(of))
    return any(_found(condition, fact) is not None for condition in conditions)


def without_words(quoted: Quotation | None, match: Match | None = None) -> Quotation | None:
    """The same for a reader who may not read logs: nothing of a record that the deciding match rests on.

    Its sentence has told what that is about. Of any other record one learns that there is one.
    """
    if quoted is None or not is_log(quoted.fact):
        return quoted
    is_told = match is not None and quoted.fact in match.facts
    return None if is_told else msgspec.structs.replace(quoted, words=WITHHELD)


def _finding(match: Match) -> Quotation | None:
    """What Casebook saw when it compared the objects that the rule rests on: which label, which port, whose pods."""
    for fact in (*match.facts, *match.also):
        if fact.kind is FactKind.OBJECT and fact.attributes.get("finding") in _COMPARED:
            return Quotation(_LOOKED_UP, fact.text, fact)
    return None


def _further(match: Match) -> Quotation | None:
    """What follows in a record on the words that a sentence was made of: the message that they announce, the cause."""
    for fact, (_, end) in _matched(match):
        rows = fact.text.split(LINE_BREAK)
        number = _row_of(fact.text, end)
        cause = (innermost_cause(rows[number:]) or first_cause(rows)) if match.rule.generic else ""
        if cause and cause.rpartition(": ")[2] not in rows[number]:
            return Quotation("Its cause", cause, fact)
        more = below(rows, number) if match.rule.generic or announces(rows[number]) else ""
        if len(more) >= _LEAST_WORDS:
            return Quotation("It goes on", more, fact)
    return None


def _matched_words(match: Match, kinds: Collection[FactKind] = tuple(_SPEAKERS)) -> Quotation | None:
    """The row that a pattern of the rule matched: of the first cited fact, or of the first that names anything."""
    rows = (row for row in _matched_rows(match) if row.fact.kind in kinds)
    first = next(rows, None)
    if first is None or left_out(first.words, ""):
        return first
    return next((row for row in rows if row.fact.kind is first.fact.kind and left_out(row.words, "")), first)


def _matched_rows(match: Match) -> Iterator[Quotation]:
    for fact, found in _matched(match):
        words = _said(fact, *found)
        if len(words) >= _LEAST_WORDS:
            yield Quotation(_SPEAKERS[fact.kind], words, fact)


def _matched(match: Match) -> Sequence[tuple[Fact, tuple[int, int]]]:
    """The cited facts in which somebody speaks, each with where a pattern of the rule was found in it.

    Code that an interpreter shows beside an error has the words of a message, and not its values: it counts where
    nothing else does.
    """
    told = [
        (fact, found)
        for condition in (*match.rule.all, *match.rule.any)
        for fact in match.facts
        if fact.kind in _SPEAKERS and fact.kind in (kinds_of(condition) or (fact.kind,))
        for found in [_found(condition, fact)]
        if found is not None
    ]
    spoken = [of for of in told if not is_quoted_code(of[0].text.split(LINE_BREAK), _row_of(of[0].text, of[1][1]))]
    return spoken or told


def _found(condition: Condition, fact: Fact) -> tuple[int, int] | None:
    if fact.kind is FactKind.KERNEL and not texts_of(condition):
        return 0, 0  # it is one message, and its pattern is kept elsewhere
    for text in texts_of(condition):
        match = compiled(text).search(fact.text)
        if match is not None:
            return match.start(), match.end()
    return None


def _row_of(text: str, position: int) -> int:
    return text.count(LINE_BREAK, 0, position)


def _said(fact: Fact, start: int, end: int) -> str:
    """The row in which a match ends; of a record that began with other names, its first row before that."""
    words = _OF_FIRMWARE.sub("", _window(fact.text, start, end))
    head, _, rest = fact.text.partition(LINE_BREAK)
    if fact.kind is not FactKind.LOG or not rest or end <= len(head) or _BARE.search(head):
        return words
    head = message_of(head)
    return f"{at_word(head, _HEAD_LIMIT)} … {words}" if left_out(head, words) else words


def _window(text: str, start: int, end: int) -> str:
    """The row in which a match ends, without the time before it; of a long row what stands around the match.

    Of an announcement what it announces, too, and of an item of a list what it is about. Errors within errors name what
    was wanted at their beginning and what was wrong at their end.
    """
    rows, number = text.split(LINE_BREAK), _row_of(text, end)
    begin = sum(len(row) + len(LINE_BREAK) for row in rows[:number])
    row, item = rows[number], item_at(rows, number)
    stamp = _STAMP.match(row)
    skip = stamp.end() if stamp else 0
    words = row[skip:].strip()
    if len(words) <= WORDS_LIMIT:
        return f"{item} {words_at(rows, number)[skip:].strip()}".strip()
    if len(words := unwrapped(message_of(words))) <= WORDS_LIMIT:
        return words
    if end - max(start, begin) <= WORDS_LIMIT - _CONTEXT:
        first = max(0, min(start - begin - _CONTEXT, len(row) - WORDS_LIMIT))
        space = row.find(" ", first, max(first, start - begin)) if first else -1
        return f"… {row[space + 1 :].strip()}" if space > skip else words
    return f"{at_word(words, _CONTEXT)} {words[words.find(' ', len(words) - WORDS_LIMIT + 2 * _CONTEXT) + 1 :]}"


def _last_error(facts: Sequence[Fact]) -> Quotation | None:
    """The last line of the crashed run, if one crashed, that tells of an error, else of trouble, else the last one."""
    logs = [fact for fact in facts if fact.kind is FactKind.LOG]
    crashed = [fact for fact in logs if fact.attributes.get("log") == "previous"]
    loud = last_complaint(crashed or logs)
    if loud is not None:
        return loud
    ended = any(fact.kind is FactKind.STATE and fact.attributes.get("exitCode", "0") != "0" for fact in facts)
    last = (crashed or logs)[-1:] if ended else []
    quoted = [Quotation("Its log ends with", _window(telling_row(fact.text), 0, 0), fact) for fact in last]
    strange = [Quotation("The kernel says", fact.text, fact) for fact in facts if "strange" in fact.attributes]
    return next(iter(quoted or strange[-1:]), None)


def last_error(facts: Sequence[Fact]) -> Quotation | None:
    """The last line of a log that tells of an error, in the words of loggers, and at a level at which that may be."""
    return _last_loud(facts, _SEVERE)


def last_complaint(facts: Sequence[Fact]) -> Quotation | None:
    """The last line of a log that tells of an error or of less: warnings, attempts that failed."""
    return last_error(facts) or _last_loud(facts, _COMPLAINS)


def complains(row: str) -> bool:
    """Whether a row tells of an error, or of something that did not go well."""
    return bool(_SEVERE.search(row) or _COMPLAINS.search(row))


def _last_loud(facts: Sequence[Fact], pattern: re.Pattern[str]) -> Quotation | None:
    for fact in reversed(facts):
        row = telling_row(fact.text) if fact.kind is FactKind.LOG else ""
        if row and not is_quiet(fact) and pattern.search(row):
            return Quotation("The last error in its log", _window(row, 0, 0), fact)
    return None
