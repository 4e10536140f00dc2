"""Lays overlays over the shipped taxonomy. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec

from casebook_analyzer.models import Category
from casebook_analyzer.taxonomy.checks import check
from casebook_analyzer.taxonomy.conditions import ConditionRule, ConditionTable
from casebook_analyzer.taxonomy.model import Taxonomy, overridden, versioned
from casebook_analyzer.taxonomy.problems import Level, Problem
from casebook_analyzer.taxonomy.rules import Rule
from casebook_analyzer.taxonomy.spec import Overlay, Override, XidChange
from casebook_analyzer.taxonomy.xids import Xid

MADE_OF_TABLES = ("xid-", "sxid-", "condition-")
"""How ids begin of rules that exist only when a fact matches a row of a table."""


class Composition(msgspec.Struct, frozen=True, kw_only=True):
    """The taxonomy that results, and the problems of overlays, for which some were left out."""

    taxonomy: Taxonomy
    problems: tuple[Problem, ...] = ()

    def problems_of(self, overlay: str) -> tuple[Problem, ...]:
        """The problems of the overlay with this name."""
        return tuple(problem for problem in self.problems if problem.overlay == overlay)


def compose(shipped: Taxonomy, overlays: Iterable[Overlay]) -> Composition:
    """The shipped taxonomy with every overlay that has no error. One with an error is left out as a whole.

    Overlays apply in the order of their priority, the highest last; of one priority, files before Taxonomies of the
    cluster, then by name. Within one priority all rules come before all overrides, so that an overlay may change what
    its neighbour adds.
    """
    problems: list[Problem] = []
    good = []
    for overlay in sorted(overlays, key=_order):
        errors = check(overlay, shipped.xids.values())
        problems += errors
        if not errors:
            good.append(overlay)
    merge = _Merge(shipped)
    for _, group in groupby(good, key=lambda overlay: overlay.spec.priority):
        peers = list(group)
        for overlay in peers:
            merge.take(overlay)
        for overlay in peers:
            merge.change(overlay)
    return Composition(taxonomy=merge.taxonomy(), problems=(*problems, *merge.problems))


def _order(overlay: Overlay) -> tuple[int, bool, str]:
    return overlay.spec.priority, overlay.origin.in_cluster, overlay.origin.name


class _Merge:
    def __init__(self, shipped: Taxonomy) -> None:
        self._shipped = shipped
        self._rules = {rule.id: rule for rule in shipped.rules}
        self._xids = dict(shipped.xids)
        self._conditions: Sequence[ConditionRule] = shipped.conditions.rules
        self._kernel_rules = shipped.conditions.kernel_rules
        self._kernel_patterns = shipped.conditions.kernel_patterns
        self._tags = dict(shipped.tags)
        self._overrides: dict[str, tuple[Override, ...]] = dict(shipped.overrides)
        self._origins = dict(shipped.origins)
        self._shipped_ids = frozenset(self._rules)
        self._disabled: set[str] = set()
        self.problems: list[Problem] = []

    def take(self, overlay: Overlay) -> None:
        """Everything that an overlay adds or replaces."""
        spec, name = overlay.spec, overlay.origin.name
        for number, rule in enumerate(spec.rules):
            self._warn_of_rule(overlay, rule, number)
            self._rules[rule.id] = rule
            self._origins[rule.id] = name
        types = {condition.type for condition in spec.conditions}
        self._conditions = (*spec.conditions, *(row for row in self._conditions if row.type not in types))
        self._kernel_rules = (*spec.kernel_lines, *self._kernel_rules)
        self._kernel_patterns = (*spec.kernel_patterns, *self._kernel_patterns)
        self._xids |= {change.number: _changed(self._xids.get(change.number), change) for change in spec.xids}
        self._tags |= spec.environment_tags

    def change(self, overlay: Overlay) -> None:
        """The overrides of an overlay."""
        for number, override in enumerate(overlay.spec.overrides):
            id_ = override.rule
            if id_ in self._rules:
                changed = overridden(self._rules[id_], (override,))
                if changed is None:
                    del self._rules[id_]
                    self._disabled.add(id_)
                else:
                    self._rules[id_] = changed
                self._origins[id_] = f"{self._origins.get(id_, '')}, {self._verb(override)} by {overlay.origin.name}"
            elif id_.startswith(MADE_OF_TABLES):
                self._overrides[id_] = (*self._overrides.get(id_, ()), override)
                self._origins[id_] = f"made of a table, {self._verb(override)} by {overlay.origin.name}"
            elif id_ not in self._disabled:
                what = "there is no rule with this id at this priority, so the override does nothing"
                self._warn(overlay, id_, ("overrides", number), what)

    def taxonomy(self) -> Taxonomy:
        return versioned(
            Taxonomy(
                version="",
                rules=tuple(self._rules.values()),
                xids=self._xids,
                sxids=self._shipped.sxids,
                conditions=ConditionTable(tuple(self._conditions), self._kernel_rules, self._kernel_patterns),
                passing=self._shipped.passing,
                tags=self._tags,
                overrides=self._overrides,
                origins=self._origins,
            )
        )

    def _warn_of_rule(self, overlay: Overlay, rule: Rule, number: int) -> None:
        for what in self._doubts(rule):
            self._warn(overlay, rule.id, ("rules", number), what)

    def _doubts(self, rule: Rule) -> Iterator[str]:
        known = rule.id in self._rules
        if rule.id in self._shipped_ids and not rule.replaces:
            yield "it replaces a shipped rule without saying so: add `replaces: true`, or choose another id"
        elif known and not rule.replaces:
            yield f"it replaces the rule of {self._origins.get(rule.id)}: add `replaces: true`, or choose another id"
        if rule.replaces and not known:
            yield "it says `replaces: true`, and there is no such rule to replace"

    def _warn(self, overlay: Overlay, rule: str, path: tuple[str | int, ...], what: str) -> None:
        line = overlay.origin.line(path)
        self.problems.append(Problem(overlay=overlay.origin.name, rule=rule, what=what, line=line, level=Level.WARNING))

    @staticmethod
    def _verb(override: Override) -> str:
        return "disabled" if override.disabled else "changed"


def _changed(xid: Xid | None, change: XidChange) -> Xid:
    if xid is None:
        # ``check`` has refused a new number without them.
        xid = Xid(
            number=change.number, mnemonic="", name=change.name or "", category=change.category or Category.UNKNOWN
        )
    given = {name: value for name in ("name", "category", "alternates") if (value := getattr(change, name)) is not None}
    return msgspec.structs.replace(xid, **given)
