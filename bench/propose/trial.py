"""A draft that somebody merged unseen: what it decides of its kind, and what of others it takes."""

from collections.abc import Sequence

import msgspec

from bench.propose.failures import ELSEWHERE, Failure
from bench.propose.teaching import Drafting, Taught, has_golden_case, is_right, laid_over
from casebook_analyzer.classify import classify
from casebook_analyzer.classify.rule_screen import is_named, texts_of
from casebook_analyzer.models import EvidenceBundle, Incident
from casebook_analyzer.taxonomy import Rule, Taxonomy
from casebook_analyzer.text import compiled
from casebook_operator.taxonomies.proposal import Draft


class World(msgspec.Struct, frozen=True, kw_only=True):
    """What drafts are tried on."""

    known: Sequence[tuple[str, Incident]]
    """What memory holds when the draft is made, each with the rule that decides it."""
    later: Sequence[Failure]
    """Failures that come after it was merged."""
    healthy: Sequence[EvidenceBundle]
    alike: Sequence[EvidenceBundle]


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one draft."""

    rule: str
    """The one that was taken away."""
    case: str
    draft: Draft | None
    why_not: str = ""
    elsewhere: tuple[int, int] = (0, 0)
    """Of the same failure of other workloads: how many are decided rightly, and of how many."""
    alike_said: tuple[int, int] = (0, 0)
    """Of other failures that the removed rule knew by the same of its patterns."""
    otherwise_said: tuple[int, int] = (0, 0)
    """Of other failures that it knew by another one: they share no words, and most are of other programs."""
    golden: bool = False
    """Whether a golden case was made that leads to the draft."""
    taken: tuple[str, ...] = ()
    """Cases of other rules that the draft decides."""
    wrong: int = 0
    """Of these with another category than theirs."""
    healthy: int = 0
    alike: int = 0


def tried(one: Taught, removed: Rule, kin: Sequence[Failure], drafting: Drafting, world: World) -> Trial:
    """Draft for what was taught, merge, and see. ``kin`` are all failures that the removed rule decided."""
    failure, over = one.failure, laid_over(one.without)
    known = [incident for rule, incident in world.known if rule != failure.rule]
    drafted = one.why_not if one.family is None else drafting(one.family, known, over)
    if isinstance(drafted, str):
        return Trial(rule=failure.rule, case=failure.case, draft=None, why_not=drafted)
    taxonomy = over(drafted)
    others = [each for each in world.later if each.rule != failure.rule]
    taken = [each for each in others if _takes(drafted, taxonomy, each.bundle)]
    taught_by = patterns_in(removed, failure.bundle)
    near = [each for each in kin if each.case != failure.case and each.category is failure.category]
    same = [each for each in near if patterns_in(removed, each.bundle) & taught_by]

    def right(bundles: Sequence[EvidenceBundle]) -> tuple[int, int]:
        decided = (is_right(bundle, taxonomy, drafted["id"], failure.category) for bundle in bundles)
        return sum(decided), len(bundles)

    return Trial(
        rule=failure.rule,
        case=failure.case,
        draft=drafted,
        elsewhere=right([failure.variants[name] for name in ELSEWHERE if name in failure.variants]),
        alike_said=right([each.bundle for each in same]),
        otherwise_said=right([each.bundle for each in near if each not in same]),
        golden=has_golden_case(drafted, one, over),
        taken=tuple(each.case for each in taken),
        wrong=sum(each.category is not failure.category for each in taken),
        healthy=sum(_takes(drafted, taxonomy, bundle) for bundle in world.healthy),
        alike=sum(_takes(drafted, taxonomy, bundle) for bundle in world.alike),
    )


def patterns_in(rule: Rule, bundle: EvidenceBundle) -> set[str]:
    """The patterns of a rule that are found in a bundle."""
    texts = {text for condition in (*rule.all, *rule.any) for text in texts_of(condition) if not is_named(text)}
    return {text for text in texts if any(compiled(text).search(fact.text) for fact in bundle.facts)}


def _takes(draft: Draft, taxonomy: Taxonomy, bundle: EvidenceBundle) -> bool:
    """Whether the draft decides it. Most have none of its words, and need not be classified to see that."""
    pattern = compiled(draft["all"][0]["text"])
    said = any(pattern.search(fact.text) for fact in bundle.facts)
    return said and classify(bundle, taxonomy).rules[:1] == (draft["id"],)
