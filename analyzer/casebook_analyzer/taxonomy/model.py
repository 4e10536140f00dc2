"""The taxonomy that is in force."""

import hashlib
from collections.abc import Iterable, Iterator
from functools import partial

import msgspec

from casebook_analyzer.taxonomy.conditions import ConditionTable
from casebook_analyzer.taxonomy.passing import Passing
from casebook_analyzer.taxonomy.rules import Rule
from casebook_analyzer.taxonomy.spec import Override, TagSource
from casebook_analyzer.taxonomy.xids import SxidTable, Xid

_VERSION_DIGITS = 12


class Taxonomy(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a conclusion is drawn by."""

    version: str
    """The hash of what is in force. Two operators with the same version conclude the same."""
    rules: tuple[Rule, ...]
    xids: dict[int, Xid]
    sxids: SxidTable = SxidTable()
    conditions: ConditionTable
    passing: tuple[Passing, ...] = ()
    """Lines that tell of no trouble of their program."""
    tags: dict[str, TagSource] = {}
    """Environment tags of overlays, by their names."""
    overrides: dict[str, tuple[Override, ...]] = {}
    """For rules that are made of tables when a fact matches: ``xid-79``, ``condition-ready``."""
    origins: dict[str, str] = {}
    """Rule -> where it comes from, for people: the shipped file or the overlay, and who changed it."""

    def overridden(self, rule: Rule) -> Rule | None:
        """A rule that was made of a table, with what overlays change; None when one of them disables it."""
        if rule.id not in self.overrides:
            return rule
        return overridden(rule, self.overrides[rule.id])


def overridden(rule: Rule, overrides: Iterable[Override]) -> Rule | None:
    """The rule with every change, in order, or None when it is disabled."""
    for override in overrides:
        if override.disabled:
            return None
        given = {
            name: value
            for name in ("title", "cause", "effect", "strength", "severity", "runbook", "actions")
            if (value := getattr(override, name)) is not None
        }
        rule = msgspec.structs.replace(rule, **given)
        rule = msgspec.structs.replace(rule, actions=(*rule.actions, *override.add_actions))
    return rule


def versioned(taxonomy: Taxonomy) -> Taxonomy:
    """The taxonomy with the version that its content has. Where its parts come from does not count."""
    digest = hashlib.sha256()
    for piece in _content(taxonomy):
        digest.update(piece)
    return msgspec.structs.replace(taxonomy, version=digest.hexdigest()[:_VERSION_DIGITS])


def _content(taxonomy: Taxonomy) -> Iterator[bytes]:
    """A list in JSON, rule by rule: of a cluster's own rules there may be 30 MB."""
    encode = partial(msgspec.json.encode, order="deterministic")
    yield b"[" + encode({str(number): xid for number, xid in taxonomy.xids.items()}) + b",["
    for number, rule in enumerate(taxonomy.rules):
        yield b"," * (number > 0) + encode(rule)
    yield b"]"
    for name in ("sxids", "conditions", "passing", "tags", "overrides"):
        yield b"," + encode(getattr(taxonomy, name))
    yield b"]"
