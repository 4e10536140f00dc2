"""Which rules match a bundle, and by which facts."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

import msgspec

from casebook_analyzer.classify.templates import fill, fill_pattern
from casebook_analyzer.models import EvidenceBundle, Fact, FactKind
from casebook_analyzer.taxonomy import Condition, Rule
from casebook_analyzer.text import compiled

_CITED_PER_CONDITION = 3
_CHANGE_BEFORE, _CHANGE_AFTER = timedelta(hours=1), timedelta(minutes=1)
"""A change counts when it was made shortly before the onset; clocks of two machines may differ by a little."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A rule and the facts that it matched. The first fact decides."""

    rule: Rule
    facts: tuple[Fact, ...]
    also: tuple[Fact, ...] = ()
    against: tuple[tuple[Fact, str], ...] = ()
    names: dict[str, str] = {}

    @property
    def kinds(self) -> set[FactKind]:
        return {fact.kind for fact in (*self.facts, *self.also)}


def eligible_facts(bundle: EvidenceBundle) -> tuple[Fact, ...]:
    """Facts that can explain this case: of the failing container, or of none; changes only shortly before onset."""
    container = bundle.signal.container or bundle.subject.container
    onset = bundle.signal.occurred_at
    kept = []
    for fact in bundle.facts:
        of = fact.attributes.get("container", "")
        if container and of and of != container:
            continue
        shortly_before = fact.time is None or onset - _CHANGE_BEFORE <= fact.time <= onset + _CHANGE_AFTER
        if fact.kind is not FactKind.CHANGE or shortly_before:
            kept.append(fact)
    return tuple(kept)


def match_rules(rules: Iterable[Rule], facts: Sequence[Fact], known: Mapping[str, str]) -> list[Match]:
    """All rules that match. ``known`` are names that templates may use when no fact gives them."""
    return [match for rule in rules if (match := match_rule(rule, facts, known)) is not None]


def match_rule(rule: Rule, facts: Sequence[Fact], known: Mapping[str, str]) -> Match | None:
    """The match, or None when a needed condition fails or an excluding one holds."""
    cited: list[Fact] = []
    names: dict[str, str] = {}
    for condition in rule.all:
        if not _take(condition, facts, cited, names):
            return None
    taken = [_take(condition, facts, cited, names) for condition in rule.any]
    if taken and not any(taken):
        return None
    if any(_find(condition, facts) for condition in rule.none):
        return None
    names = {**known, **_attributes(facts, cited), **names}
    also: list[Fact] = []
    for condition in rule.also:
        found = _find(condition, facts, names)
        also += [fact for fact in found[:_CITED_PER_CONDITION] if fact not in also and fact not in cited]
    against = [(f, fill(c.because, names)) for c in rule.against for f in _find(c, facts, names)[:1]]
    return Match(rule=rule, facts=tuple(cited), also=tuple(also), against=tuple(against), names=names)


def _take(condition: Condition, facts: Sequence[Fact], cited: list[Fact], names: dict[str, str]) -> bool:
    found = _find(condition, facts)[:_CITED_PER_CONDITION]
    for fact in found:
        groups = {k: v for k, v in _groups(condition, fact).items() if v}
        names.update({k: v for k, v in groups.items() if k not in names})
    cited += [fact for fact in found if fact not in cited]
    return bool(found)


def _attributes(facts: Sequence[Fact], cited: Sequence[Fact]) -> dict[str, str]:
    """Attributes of the cited facts, the first before the others; exit code and limit also of other states."""
    names: dict[str, str] = {}
    for fact in cited:
        names = {**fact.attributes, **names}
    for fact in facts:
        if fact.kind is FactKind.STATE:
            wanted = {k: v for k, v in fact.attributes.items() if k in {"exitCode", "memoryLimit"} and v != "0"}
            names = {**wanted, **names}
    return names


def _find(condition: Condition, facts: Sequence[Fact], names: Mapping[str, str] | None = None) -> list[Fact]:
    return [fact for fact in facts if _holds(condition, fact, names or {})]


def _holds(condition: Condition, fact: Fact, names: Mapping[str, str]) -> bool:
    kinds = condition.kind
    if kinds is not None and fact.kind not in ((kinds,) if isinstance(kinds, FactKind) else kinds):
        return False
    if any(fact.attributes.get(name) != value for name, value in condition.attributes.items()):
        return False
    for name, pattern in condition.matches.items():
        if name not in fact.attributes or not compiled(pattern).search(fact.attributes[name]):
            return False
    if any(compiled(pattern).search(fact.text) for pattern in condition.unless):
        return False
    texts = _texts(condition)
    return not texts or any(compiled(fill_pattern(text, names)).search(fact.text) for text in texts)


def _groups(condition: Condition, fact: Fact) -> dict[str, str]:
    for text in _texts(condition):
        match = compiled(text).search(fact.text)
        if match is not None:
            groups: dict[str, str] = match.groupdict(default="")
            return groups
    return {}


def _texts(condition: Condition) -> tuple[str, ...]:
    return (condition.text,) if isinstance(condition.text, str) else condition.text
