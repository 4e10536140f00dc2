"""Which rules can match at all. Most need something that no fact has, and one look at a set tells so."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from typing_extensions import override

from casebook_analyzer.models import FactKind
from casebook_analyzer.taxonomy import Condition, Rule
from casebook_analyzer.text import PatternScreen

Trait = tuple[FactKind] | tuple[str, str] | tuple[str, str, str]
"""What a fact has: its kind; ``("name", attribute)``; ``("value", attribute, value)``; ``("text", pattern)``, which may
match its text."""

_NAMED = re.compile(r"\{[A-Za-z_]\w*\}")


class RuleScreen:
    """Narrows down the rules of a taxonomy. What it names may match; what it does not name cannot."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        conditions = (c for r in rules for c in (*r.all, *r.any, *r.none, *r.also, *r.against))
        self.patterns = PatternScreen(text for condition in conditions for text in texts_of(condition))
        self._needs = [(rule, tuple(_needs_of_rule(rule))) for rule in rules]
        self._needless = [number for number, (_, needs) in enumerate(self._needs) if not needs]
        self._by_trait: dict[Trait, list[int]] = defaultdict(list)
        """The numbers of the rules whose first need a trait meets. Most rules need a text that no fact has."""
        for number, (_, needs) in enumerate(self._needs):
            for trait in needs[0] if needs else ():
                self._by_trait[trait].append(number)

    def possible(self, traits: set[Trait]) -> list[Rule]:
        """The rules that facts with these traits may match, in their order."""
        met = {number for trait in traits & self._by_trait.keys() for number in self._by_trait[trait]}
        numbers = sorted(met.union(self._needless))
        found = (self._needs[number] for number in numbers)
        return [rule for rule, needs in found if not any(need.isdisjoint(traits) for need in needs[1:])]


def texts_of(condition: Condition) -> tuple[str, ...]:
    """The patterns of a condition for the text of a fact."""
    return (condition.text,) if isinstance(condition.text, str) else condition.text


def kinds_of(condition: Condition) -> tuple[FactKind, ...]:
    """The kinds of fact that a condition names, if any."""
    if condition.kind is None:
        return ()
    return (condition.kind,) if isinstance(condition.kind, FactKind) else condition.kind


@lru_cache(maxsize=4096)
def is_named(text: str) -> bool:
    """Whether a pattern has the value of a name in it, and so is another one for each case."""
    return bool(_NAMED.search(text))


def screen_of(rules: tuple[Rule, ...]) -> RuleScreen:
    """The screen of a taxonomy's rules, made once: it takes a tenth of a second."""
    return _screen(_Same(rules))


def _needs_of_rule(rule: Rule) -> Iterator[frozenset[Trait]]:
    """Sets, of each of which a trait must be there."""
    for condition in rule.all:
        yield from _needs_of(condition)
    either = [next(_needs_of(condition), frozenset[Trait]()) for condition in rule.any]
    if either and all(either):
        yield frozenset[Trait]().union(*either)


def _needs_of(condition: Condition) -> Iterator[frozenset[Trait]]:
    """The one that most facts lack first."""
    texts = texts_of(condition)
    if texts and not any(map(is_named, texts)):
        yield frozenset(("text", text) for text in texts)
    for name, value in condition.attributes.items():
        yield frozenset({("value", name, value)})
    for name in condition.matches:
        yield frozenset({("name", name)})
    if kinds := kinds_of(condition):
        yield frozenset((kind,) for kind in kinds)


class _Same:
    """A key that equals only the very same tuple of rules, and keeps it, so that no other can have its identity."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.rules = rules

    @override
    def __hash__(self) -> int:
        return id(self.rules)

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.rules is other.rules


@lru_cache(maxsize=4)
def _screen(same: _Same) -> RuleScreen:
    return RuleScreen(same.rules)
