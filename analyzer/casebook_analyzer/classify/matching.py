"""Which rules match a bundle, and by which facts."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

import msgspec

from casebook_analyzer.classify.logged import is_log, quotes_program
from casebook_analyzer.classify.lookup import FactIndex
from casebook_analyzer.classify.rule_screen import texts_of
from casebook_analyzer.classify.templates import names_in
from casebook_analyzer.models import Fact, FactKind
from casebook_analyzer.taxonomy import Condition, Rule
from casebook_analyzer.text import compiled

_CITED_PER_CONDITION = 3
_EVERY = "every_"
_OWN = ("subject", "kind", "namespace", "workload", "pod", "container", "node")
"""Names whose values a reader sees beside every summary."""
_OF_ANY_STATE = frozenset({"exitCode", "memoryLimit", "cpuLimit", "activeDeadlineSeconds", "backoffLimit"})
"""Attributes that name something wherever a state has them."""
_OF_ANY_CASE = frozenset(
    {
        "exitCode",
        "backoffLimit",
        "reason",
        "probe",
        "failing",
        "status",
        "finding",
        "condition",
        "nodes",
        "of",
        "kind",
        "object",
        "claims",
        "conflict",
    }
)
"""Names that a case of any cause has."""
_KIND_OF_ERROR = frozenset({"code", "error", "how", "severity", "why"})
"""Names whose value may be no more than a class of errors or a word of a protocol: ``UndefinedTable``, ``NOAUTH``."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A rule and the facts that it matched. The first fact decides."""

    rule: Rule
    facts: tuple[Fact, ...]
    needed: tuple[tuple[Fact, ...], ...] = ()
    """The facts, one tuple for each condition of ``all``, and one for all conditions of ``any``."""
    also: tuple[Fact, ...] = ()
    """Facts that the rule does not need, and that agree with it."""
    against: tuple[tuple[Fact, str], ...] = ()
    """Facts that speak against it, each with the template of what it says for a reader."""
    names: dict[str, str] = {}
    """What the rule's sentences are filled with: groups and attributes of the facts."""
    from_logs: frozenset[str] = frozenset()
    """Those of the names whose value stands in a log."""


def names_something(match: Match) -> bool:
    """Whether the rule's sentence names something that only this case has: a peer, a file, a user, an image."""
    own = {match.names.get(name) for name in _OWN}
    used = (name for name in names_in(match.rule.cause) if name not in _OF_ANY_CASE)
    return any(
        value not in own and not (name in _KIND_OF_ERROR and value.isalpha())
        for name in used
        if (value := match.names.get(name))
    )


_NONE: AbstractSet[str] = frozenset()


def match_rules(
    rules: Iterable[Rule], facts: FactIndex, known: Mapping[str, str], lived_with: AbstractSet[str] = _NONE
) -> list[Match]:
    """All rules that match. ``known`` are names that templates may use when no fact gives them."""
    return [match for rule in rules if (match := match_rule(rule, facts, known, lived_with)) is not None]


def match_rule(
    rule: Rule, facts: Sequence[Fact] | FactIndex, known: Mapping[str, str], lived_with: AbstractSet[str] = _NONE
) -> Match | None:
    """The match, or None when a needed condition fails or an excluding one holds.

    Args:
        rule: What is looked for.
        facts: Those that can explain the case.
        known: Names that templates may use when no fact gives them.
        lived_with: Ids of what the program had lived with, or what is over: its words exclude nothing, and only that
            there is something does.
    """
    index = facts if isinstance(facts, FactIndex) else FactIndex(facts)
    needed: list[tuple[Fact, ...]] = []
    groups = _Names()
    for condition in rule.all:
        if not _take(condition, index, needed, groups):
            return None
    either: list[tuple[Fact, ...]] = []
    for condition in rule.any:
        _take(condition, index, either, groups)
    if rule.any and not either:
        return None
    needed += [_distinct(fact for found in either for fact in found)] if either else []
    if any(
        not texts_of(condition) or fact.id not in lived_with
        for condition in rule.none
        for fact in index.find(condition)
    ):
        return None
    cited = _distinct(fact for found in needed for fact in found)
    attributes = _attributes(index.facts, cited)
    names = {**_pod_of(cited), **known, **attributes.values, **groups.values}
    every = _every(rule, index, names)
    names |= {**every, **_asked(names, index.facts)}
    from_logs = groups.from_logs | (attributes.from_logs - groups.values.keys())
    also, told = _agreeing(rule, index, cited, names)
    return Match(
        rule=rule,
        facts=cited,
        needed=tuple(needed),
        also=also,
        against=tuple((f, c.because) for c in rule.against for f in index.find(c, names)[:1]),
        names={**told.values, **names},
        from_logs=frozenset(
            from_logs
            | {name for name in every if name.removeprefix(_EVERY) in from_logs}
            | (told.from_logs - names.keys())
        ),
    )


class _Names:
    """Names with the value that was found first, and which of the values a log gave."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.from_logs: set[str] = set()

    def add(self, found: Mapping[str, str], *, from_log: bool) -> None:
        new = {name: value for name, value in found.items() if name not in self.values}
        self.values |= new
        if from_log:
            self.from_logs |= new.keys()


def _take(condition: Condition, index: FactIndex, needed: list[tuple[Fact, ...]], names: _Names) -> bool:
    found = index.find(condition)[:_CITED_PER_CONDITION]
    for fact in found:
        _tell(condition, fact, names)
    if found:
        needed.append(tuple(found))
    return bool(found)


def _tell(condition: Condition, fact: Fact, names: _Names) -> None:
    groups = {name: value for name, value in _groups(condition, fact).items() if value}
    names.add(groups, from_log=is_log(fact) or quotes_program(fact))


def _agreeing(
    rule: Rule, index: FactIndex, cited: Sequence[Fact], names: Mapping[str, str]
) -> tuple[tuple[Fact, ...], _Names]:
    """The facts that agree, and what their groups name beyond the facts that the rule needs."""
    found: list[Fact] = []
    told = _Names()
    for condition in rule.also:
        for fact in index.find(condition, names)[:_CITED_PER_CONDITION]:
            found.append(fact)
            _tell(condition, fact, told)
    own = {id(fact) for fact in cited}
    return tuple(fact for fact in _distinct(found) if id(fact) not in own), told


def _attributes(facts: Sequence[Fact], cited: Sequence[Fact]) -> _Names:
    """Attributes of the cited facts, the first before the others; exit code and limits also of other states."""
    names = _Names()
    for fact in cited:
        names.add(fact.attributes, from_log=is_log(fact))
    for fact in facts:
        if fact.kind is FactKind.STATE:
            wanted = {k: v for k, v in fact.attributes.items() if k in _OF_ANY_STATE and v != "0"}
            names.add(wanted, from_log=False)
    return names


def _pod_of(facts: Sequence[Fact]) -> dict[str, str]:
    """Whose log to read, where the signal is of a workload and not of one of its pods."""
    pods = (fact.entity.name for fact in facts if fact.entity is not None and fact.entity.kind == "Pod")
    return {"pod": pod} if (pod := next(pods, "")) else {}


def _every(rule: Rule, index: FactIndex, names: Mapping[str, str]) -> dict[str, str]:
    """All values of the groups and attributes of which the rule's sentence wants every value."""
    wanted = [name for name in names_in(rule.cause) if name.startswith(_EVERY)]
    conditions = (*rule.all, *rule.any) if wanted else ()
    found = [{**fact.attributes, **_groups(of, fact)} for of in conditions for fact in index.find(of)]
    every = {}
    for name in wanted:
        one = name.removeprefix(_EVERY)
        every[name] = ", ".join(dict.fromkeys(values[one] for values in found if values.get(one)))
    return {name: values or names.get(name.removeprefix(_EVERY), "") for name, values in every.items()}


def _asked(names: Mapping[str, str], facts: Sequence[Fact]) -> dict[str, str]:
    """What the probe asks, or the hook runs, that the facts name: ``GET http://:8080/healthz``, ``exec /warm.sh``."""
    probe = names.get("probe", "").casefold()
    for fact in facts if probe else ():
        name = fact.attributes.get("probe", "") if fact.kind is FactKind.STATE else ""
        if name.casefold() == probe:
            asked = fact.text.partition(f" has {name}: ")[2].partition(" delay=")[0]
            return {"asked": asked} if asked else {}
    return {}


def _groups(condition: Condition, fact: Fact) -> dict[str, str]:
    for text in texts_of(condition):
        match = compiled(text).search(fact.text)
        if match is not None:
            groups: dict[str, str] = match.groupdict(default="")
            return groups
    return {}


def _distinct(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    return tuple({id(fact): fact for fact in facts}.values())
