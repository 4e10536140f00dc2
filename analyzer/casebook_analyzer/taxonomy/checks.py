"""Checks that go beyond a taxonomy's shape: patterns compile, ids are unique, rules can match."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from casebook_analyzer.taxonomy.document import Path
from casebook_analyzer.taxonomy.patterns import MAX_PROGRAMS, pattern_problem, program_size
from casebook_analyzer.taxonomy.problems import Problem
from casebook_analyzer.taxonomy.rules import Condition, Rule
from casebook_analyzer.taxonomy.spec import Overlay, TagSource, TaxonomySpec
from casebook_analyzer.taxonomy.xids import Xid

CONDITION_FIELDS = ("all", "any", "none", "also", "against")
_RULE_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_TAG = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
MAX_ACTION_TEXT = 600
"""Characters of what to do, how to verify it, and its risk, each."""

Found = tuple[str, Path, str]
"""(rule, path, what is wrong)."""


def check(overlay: Overlay, xids: Iterable[Xid] = ()) -> list[Problem]:
    """Every error in an overlay whose shape is right. ``xids`` is the table that it changes."""
    spec, origin = overlay.spec, overlay.origin
    found = [*_rules(spec), *_tables(spec), *_xids(spec, {xid.number for xid in xids}), *_tags(spec)]
    found += list(_patterns(spec))
    if not found:
        found += list(_programs(spec))
    return [
        Problem(overlay=origin.name, rule=rule, field=_field(path), what=what, line=origin.line(path))
        for rule, path, what in found
    ]


def patterns_of(condition: Condition) -> Iterator[tuple[str, str]]:
    """(field, pattern) of every pattern of a condition."""
    texts = (condition.text,) if isinstance(condition.text, str) else condition.text
    yield from (("text", text) for text in texts)
    yield from ((f"matches.{name}", pattern) for name, pattern in condition.matches.items())
    yield from (("unless", pattern) for pattern in condition.unless)


def conditions_of(rule: Rule) -> Iterator[tuple[str, int, Condition]]:
    """(field, index, condition) of every condition of a rule."""
    for field in CONDITION_FIELDS:
        yield from ((field, index, condition) for index, condition in enumerate(getattr(rule, field)))


def is_empty(condition: Condition) -> bool:
    """Whether a condition asks for nothing, so that it would match every fact."""
    return condition.kind is None and not condition.attributes and not condition.matches and not condition.text


def _field(path: Path) -> str:
    """The path within its item: ``all[0].text``."""
    words = ""
    for step in path[2:]:
        words += f"[{step}]" if isinstance(step, int) else f".{step}"
    return words.lstrip(".")


def _rules(spec: TaxonomySpec) -> Iterator[Found]:
    yield from _twice("rules", [rule.id for rule in spec.rules])
    yield from _twice("overrides", [override.rule for override in spec.overrides])
    for number, rule in enumerate(spec.rules):
        yield from ((rule.id, ("rules", number, *path), what) for path, what in _rule(rule))
    for number, override in enumerate(spec.overrides):
        for place, action in enumerate((*(override.actions or ()), *override.add_actions)):
            if max(map(len, (action.do, action.verify, action.risk))) > MAX_ACTION_TEXT:
                path = ("overrides", number, "actions", place)
                yield override.rule, path, f"a text has more than {MAX_ACTION_TEXT} characters"


def _rule(rule: Rule) -> Iterator[tuple[Path, str]]:
    if not _RULE_ID.fullmatch(rule.id):
        yield ("id",), "the id is not lower-case words joined by hyphens"
    if not rule.all and not rule.any:
        yield (), "it needs conditions in all or any"
    if not rule.source.strip():
        yield ("source",), "the source is empty: say where the strings come from"
    for field, number, condition in conditions_of(rule):
        if is_empty(condition):
            yield (field, number), "the condition is empty and would match every fact"
        if field == "against" and not condition.because:
            yield (field, number), "a condition in against needs because: what the fact says, for a reader"
    for place, action in enumerate(rule.actions):
        if max(map(len, (action.do, action.verify, action.risk))) > MAX_ACTION_TEXT:
            yield ("actions", place), f"a text has more than {MAX_ACTION_TEXT} characters"


def _tables(spec: TaxonomySpec) -> Iterator[Found]:
    yield from _twice("conditions", [condition.type for condition in spec.conditions])
    yield from _twice("xids", [f"Xid {xid.number}" for xid in spec.xids])
    for number, condition in enumerate(spec.conditions):
        if not condition.bad_status:
            yield condition.type, ("conditions", number, "badStatus"), "say in which status it is bad: True or False"


def _twice(table: str, names: list[str]) -> Iterator[Found]:
    for name, times in Counter(names).items():
        if times > 1:
            second = names.index(name, names.index(name) + 1)
            yield name, (table, second), f"it stands {times} times in {table}"


def _xids(spec: TaxonomySpec, known: set[int]) -> Iterator[Found]:
    for number, xid in enumerate(spec.xids):
        if xid.number not in known and (xid.name is None or xid.category is None):
            what = "the table has no such number: give it a name and a category"
            yield f"Xid {xid.number}", ("xids", number), what


def _tags(spec: TaxonomySpec) -> Iterator[Found]:
    for name, source in spec.environment_tags.items():
        path = ("environmentTags", name)
        if not _TAG.fullmatch(name):
            yield f"tag {name}", path, "the name is not letters, digits, dots, hyphens and underscores"
        if len([given for given in _sources(source) if given]) != 1:
            yield f"tag {name}", path, "it needs one of value, nodeLabel, and labels of workload and namespace"


def _sources(source: TagSource) -> tuple[str, str, str]:
    return source.value, source.workload_label or source.namespace_label, source.node_label


def _patterns(spec: TaxonomySpec) -> Iterator[Found]:
    for rule, path, pattern in all_patterns(spec):
        what = pattern_problem(pattern)
        if what:
            yield rule, path, what


def _programs(spec: TaxonomySpec) -> Iterator[Found]:
    total = sum(program_size(pattern) for _, _, pattern in all_patterns(spec))
    if total > MAX_PROGRAMS:
        what = f"all patterns together become {total} instructions, and {MAX_PROGRAMS} are allowed: split the overlay"
        yield "", (), what


def all_patterns(spec: TaxonomySpec) -> Iterator[tuple[str, Path, str]]:
    """(rule, path, pattern) of everything that is compiled."""
    for number, rule in enumerate(spec.rules):
        for field, index, condition in conditions_of(rule):
            for name, pattern in patterns_of(condition):
                yield rule.id, ("rules", number, field, index, *name.split(".", 1)), pattern
    for number, row in enumerate(spec.conditions):
        for index, reason in enumerate(row.reasons):
            yield row.type, ("conditions", number, "reasons", index, "reason"), reason.reason
    for number, line in enumerate(spec.kernel_lines):
        yield line.pattern, ("kernelLines", number, "text"), line.text
    for number, kernel in enumerate(spec.kernel_patterns):
        yield kernel.name, ("kernelPatterns", number, "pattern"), kernel.pattern
        yield kernel.name, ("kernelPatterns", number, "unless"), kernel.unless
