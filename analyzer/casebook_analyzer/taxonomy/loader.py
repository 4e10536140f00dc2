"""Reads the taxonomy that Casebook ships, and rule files of the user's own, strictly."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from casebook_analyzer.errors import TaxonomyError
from casebook_analyzer.taxonomy.conditions import ConditionFile, ConditionTable
from casebook_analyzer.taxonomy.rules import Condition, Rule, RuleFile
from casebook_analyzer.taxonomy.xids import Xid, XidFile
from casebook_analyzer.text import PatternError, compiled

_XIDS, _CONDITIONS = "xids.yaml", "conditions.yaml"
_RULE_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_VERSION_DIGITS = 12
_FileT = TypeVar("_FileT")


class _Readable(Protocol):
    """A path, or a resource inside a wheel."""

    @property
    def name(self) -> str: ...
    def read_bytes(self) -> bytes: ...


class Taxonomy(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a conclusion is drawn by. ``version`` is the hash of its content."""

    version: str
    rules: tuple[Rule, ...]
    xids: dict[int, Xid]
    conditions: ConditionTable


def load_taxonomy(extra: Sequence[Path] = ()) -> Taxonomy:
    """The shipped taxonomy and ``extra`` files of rules. A rule replaces a shipped one with the same id.

    Raises TaxonomyError, which names the file, the rule and what is wrong with it.
    """
    shipped = sorted((f for f in files(__package__).joinpath("data").iterdir()), key=lambda f: f.name)
    digest = hashlib.sha256()
    rules: dict[str, Rule] = {}
    xids: tuple[Xid, ...] = ()
    conditions = ConditionTable(())
    for file in shipped:
        raw = _read(file, digest_into=digest)
        if file.name == _XIDS:
            xids = _decode(file, raw, XidFile).xids
        elif file.name == _CONDITIONS:
            table = _decode(file, raw, ConditionFile)
            conditions = ConditionTable(table.conditions, table.kernel_lines)
        elif file.name.endswith(".yaml"):
            rules |= _rules(file, raw)
    for path in extra:
        rules |= _rules(path, _read(path, digest_into=digest))
    return Taxonomy(
        version=digest.hexdigest()[:_VERSION_DIGITS],
        rules=tuple(rules.values()),
        xids={xid.number: xid for xid in xids},
        conditions=conditions,
    )


def _read(file: _Readable, *, digest_into: "hashlib._Hash") -> bytes:
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise TaxonomyError(f"Taxonomy file {file.name} cannot be read: {error.strerror}.") from error
    digest_into.update(file.name.encode() + b"\0" + raw + b"\0")
    return raw


def _decode(file: _Readable, raw: bytes, shape: type[_FileT]) -> _FileT:
    try:
        return msgspec.yaml.decode(raw, type=shape)
    except msgspec.ValidationError as error:
        raise TaxonomyError(f"Taxonomy file {file.name}{_place(raw, str(error))}: {error}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise TaxonomyError(f"Taxonomy file {file.name} is not YAML: {' '.join(str(error).split())}.") from error


def _place(raw: bytes, error: str) -> str:
    """The id of the rule that an error's path (``$.rules[3].title``) points at."""
    index = re.search(r"\$\.rules\[(\d+)\]", error)
    if index is None:
        return ""
    rule = msgspec.yaml.decode(raw)["rules"][int(index[1])]
    name = rule.get("id") if isinstance(rule, dict) else None
    return f", rule {name or 'number ' + str(int(index[1]) + 1)}"


def _rules(file: _Readable, raw: bytes) -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for rule in _decode(file, raw, RuleFile).rules:
        problem = "there are two rules with this id" if rule.id in rules else next(_problems(rule), None)
        if problem is not None:
            raise TaxonomyError(f"Taxonomy file {file.name}, rule {rule.id}: {problem}.")
        rules[rule.id] = rule
    return rules


def _problems(rule: Rule) -> Iterator[str]:
    if not _RULE_ID.fullmatch(rule.id):
        yield "the id is not lower-case words joined by hyphens"
    if not rule.all and not rule.any:
        yield "it needs conditions in all or any"
    if not rule.source.strip():
        yield "the source is empty: say where the strings come from"
    for field in ("all", "any", "none", "also", "against"):
        for number, condition in enumerate(getattr(rule, field), 1):
            yield from (f"{field} condition {number} {what}" for what in _condition_problems(condition))
    if any(not condition.because for condition in rule.against):
        yield "every condition in against needs because: what the fact says, for a reader"


def _condition_problems(condition: Condition) -> Iterator[str]:
    if condition.kind is None and not condition.attributes and not condition.matches and not condition.text:
        yield "is empty and would match every fact"
    texts = (condition.text,) if isinstance(condition.text, str) else condition.text
    for pattern in (*texts, *condition.matches.values(), *condition.unless):
        try:
            compiled(pattern)
        except PatternError as error:
            yield f"has the pattern {pattern!r}, which is no regular expression: {error}"
