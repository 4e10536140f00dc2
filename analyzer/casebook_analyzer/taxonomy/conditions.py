"""Which node conditions mean trouble, in which status (agents disagree about the polarity), and which kernel lines."""

import fnmatch
from typing import Annotated

import msgspec
from msgspec import Meta

from casebook_analyzer.models import Category, Severity
from casebook_analyzer.taxonomy.bounds import FEW, RePattern, Source, Value
from casebook_analyzer.text import compiled


class ConditionReason(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True
):
    """The category that a condition has for some of its reasons."""

    reason: RePattern
    """A pattern, searched in the condition's reason."""
    category: Category


class ConditionRule(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True
):
    """One condition type, or a glob of types."""

    type: Value
    set_by: Value
    bad_status: Annotated[tuple[Value, ...], Meta(max_length=FEW)]
    failure_class: Annotated[str, Meta(max_length=63)]
    """Conditions of one class on one node are one Investigation."""
    severity: Severity
    category: Category | None = None
    """None when only the message tells, for example by an Xid."""
    reasons: Annotated[tuple[ConditionReason, ...], Meta(max_length=FEW)] = ()
    source: Source

    def is_bad(self, status: str) -> bool:
        """Whether the condition reports trouble in this status."""
        return status in self.bad_status

    def category_for(self, reason: str) -> Category | None:
        """The category by the condition's reason, else by its type."""
        return next((r.category for r in self.reasons if compiled(r.reason).search(reason)), self.category)


class KernelRule(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True
):
    """A kernel line that opens a case of its node when an agent reports it as an Event."""

    pattern: Value
    """The name of a kernel pattern (``evidence/data/kernel``)."""
    failure_class: Annotated[str, Meta(max_length=63)]
    """The same as that of the condition which agents set for such lines, so that both are one Investigation."""
    severity: Severity
    text: RePattern = ""
    """The line must contain a match of this, too."""


class KernelPattern(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True
):
    """One message of a kernel or a driver. Named groups become attributes of the fact."""

    name: Value
    pattern: RePattern
    source: Source
    unless: RePattern = ""
    """A pattern that must not occur in the line."""
    noise: bool = False
    """The line is known to mean nothing, and no other pattern is tried."""


class ConditionTable(msgspec.Struct, frozen=True):
    """Finds the rule of a condition type. Types that no rule names are observed and never fired on."""

    rules: tuple[ConditionRule, ...]
    kernel_rules: tuple[KernelRule, ...] = ()
    kernel_patterns: tuple[KernelPattern, ...] = ()
    """Of overlays. They are tried before those that Casebook ships (``evidence/data/kernel``)."""

    def kernel_rule_for(self, pattern: str, line: str) -> KernelRule | None:
        """The rule of a kernel line, or None when it is only evidence."""
        matching = (r for r in self.kernel_rules if r.pattern == pattern and compiled(r.text).search(line))
        return next(matching, None)

    def rule_for(self, type: str) -> ConditionRule | None:  # noqa: A002 - Kubernetes calls it so
        """The rule with exactly this type, else the first glob that matches."""
        exact = next((rule for rule in self.rules if rule.type == type), None)
        return exact or next((rule for rule in self.rules if fnmatch.fnmatchcase(type, rule.type)), None)
