"""The shape of a signature rule: which facts it needs, and what it concludes from them.

Fields are written for the person who writes one in a YAML file: see ``docs`` and the files in ``data``.
"""

from enum import StrEnum

import msgspec

from casebook_analyzer.models import Action, Category, FactKind


class Strength(StrEnum):
    """How often the matched facts mean the category, before other kinds of evidence agree."""

    DECISIVE = "decisive"
    """The platform itself names the cause: OOMKilled, a refused image pull, an Xid with one meaning."""
    STRONG = "strong"
    """The program or the driver names the cause in words that mean little else."""
    SUGGESTIVE = "suggestive"
    """Fits the category, and others."""


class Condition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One fact that has all of this. Patterns are RE2 regular expressions, searched, not anchored."""

    kind: FactKind | tuple[FactKind, ...] | None = None
    attributes: dict[str, str] = {}
    """Attribute -> the value it has."""
    matches: dict[str, str] = {}
    """Attribute -> a pattern of its value."""
    text: str | tuple[str, ...] = ()
    """Patterns of the text; one of them is enough. Named groups may be used in templates as ``{name}``, and in the
    patterns of ``also`` and ``against``."""
    unless: tuple[str, ...] = ()
    """Patterns that must not occur in the text."""
    because: str = ""
    """In ``against``: what the fact says, for a reader."""


class OtherReading(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another category that the same facts may mean."""

    category: Category
    reason: str


class ObjectToFix(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a person has to change, which is often not what shows the symptom."""

    kind: str
    name: str
    """With ``{names}``. The object is left out when one of them is not known."""
    cluster_scoped: bool = False


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Facts -> category. A rule needs ``all`` or ``any``; it cites every fact that it matched."""

    id: str
    category: Category
    title: str
    """What is wrong, in a few words, without names."""
    strength: Strength
    source: str
    """Where the strings come from: a file of Kubernetes, a driver's or a language's documentation."""
    generic: bool = False
    """It says that something failed and not why: any rule that is not generic wins over it."""
    device: bool = False
    """Errors of a device come in chains: among the rules with this mark the earliest error in time decides."""
    all: tuple[Condition, ...] = ()
    any: tuple[Condition, ...] = ()
    none: tuple[Condition, ...] = ()
    also: tuple[Condition, ...] = ()
    """Facts that are not needed and agree: each further kind among them raises the confidence."""
    against: tuple[Condition, ...] = ()
    """Facts that speak against it: they cap the confidence and are named."""
    cause: str
    """One sentence with ``{names}`` of groups and attributes of the matched facts. A part in ``[brackets]`` is left
    out when a name in it is not known."""
    effect: str = ""
    symptom: str = ""
    fix: tuple[ObjectToFix, ...] = ()
    """The objects to change. They stand first among the affected entities."""
    alternatives: tuple[OtherReading, ...] = ()
    missing: tuple[str, ...] = ()
    """What would change the conclusion, if it could be had."""
    asks: tuple[str, ...] = ()
    """Names of collectors that a second look runs when this rule is among the leading hypotheses and undecided."""
    actions: tuple[Action, ...] = ()


class RuleFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of rules."""

    rules: tuple[Rule, ...]
