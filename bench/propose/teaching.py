"""A rule is taken away, and a failure that it decided is taught again: what ``taxonomy propose`` makes of it."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from bench.propose.failures import AGAIN, AS_IT_IS, Failure
from casebook_analyzer.classify import classify
from casebook_analyzer.models import Category, EvidenceBundle, Incident
from casebook_analyzer.taxonomy import Rule, Taxonomy
from casebook_analyzer.taxonomy.compose import compose
from casebook_analyzer.taxonomy.loader import require_none
from casebook_analyzer.taxonomy.spec import Origin, Overlay, TaxonomySpec
from casebook_operator.cli.taxonomy_propose import case_of
from casebook_operator.taxonomies.proposal import Draft, LaidOver, Proposal, ToldFamily

Drafting = Callable[[ToldFamily, Sequence[Incident], LaidOver], Draft | str]
"""A draft, or why there is none."""

SAID_ELSEWHERE, NO_FAMILY = "another rule gives the same category", "its occurrences are no family"


class Taught(msgspec.Struct, frozen=True, kw_only=True):
    """A failure whose rule was taken away."""

    failure: Failure
    without: Taxonomy
    """What is in force without the rule."""
    family: ToldFamily | None
    """None where there is nothing to teach, or nothing that recurs."""
    why_not: str = ""


def taught(failure: Failure, removed: Rule, taxonomy: Taxonomy) -> Taught:
    """The failure three times, as a family that a person gave the category of its label and the title of the rule."""
    kept = tuple(rule for rule in taxonomy.rules if rule is not removed)
    without = msgspec.structs.replace(taxonomy, rules=kept)
    bundles = [failure.variants[name] for name in (AS_IT_IS, *AGAIN) if name in failure.variants]
    incidents = [remembered(failure.case, bundle, without, number) for number, bundle in enumerate(bundles)]
    key = incidents[0].conclusion.signature.key
    recurring = [one for one in incidents if one.conclusion.signature.key == key]
    why, family = "", ToldFamily(incidents=recurring, category=failure.category, cause=removed.title)
    if incidents[0].conclusion.category is failure.category:
        why = SAID_ELSEWHERE
    elif len(recurring) == 1:
        why = NO_FAMILY
    return Taught(failure=failure, without=without, family=None if why else family, why_not=why)


def remembered(name: str, bundle: EvidenceBundle, taxonomy: Taxonomy, number: int = 0) -> Incident:
    """As memory keeps it; a higher ``number`` is older."""
    conclusion = classify(bundle, taxonomy)
    return Incident(
        id=f"{name}-{number}", tenant="bench", namespace=bundle.subject.namespace or "cluster", name=f"{name}-{number}",
        episode=1, opened_at=bundle.collected_at - timedelta(days=number), bundle=bundle, conclusion=conclusion,
        report="",
    )  # fmt: skip


def laid_over(taxonomy: Taxonomy) -> LaidOver:
    """What ``taxonomy.paths`` does with a file, without the file."""

    def over(rule: Draft) -> Taxonomy:
        overlay = Overlay(origin=Origin(name="draft"), spec=msgspec.convert({"rules": [rule]}, TaxonomySpec))
        composed = compose(taxonomy, [overlay])
        require_none(composed.problems)
        return composed.taxonomy

    return over


def has_golden_case(draft: Draft, one: Taught, over: LaidOver) -> bool:
    """Whether a golden case can be made of what was taught that leads to the draft."""
    if one.family is None:
        return False
    proposal = Proposal(family="", line="", incidents=len(one.family.incidents), rule=draft)
    with TemporaryDirectory(prefix="cb-bench-") as folder:
        return bool(asyncio.run(case_of(proposal, one.family, over, Path(folder))))


def is_right(bundle: EvidenceBundle, taxonomy: Taxonomy, rule: str, category: Category) -> bool:
    """Whether the draft decides it, and says what it is."""
    found = classify(bundle, taxonomy)
    return found.rules[:1] == (rule,) and found.category is category
