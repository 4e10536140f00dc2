"""Errors of GPUs and other devices: they come in chains, and the first in time is the cause."""

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

from casebook_analyzer.classify.matching import Match, match_rule
from casebook_analyzer.models import Action, Category, Fact, FactKind
from casebook_analyzer.taxonomy import Condition, OtherReading, Rule, Strength, Xid

_LATEST = datetime.max.replace(tzinfo=UTC)
_SEEN_BY_PROGRAMS = (
    Condition(
        kind=FactKind.LOG,
        text=r"(?i)CUDA (?:error|failure)|GPU is lost|Unable to determine the device handle|NVML_ERROR|cudaError|NCCL",
    ),
    Condition(
        kind=(FactKind.STATE, FactKind.EVENT),
        text=r"(?i)UnexpectedAdmissionError|unhealthy devices|nvidia-container-cli|(?:Insufficient |OutOf)nvidia\.com",
    ),
)
_COMES_FROM = {
    Category.HARDWARE_FAILURE: "a broken card, its power or its cooling",
    Category.PCIE_ERROR: "the bus, the slot or the riser",
    Category.DRIVER_ISSUE: "the driver or the firmware",
    Category.SOFTWARE_BUG: "the program",
}
_WORKLOAD_CHANGE = Condition(kind=FactKind.CHANGE, attributes={"change": "template"}, text=r"(?i)\bimage\b")
_DRIVER_CHANGE = Condition(kind=FactKind.CHANGE, attributes={"change": "driver"})


def match_xids(facts: Sequence[Fact], xids: Mapping[int, Xid], known: Mapping[str, str]) -> list[Match]:
    """One match per kind of Xid that can be a cause. When all are consequences the first stands alone, as unknown."""
    lines = sorted((f for f in facts if f.kind is FactKind.KERNEL and "xid" in f.attributes), key=order)
    causes: dict[int, Xid] = {}
    for index, fact in enumerate(lines):
        xid = _row(fact, xids)
        if not xid.consequence and not _follows(xid, fact, lines[:index]):
            causes.setdefault(xid.number, xid)
    if lines and not causes:
        first = _row(lines[0], xids)
        causes[first.number] = first
    rules = [_rule(xid) for xid in causes.values()]
    return [match for rule in rules if (match := match_rule(rule, lines + _others(facts), known)) is not None]


def order(fact: Fact) -> tuple[datetime, float, int]:
    """Sorts device errors by time; the kernel's own clock decides within one reading of the log."""
    uptime = float(fact.attributes.get("kernelTime", math.inf))
    return fact.time or _LATEST, uptime, int(fact.id[1:] or 0)


def first_in_time(matches: Iterable[Match]) -> tuple[list[Match], list[Match]]:
    """Splits the matches: those that stay, and device errors that came after the first one."""
    matches = list(matches)
    chain = [m for m in matches if m.rule.device and m.facts[0].kind is FactKind.KERNEL]
    if not chain:
        return matches, []
    # An Xid that nobody can interpret does not explain one that comes later and that the catalogue knows.
    known = [m for m in chain if m.rule.category is not Category.UNKNOWN] or chain
    cause = min(known, key=lambda m: order(m.facts[0]))
    later = [m for m in chain if m is not cause]
    return [m for m in matches if m not in later], later


def consequences(facts: Sequence[Fact], cited: Iterable[Fact]) -> list[Fact]:
    """Xid lines that the conclusion does not rest on, in order of time."""
    used = {fact.id for fact in cited}
    lines = (f for f in facts if f.kind is FactKind.KERNEL and "xid" in f.attributes and f.id not in used)
    return sorted(lines, key=order)


def _row(fact: Fact, xids: Mapping[int, Xid]) -> Xid:
    number = int(fact.attributes["xid"])
    return xids.get(number) or Xid(number=number, mnemonic="", name="not in NVIDIA's catalogue")


def _follows(xid: Xid, fact: Fact, earlier: Sequence[Fact]) -> bool:
    gpu = fact.attributes.get("pci")
    for before in earlier:
        same = not gpu or before.attributes.get("pci", gpu) == gpu
        if same and int(before.attributes["xid"]) in xid.consequence_of:
            return True
    return False


def _others(facts: Sequence[Fact]) -> list[Fact]:
    return [f for f in facts if not (f.kind is FactKind.KERNEL and "xid" in f.attributes)]


def _rule(xid: Xid) -> Rule:
    unknown = xid.category is Category.UNKNOWN
    alternatives = tuple(
        OtherReading(category=category, reason=f"Xid {xid.number} can also come from {_COMES_FROM[category]}.")
        for category in xid.alternates
    )
    strength = Strength.DECISIVE if not xid.alternates else Strength.STRONG
    change = _DRIVER_CHANGE if xid.category is Category.DRIVER_ISSUE else _WORKLOAD_CHANGE
    agrees = {Category.SOFTWARE_BUG: (change,), Category.DRIVER_ISSUE: (change,)}
    return Rule(
        id=f"xid-{xid.number}",
        category=xid.category,
        title=f"GPU error Xid {xid.number}: {xid.name}",
        strength=Strength.SUGGESTIVE if unknown else strength,
        device=True,
        source="NVIDIA Xid catalogue",
        all=(Condition(kind=FactKind.KERNEL, attributes={"xid": str(xid.number)}),),
        also=(*_SEEN_BY_PROGRAMS, *agrees.get(xid.category, ())),
        cause=f"The GPU[ at {{pci}}] reported Xid {xid.number} ({xid.name}).",
        effect="Programs that used the GPU fail.",
        alternatives=alternatives,
        missing=("The lines of the kernel log before this one: an earlier error would be the cause.",),
        actions=(Action(do=xid.action),) if xid.action else (),
    )
