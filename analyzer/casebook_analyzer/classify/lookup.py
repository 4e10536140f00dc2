"""Finds the facts that a condition means, without looking at all of them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from casebook_analyzer.classify.rule_screen import Trait, is_named, kinds_of, texts_of
from casebook_analyzer.classify.templates import fill_pattern
from casebook_analyzer.models import Fact, FactKind
from casebook_analyzer.taxonomy import Condition
from casebook_analyzer.text import PatternScreen, compiled
from casebook_analyzer.text.patterns import Pattern

_Numbers = Sequence[int]
_OBSERVED = frozenset(FactKind) - {FactKind.ALERT}
"""What a condition without a kind means. What an alert says is an opinion: only rules that name alerts rest on it."""


class FactIndex:
    """Facts by kind, attribute and the patterns that may match their text. Answers are in the order of the facts."""

    def __init__(self, facts: Sequence[Fact], screen: PatternScreen | None = None) -> None:
        self.facts = tuple(facts)
        self._screened = screen.patterns if screen is not None else frozenset()
        self._by_kind: dict[FactKind, list[int]] = defaultdict(list)
        self._by_attribute: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._by_name: dict[str, list[int]] = defaultdict(list)
        self._by_pattern: dict[str, list[int]] = defaultdict(list)
        self._values: dict[tuple[str, str], bool] = {}
        for number, fact in enumerate(self.facts):
            self._by_kind[fact.kind].append(number)
            for item in fact.attributes.items():
                self._by_attribute[item].append(number)
                self._by_name[item[0]].append(number)
            for pattern in screen.possible(fact.text) if screen is not None else ():
                self._by_pattern[pattern].append(number)

    @property
    def traits(self) -> set[Trait]:
        """What the facts have, to be compared with what rules need."""
        found: set[Trait] = {(kind,) for kind in self._by_kind}
        found.update(("name", name) for name in self._by_name)
        found.update(("value", name, value) for name, value in self._by_attribute)
        found.update(("text", pattern) for pattern in self._by_pattern)
        return found

    def find(self, condition: Condition, names: Mapping[str, str] | None = None) -> list[Fact]:
        """The facts for which the condition holds. ``names`` are put into patterns that have ``{name}`` in them."""
        numbers = self._candidates(condition)
        return [self.facts[n] for n in numbers if self._holds(condition, self.facts[n], names or {})]

    def _candidates(self, condition: Condition) -> _Numbers:
        pools: list[_Numbers] = [self._by_attribute.get(item, ()) for item in condition.attributes.items()]
        pools += [self._by_name.get(name, ()) for name in condition.matches]
        texts = texts_of(condition)
        if texts and all(text in self._screened and not is_named(text) for text in texts):
            pools.append(_united([self._by_pattern.get(text, ()) for text in texts]))
        kinds = kinds_of(condition)
        if kinds:
            pools.append(_united([self._by_kind.get(kind, ()) for kind in kinds]))
        return min(pools, key=len) if pools else range(len(self.facts))

    def _holds(self, condition: Condition, fact: Fact, names: Mapping[str, str]) -> bool:
        kinds, attributes = kinds_of(condition), fact.attributes
        if fact.kind not in (kinds or _OBSERVED):
            return False
        if any(attributes.get(name) != value for name, value in condition.attributes.items()):
            return False
        if not all(name in attributes and self._value(p, attributes[name]) for name, p in condition.matches.items()):
            return False
        texts = texts_of(condition)
        if texts and not any(_pattern(text, names).search(fact.text) for text in texts):
            return False
        return not any(compiled(pattern).search(fact.text) for pattern in condition.unless)

    def _value(self, pattern: str, value: str) -> bool:
        """Values of attributes are few and asked for again and again."""
        known = self._values.get((pattern, value))
        if known is None:
            known = self._values[pattern, value] = compiled(pattern).search(value) is not None
        return known


def _pattern(text: str, names: Mapping[str, str]) -> Pattern:
    return compiled(fill_pattern(text, names) if is_named(text) else text)


def _united(pools: Sequence[_Numbers]) -> _Numbers:
    return pools[0] if len(pools) == 1 else sorted({number for pool in pools for number in pool})
