"""The shape of a signature rule: which facts it needs, and what it concludes from them.

Fields are written for the person who writes one in a YAML file: see ``docs`` and the files in ``data``.
"""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from casebook_analyzer.models import Action, Category, FactKind, Severity
from casebook_analyzer.taxonomy.bounds import FEW, Id, RePattern, Sentence, Source, Title, Url, Value


class Strength(StrEnum):
    """How often the matched facts mean the category, before other kinds of evidence agree."""

    DECISIVE = "decisive"
    """The platform itself names the cause: OOMKilled, a refused image pull, an Xid with one meaning."""
    STRONG = "strong"
    """The program or the driver names the cause in words that mean little else."""
    SUGGESTIVE = "suggestive"
    """Fits the category, and others."""


class Condition(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True
):
    """One fact that has all of this. Patterns are RE2 regular expressions, searched, not anchored."""

    kind: FactKind | tuple[FactKind, ...] | None = None
    attributes: Annotated[dict[str, Value], Meta(max_length=FEW)] = {}
    """Attribute -> the value it has."""
    matches: Annotated[dict[str, RePattern], Meta(max_length=FEW)] = {}
    """Attribute -> a pattern of its value."""
    text: RePattern | tuple[RePattern, ...] = ()
    """Patterns of the text; one of them is enough. Named groups may be used in templates as ``{name}``, and in the
    patterns of ``also`` and ``against``."""
    unless: Annotated[tuple[RePattern, ...], Meta(max_length=FEW)] = ()
    """Patterns that must not occur in the text."""
    because: Sentence = ""
    """In ``against``: what the fact says, for a reader."""


class OtherReading(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True
):
    """Another category that the same facts may mean."""

    category: Category
    reason: Sentence


class ObjectToFix(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True
):
    """What a person has to change, which is often not what shows the symptom."""

    kind: Value
    name: Value
    """With ``{names}``. The object is left out when one of them is not known."""
    cluster_scoped: bool = False


Conditions = Annotated[tuple[Condition, ...], Meta(max_length=FEW)]


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True):
    """Facts -> category. A rule needs ``all`` or ``any``; it cites every fact that it matched."""

    id: Id
    category: Category
    of_settings: Category | None = None
    """The category instead, where the script that it is about comes from a ConfigMap or a Secret."""
    title: Title
    """What is wrong, in a few words, without names."""
    strength: Strength
    source: Source
    """Where the strings come from: a file of Kubernetes, a driver's or a language's documentation."""
    replaces: bool = False
    """Says that it is meant to take the place of the shipped rule with its id."""
    severity: Severity | None = None
    """How urgent such a case is, where that is not for the signal to say."""
    runbook: Url = ""
    """The address of the team's own instructions for this failure."""
    generic: bool = False
    """It says that something failed and not why: any rule that is not generic wins over it."""
    device: bool = False
    """Errors of a device come in chains: among the rules with this mark the earliest error in time decides."""
    all: Conditions = ()
    any: Conditions = ()
    none: Conditions = ()
    also: Conditions = ()
    """Facts that are not needed and agree: each further kind among them raises the confidence. Their groups name what
    the needed facts do not."""
    against: Conditions = ()
    """Facts that speak against it: they cap the confidence and are named."""
    cause: Sentence
    """One sentence with ``{names}`` of groups and attributes of the matched facts. A part in ``[brackets]`` is left
    out when a name in it is not known."""
    effect: Sentence = ""
    symptom: Sentence = ""
    fix: Annotated[tuple[ObjectToFix, ...], Meta(max_length=FEW)] = ()
    """The objects to change. They stand first among the affected entities."""
    alternatives: Annotated[tuple[OtherReading, ...], Meta(max_length=FEW)] = ()
    missing: Annotated[tuple[Sentence, ...], Meta(max_length=FEW)] = ()
    """What would change the conclusion, if it could be had."""
    asks: Annotated[tuple[Value, ...], Meta(max_length=FEW)] = ()
    """Names of collectors that a second look runs when this rule is among the leading hypotheses and undecided."""
    actions: Annotated[tuple[Action, ...], Meta(max_length=FEW)] = ()
