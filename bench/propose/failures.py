"""What drafts are made of and tried on: golden cases, the sets written blind, and logs of what nothing ails."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from bench.retrieval.families.build import judged, read_document, variant_of
from bench.retrieval.families.disguise import again
from bench.retrieval.families.texts import Document
from casebook_analyzer.models import Category, EvidenceBundle
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.evaluation import LabelledCase, read_cases
from tests.analyzer.crashes import bundle_from_log
from tests.analyzer.taxonomy.test_alike import CASES as ALIKE
from tests.analyzer.taxonomy.test_healthy import LOGS, stamped
from tools.places import ROOT

AS_IT_IS = "as it is"
AGAIN = ("again", "and again")
"""The same workload on other days, in other pods: with the case itself three occurrences, as a family has them."""
ELSEWHERE = ("renamed", "noisy")
"""Another workload in another namespace; also with noise in its log, other images and other machines."""
SETS = (ROOT / "tests" / "cases", *sorted((ROOT / "tests" / "blind").iterdir()))


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """One case by its variants, and the rule that decides it."""

    case: str
    category: Category
    rule: str
    variants: dict[str, EvidenceBundle]

    @property
    def bundle(self) -> EvidenceBundle:
        """As it was saved."""
        return self.variants[AS_IT_IS]


def failures(taxonomy: Taxonomy, sets: Sequence[Path] = SETS) -> list[Failure]:
    """All cases in which something fails, and which the taxonomy decides as their label says."""
    return asyncio.run(_failures(taxonomy, sets))


async def _failures(taxonomy: Taxonomy, sets: Sequence[Path]) -> list[Failure]:
    cases = [case for folder in sets for case in read_cases(folder) if not case.expected.healthy]
    found = [await _failure(case, taxonomy) for case in cases if (case.path / "status.yaml").is_file()]
    return [one for one in found if one is not None]


async def _failure(case: LabelledCase, taxonomy: Taxonomy) -> Failure | None:
    document = read_document(case.path / "status.yaml")
    variants, rule = {}, ""
    for variant, changed in _changed(document, case.id):
        found = await judged(changed, case.id, taxonomy)
        if found is None:
            continue
        variants[variant], conclusion = found
        if variant == AS_IT_IS:
            if conclusion.category is not case.category or not conclusion.rules:
                return None
            rule = conclusion.rules[0]
    known = AS_IT_IS in variants and case.category is not Category.UNKNOWN
    return Failure(case=case.id, category=case.category, rule=rule, variants=variants) if known else None


def _changed(document: Document, case: str) -> Iterator[tuple[str, Document]]:
    yield AS_IT_IS, document
    yield from ((name, again(document, f"{case}/{name}")) for name in AGAIN)
    yield from ((name, variant_of(document, f"{case}/{name}", name)) for name in ELSEWHERE)


def healthy() -> list[EvidenceBundle]:
    """Pods that crash, with the log of a program that nothing ails: who decides them has taken noise for a cause."""
    return [bundle_from_log(stamped(log.read_text(encoding="utf-8")), 1) for log in LOGS]


def alike() -> list[EvidenceBundle]:
    """Pods that crash with what looks like a known saying of a program and means something else."""
    return [bundle_from_log(case.log, case.code) for _, case in ALIKE.values()]
