"""Categories that the facts speak against, by a table of conditions and sentences (``data/exclusions.yaml``)."""

from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files

import msgspec

from casebook_analyzer.classify.eligible import eligible_facts
from casebook_analyzer.classify.lookup import FactIndex
from casebook_analyzer.classify.matching import match_rule
from casebook_analyzer.classify.rule_screen import screen_of
from casebook_analyzer.classify.templates import fill
from casebook_analyzer.errors import TaxonomyError
from casebook_analyzer.models import Category, EvidenceBundle, GapReason, RuledOut
from casebook_analyzer.taxonomy import Condition, Rule, Strength

FILE = "data/exclusions.yaml"
MOST = 4
"""More of them read like a list of everything that exists."""
_CITED = 3


class Exclusion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Conditions on facts, and the category that is unlikely when they hold."""

    id: str
    category: Category
    reason: str
    source: str
    needs: tuple[str, ...] = ()
    """Collectors that must have read everything: otherwise ``none`` could mean that nobody looked."""
    all: tuple[Condition, ...] = ()
    any: tuple[Condition, ...] = ()
    none: tuple[Condition, ...] = ()


class _Exclusions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    exclusions: tuple[Exclusion, ...]


def ruled_out(bundle: EvidenceBundle, known: Mapping[str, str], but: Collection[Category]) -> tuple[RuledOut, ...]:
    """At most ``MOST`` unlikely categories, each once.

    Args:
        bundle: The evidence.
        known: Names that the sentences may use.
        but: Categories that facts speak for, and that are therefore never ruled out.

    Raises:
        TaxonomyError: The shipped table is broken.
    """
    table = exclusions()
    rules = _rules()
    index = FactIndex(eligible_facts(bundle, old_changes=True), screen_of(rules).patterns)
    blind = {gap.collector for gap in bundle.gaps if gap.reason is not GapReason.TRUNCATED}
    found: dict[Category, RuledOut] = {}
    for exclusion, rule in zip(table, rules, strict=True):
        if exclusion.category in but or exclusion.category in found or blind.intersection(exclusion.needs):
            continue
        match = match_rule(rule, index, known)
        if match is not None:
            cited = tuple(fact.id for fact in match.facts[:_CITED])
            found[exclusion.category] = RuledOut(
                category=exclusion.category, reason=fill(rule.cause, match.names), facts=cited
            )
    return tuple(found.values())[:MOST]


@cache
def exclusions() -> tuple[Exclusion, ...]:
    """The table that Casebook ships.

    Raises:
        TaxonomyError: The shipped file is broken.
    """
    try:
        return msgspec.yaml.decode(files(__package__).joinpath(FILE).read_bytes(), type=_Exclusions).exclusions
    except msgspec.DecodeError as error:
        raise TaxonomyError(f"{FILE}: {error}.") from error


@cache
def _rules() -> tuple[Rule, ...]:
    return tuple(
        Rule(
            id=entry.id,
            category=entry.category,
            title=entry.id,
            strength=Strength.SUGGESTIVE,
            source=entry.source,
            cause=entry.reason,
            all=entry.all,
            any=entry.any,
            none=entry.none,
        )
        for entry in exclusions()
    )
