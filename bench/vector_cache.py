"""How much of a failure that comes back needs no model: ``python -m bench.vector_cache``.

Each golden case is concluded and reported as it is, then as the same failure of the same workload some weeks later
(other times, pods, process ids, addresses), then as that of another workload (other names and nodes as well). Counted
are texts that are the same to the byte, which is what the cache of vectors recognises.
"""

import asyncio
import random
import sys
from collections import Counter
from pathlib import Path

from bench.retrieval.families.build import _families, judged
from bench.retrieval.families.disguise import _other_days, _other_numbers, disguised
from bench.retrieval.families.texts import Document, mapped
from bench.start import quiet
from casebook_analyzer.embedding import WordSplitter
from casebook_analyzer.memory import case_text
from casebook_analyzer.memory.encoding.chunks import cut
from casebook_analyzer.report import ReportedCase, render_report
from casebook_analyzer.taxonomy import Taxonomy, load_taxonomy

_CASES = Path(__file__).parents[1] / "tests" / "cases"


def _later(document: Document, seed: str) -> Document:
    dice = random.Random(seed)
    for change in (_other_days(dice), _other_numbers(dice, seed)):
        document = mapped(document, change)
    return document


async def _texts(document: Document, name: str, taxonomy: Taxonomy) -> tuple[str, list[str]] | None:
    """The text of the case and those of its report's chunks."""
    found = await judged(document, name, taxonomy)
    if found is None:
        return None
    bundle, conclusion = found
    report = render_report(
        ReportedCase(
            bundle=bundle,
            conclusion=conclusion,
            name="a",
            namespace=bundle.subject.namespace or "casebook",
            episode=1,
            opened_at=bundle.collected_at,
            casebook="bench",
        )
    )
    return case_text(bundle, conclusion), [chunk.indexed for chunk in cut(report, WordSplitter())]


async def _measure() -> dict[str, Counter[str]]:
    taxonomy = load_taxonomy()
    counts: dict[str, Counter[str]] = {"the same workload": Counter(), "another workload": Counter()}
    for family, base, document in _families(_CASES):
        first = await _texts(document, family, taxonomy) if family == base else None
        if first is None:
            continue
        again = (_later(document, family), disguised(document, family, images=False, machines=False))
        for count, changed in zip(counts.values(), again, strict=True):
            if found := await _texts(changed, family, taxonomy):
                count["cases"] += 1
                count["known cases"] += found[0] == first[0]
                count["chunks"] += len(found[1])
                count["known chunks"] += sum(text in first[1] for text in found[1])
    return counts


def main() -> None:
    quiet()
    for what, count in asyncio.run(_measure()).items():
        sys.stdout.write(
            f"{what}: {count['known cases']} of {count['cases']} case texts and "
            f"{count['known chunks']} of {count['chunks']} chunks of reports need no model\n"
        )


if __name__ == "__main__":
    main()
