"""Warnings about overlays that are valid but probably not meant, for their author or a pipeline."""

from collections.abc import Collection, Iterable, Iterator

from casebook_analyzer.models import FactKind
from casebook_analyzer.taxonomy.checks import CONDITION_FIELDS, all_patterns, conditions_of
from casebook_analyzer.taxonomy.document import Path
from casebook_analyzer.taxonomy.patterns import pattern_problem, shown
from casebook_analyzer.taxonomy.problems import Level, Problem
from casebook_analyzer.taxonomy.rules import Condition, Rule
from casebook_analyzer.taxonomy.spec import Overlay
from casebook_analyzer.text import compiled

TO_DO = "TODO"
"""How a text begins that a draft leaves to a person."""
_ANY_TEXTS = ("", "\u2603")
"""A pattern that finds something in both of them finds it everywhere: the empty match, as in ``x*``."""

Doubt = tuple[str, Path, str]
"""(rule, path, what is doubtful)."""


def lint(overlay: Overlay, others: Iterable[Rule] = (), kernel_names: Collection[str] = ()) -> list[Problem]:
    """Warnings about an overlay that has no errors.

    ``others`` are the rules that it is laid over. ``kernel_names`` are those of all kernel patterns; without them, no
    name is doubted.
    """
    names = {*kernel_names, *(pattern.name for pattern in overlay.spec.kernel_patterns)} if kernel_names else set()
    doubts = [
        *_unfinished(overlay),
        *_advice(overlay),
        *_patterns(overlay),
        *_unreachable(overlay),
        *_twins(overlay, others),
    ]
    doubts += list(_kernel_names(overlay, names)) if names else []
    return [
        Problem(overlay=overlay.origin.name, rule=rule, what=what, line=overlay.origin.line(path), level=Level.WARNING)
        for rule, path, what in doubts
    ]


def _unfinished(overlay: Overlay) -> Iterator[Doubt]:
    """Doubts about what a draft leaves to a person."""
    for number, rule in enumerate(overlay.spec.rules):
        said = {name: getattr(rule, name) for name in ("title", "source", "cause", "effect", "symptom")}
        for place, action in enumerate(rule.actions, 1):
            said |= {f"{name} of action {place}": getattr(action, name) for name in ("do", "verify", "risk")}
        if left := [name for name, text in said.items() if text.startswith(TO_DO)]:
            yield rule.id, ("rules", number), f"{', '.join(left)}: {TO_DO} is left, write what it is"


def _advice(overlay: Overlay) -> Iterator[Doubt]:
    """Doubts about a rule without advice: what to do, how to see that it helped, and what it may break."""
    for number, rule in enumerate(overlay.spec.rules):
        if not rule.actions:
            yield rule.id, ("rules", number), "it has no actions: say what to do"
        for place, action in enumerate(rule.actions):
            lacks = [name for name in ("verify", "risk") if not getattr(action, name)]
            if lacks:
                path = ("rules", number, "actions", place)
                yield rule.id, path, f"action {place + 1} does not say {' and '.join(lacks)}"


def _patterns(overlay: Overlay) -> Iterator[Doubt]:
    for rule, path, pattern in all_patterns(overlay.spec):
        optional = path[0] in {"kernelLines", "kernelPatterns"} and not pattern
        if not optional and not pattern_problem(pattern) and all(map(compiled(pattern).search, _ANY_TEXTS)):
            what = "so nothing ever passes `unless`" if "unless" in path else "so it asks for nothing"
            yield rule, path, f"the pattern {shown(pattern)} matches every text, {what}"


def _unreachable(overlay: Overlay) -> Iterator[Doubt]:
    for number, rule in enumerate(overlay.spec.rules):
        for field, index, condition in conditions_of(rule):
            why = _contradiction(condition)
            if why:
                yield rule.id, ("rules", number, field, index), f"the condition can never hold: {why}"
        if any(condition in rule.none for condition in rule.all):
            yield rule.id, ("rules", number), "it can never match: one condition stands in all and in none"


def _contradiction(condition: Condition) -> str:
    for name, pattern in condition.matches.items():
        value = condition.attributes.get(name)
        if value is not None and not pattern_problem(pattern) and not compiled(pattern).search(value):
            return f"{name} is {value!r} by attributes, which {shown(pattern)} in matches does not match"
    texts = {condition.text} if isinstance(condition.text, str) else set(condition.text)
    if texts and texts <= set(condition.unless):
        return "what text asks for, unless forbids"
    return ""


def _twins(overlay: Overlay, others: Iterable[Rule]) -> Iterator[Doubt]:
    """Rules that match exactly what another matches: only the stronger of the two will ever decide."""
    seen = {_identity(rule): rule.id for rule in others}
    for number, rule in enumerate(overlay.spec.rules):
        twin = seen.setdefault(_identity(rule), rule.id)
        if twin != rule.id:
            yield rule.id, ("rules", number), f"it matches exactly the facts that the rule {twin} matches"


def _identity(rule: Rule) -> str:
    return repr([getattr(rule, field) for field in CONDITION_FIELDS[:3]])


def _kernel_names(overlay: Overlay, known: Collection[str]) -> Iterator[Doubt]:
    for number, rule in enumerate(overlay.spec.rules):
        for field, index, condition in conditions_of(rule):
            name = condition.attributes.get("pattern")
            if condition.kind is FactKind.KERNEL and name is not None and name not in known:
                yield rule.id, ("rules", number, field, index), f"there is no kernel pattern {name}"
    for number, line in enumerate(overlay.spec.kernel_lines):
        if line.pattern not in known:
            yield line.pattern, ("kernelLines", number), f"there is no kernel pattern {line.pattern}"
