"""Which node conditions mean trouble, and in which status: agents disagree about the polarity."""

import fnmatch

import msgspec

from casebook_analyzer.models import Category, Severity
from casebook_analyzer.text import compiled


class ConditionReason(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The category that a condition has for some of its reasons."""

    reason: str
    """A pattern, searched in the condition's reason."""
    category: Category


class ConditionRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One condition type, or a glob of types."""

    type: str
    set_by: str
    bad_status: tuple[str, ...]
    failure_class: str
    """Conditions of one class on one node are one Investigation."""
    severity: Severity
    category: Category | None = None
    """None when only the message tells, for example by an Xid."""
    reasons: tuple[ConditionReason, ...] = ()
    source: str

    def is_bad(self, status: str) -> bool:
        """Whether the condition reports trouble in this status."""
        return status in self.bad_status

    def category_for(self, reason: str) -> Category | None:
        """The category by the condition's reason, else by its type."""
        return next((r.category for r in self.reasons if compiled(r.reason).search(reason)), self.category)


class KernelRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kernel line that opens a case of its node when an agent reports it as an Event."""

    pattern: str
    """The name of a kernel pattern (``evidence/data/kernel.yaml``)."""
    failure_class: str
    """The same as that of the condition which agents set for such lines, so that both are one Investigation."""
    severity: Severity
    text: str = ""
    """The line must contain a match of this, too."""


class ConditionFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The condition table."""

    conditions: tuple[ConditionRule, ...]
    kernel_lines: tuple[KernelRule, ...] = ()


class ConditionTable(msgspec.Struct, frozen=True):
    """Finds the rule of a condition type. Types that no rule names are observed and never fired on."""

    rules: tuple[ConditionRule, ...]
    kernel_rules: tuple[KernelRule, ...] = ()

    def kernel_rule_for(self, pattern: str, line: str) -> KernelRule | None:
        """The rule of a kernel line, or None when it is only evidence."""
        matching = (r for r in self.kernel_rules if r.pattern == pattern and compiled(r.text).search(line))
        return next(matching, None)

    def rule_for(self, type: str) -> ConditionRule | None:  # noqa: A002 - Kubernetes calls it so
        """The rule with exactly this type, else the first glob that matches."""
        exact = next((rule for rule in self.rules if rule.type == type), None)
        return exact or next((rule for rule in self.rules if fnmatch.fnmatchcase(type, rule.type)), None)
