"""From golden cases to injected failures, through the product's own path from evidence to conclusion."""

import asyncio
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import yaml

from bench.retrieval.families.damage import as_json, cut, noisy, prefixed, with_logs, without_events
from bench.retrieval.families.disguise import disguised
from bench.retrieval.families.labels import cause
from bench.retrieval.families.near_misses import NEAR_MISSES, NearMiss
from bench.retrieval.families.texts import Document, mapped, with_exit_code
from casebook_analyzer.memory.encoding.case_text import case_text
from casebook_analyzer.models import Conclusion, EvidenceBundle
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import Taxonomy, load_taxonomy
from casebook_operator.evaluation import read_expected
from casebook_operator.offline import Analyst, Snapshot, Triage, open_text

_KEY = b"injected failures have no secrets"

VARIANTS = ("as it is", "renamed", "noisy", "cut", "without events", "structured logs")


class Injected(msgspec.Struct, frozen=True, kw_only=True):
    """One injected failure and what Casebook concludes."""

    family: str
    """The golden case or near miss it comes from."""
    cause: str
    """What it has in common with its cousins: the label that answers are judged by."""
    near: str
    """The golden case that it, or a near miss of it, comes from: fit and held-out halves must not share one."""
    is_near_miss: bool
    variant: str
    bundle: EvidenceBundle
    conclusion: Conclusion
    text: str


class Built(msgspec.Struct, frozen=True):
    """The injected failures, and the variants that opened no case."""

    failures: list[Injected]
    unopened: list[str]


def build(cases: Path) -> Built:
    """All families below a folder of golden cases, six variants each."""
    return asyncio.run(_build(cases))


async def _build(cases: Path) -> Built:
    built = Built([], [])
    taxonomy = load_taxonomy()
    for family, base, document in _families(cases):
        for variant in VARIANTS:
            found = await judged(variant_of(document, f"{family}/{variant}", variant), family, taxonomy)
            if found is None:
                built.unopened.append(f"{family}: {variant}")
                continue
            bundle, conclusion = found
            built.failures.append(
                Injected(
                    family=family,
                    cause=cause(family),
                    near=cause(base),
                    is_near_miss=family != base,
                    variant=variant,
                    bundle=bundle,
                    conclusion=conclusion,
                    text=case_text(bundle, conclusion),
                )
            )
    return built


def _families(cases: Path) -> Iterator[tuple[str, str, Document]]:
    originals: dict[str, Document] = {}
    for path in sorted(cases.glob("*/status.yaml")):
        if not read_expected(path.parent).healthy:
            originals[path.parent.name] = read_document(path)
            yield path.parent.name, path.parent.name, originals[path.parent.name]
    for miss in NEAR_MISSES:
        yield miss.label, miss.base, _reworded(originals[miss.base], miss)


def _reworded(document: Document, miss: NearMiss) -> Document:
    patterns = [(re.compile(old), new) for old, new in miss.words]
    used: set[re.Pattern[str]] = set()

    def change(text: str) -> str:
        for pattern, new in patterns:
            text, times = pattern.subn(new, text)
            if times:
                used.add(pattern)
        return text

    changed: Document = mapped(document, change)
    if unused := [pattern.pattern for pattern, _ in patterns if pattern not in used]:
        raise ValueError(f"{miss.label}: {miss.base} says nothing of {unused}")
    return changed if miss.exit_code is None else with_exit_code(changed, miss.exit_code)


def variant_of(document: Document, seed: str, variant: str) -> Document:
    """The case in one of the variants; with the same seed the same one."""
    dice = random.Random(seed)
    damages: dict[str, Callable[[Document], Document]] = {
        "noisy": lambda d: with_logs(d, (noisy(dice),)),
        "cut": lambda d: with_logs(d, (noisy(dice), cut, prefixed)),
        "without events": without_events,
        "structured logs": lambda d: with_logs(d, (noisy(dice), as_json)),
    }
    if variant == "as it is":
        return document
    strange = variant not in {"renamed", "without events"}
    changed = disguised(document, seed, images=strange, machines=strange)
    return damages[variant](changed) if variant in damages else changed


async def judged(document: Document, name: str, taxonomy: Taxonomy) -> tuple[EvidenceBundle, Conclusion] | None:
    """Opened by its signals and concluded, as a cluster would; None when no case opens."""
    snapshot = Snapshot(open_text(msgspec.json.encode(document), f"{name}.json"))
    triage = Triage(snapshot, taxonomy)
    main = await triage.main(await triage.findings())
    if main is None:
        return None
    analysis = await Analyst(taxonomy, SECRETS_AND_EMAILS, key=_KEY).analyse(snapshot, main, triage)
    return analysis.bundle, analysis.conclusion


def read_document(path: Path) -> Document:
    """A saved case, its times as texts."""
    document: Document = yaml.load(path.read_bytes(), Loader=_TextLoader)  # noqa: S506 (a SafeLoader)
    return document


class _TextLoader(yaml.SafeLoader):
    """Leaves times as texts, as Kubernetes has them."""

    yaml_implicit_resolvers = {  # noqa: RUF012 (declared by the base class, without ClassVar)
        first: [(tag, pattern) for tag, pattern in found if tag != "tag:yaml.org,2002:timestamp"]
        for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
