"""Errors of GPUs and other devices: they come in chains, and the first in time is the cause."""

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from casebook_analyzer.classify.device_order import SAME_DEVICE, can_follow, is_same_device, order, seconds_between
from casebook_analyzer.classify.device_rules import sxid_rule, xid_rule
from casebook_analyzer.classify.matching import Match, match_rule
from casebook_analyzer.models import Category, Fact, FactKind
from casebook_analyzer.taxonomy import OtherReading, SxidTable, Xid

__all__ = ["consequences", "first_in_time", "match_sxids", "match_xids", "order"]

_RECORDS, _AT_ONCE = frozenset({63}), 5.0
"""Xids that only record what is done about an error, and the seconds within which that error may be written after them:
a row is marked for replacement before or after the error for which it is."""
_PHYSICAL = frozenset({Category.HARDWARE_FAILURE, Category.PCIE_ERROR})
_NO_ANSWER = re.compile(r"(?i)\btime(?:d )?-?out\b|\bnot respond")
_ABSENCE = frozenset({"pcie-link-down", "pcie-dpc"})
"""Patterns of the kernel log (pciehp_ctrl.c, dpc.c)."""
_MOST_ALTERNATIVES = 4


def match_xids(facts: Sequence[Fact], xids: Mapping[int, Xid], known: Mapping[str, str]) -> list[Match]:
    """One match per kind of Xid that can be a cause. When all are consequences the first stands alone, as unknown."""
    lines = sorted((f for f in facts if _is_numbered(f, "xid")), key=order)
    causes: dict[int, Xid] = {}
    for index, fact in enumerate(lines):
        xid = _row(fact, xids)
        if not xid.consequence and not (_follows(xid, fact, lines[:index]) or _records(xid, fact, lines[index + 1 :])):
            causes.setdefault(xid.number, xid)
    if lines and not causes:
        first = _row(lines[0], xids)
        causes[first.number] = first
    ordered = [*lines, *(f for f in facts if not _is_numbered(f, "xid"))]
    rules = (xid_rule(xid, [f for f in lines if f.attributes["xid"] == str(n)], facts) for n, xid in causes.items())
    return [match for rule in rules if (match := match_rule(rule, ordered, known)) is not None]


def match_sxids(facts: Sequence[Fact], table: SxidTable, known: Mapping[str, str]) -> list[Match]:
    """One match per kind of NVSwitch error."""
    lines = sorted((f for f in facts if _is_numbered(f, "sxid")), key=order)
    ordered = [*lines, *(f for f in facts if f not in lines)]
    first = {fact.attributes["sxid"]: fact for fact in reversed(lines)}
    rules = [sxid_rule(fact, table.row(int(number)), table) for number, fact in first.items()]
    return [match for rule in rules if (match := match_rule(rule, ordered, known)) is not None]


def first_in_time(matches: Iterable[Match]) -> tuple[list[Match], list[Match]]:
    """Splits the matches: those that stay, and errors of devices that follow from the first one.

    A program's error breaks no hardware: where a card or the bus fails around the same time, that is the cause, and
    the program was only the first to notice.
    """
    matches = [m for m in matches if _nearest(m) <= SAME_DEVICE]
    chain = [m for m in matches if m.rule.device and m.facts[0].kind is FactKind.KERNEL]
    if not chain:
        return matches, []
    cause = _cause(chain)
    related = [m for m in chain if m is not cause and can_follow(cause.facts[0], m.facts[0])]
    later = [m for m in related if max(map(order, m.facts)) >= order(cause.facts[0])]
    kept = [_with_other_readings(m, later) if m is cause else m for m in matches if m not in related]
    return kept, later


def is_undated(match: Match) -> bool:
    """Whether a rule joins what the kernel says of a device with what a program says, and no clock does."""
    gaps = _gaps(match)
    return bool(gaps) and all(gap is None for gap in gaps)


def consequences(facts: Sequence[Fact], cited: Iterable[Fact]) -> list[Fact]:
    """Xid lines that the conclusion does not rest on, in order of time."""
    used = {fact.id for fact in cited}
    lines = (f for f in facts if _is_numbered(f, "xid") and f.id not in used)
    return sorted(lines, key=order)


def _is_numbered(fact: Fact, number: str) -> bool:
    """Whether the attribute is a number: a user's own pattern may have a group of that name."""
    return fact.kind is FactKind.KERNEL and fact.attributes.get(number, "").isdecimal()


def _gaps(match: Match) -> list[float | None]:
    """Seconds between lines of the kernel and words of a program, of which a match needs both."""
    lines = [fact for found in match.needed for fact in found if {one.kind for one in found} == {FactKind.KERNEL}]
    said = [fact for found in match.needed for fact in found if {one.kind for one in found} == {FactKind.LOG}]
    return [seconds_between(line, other) for line in lines for other in said] if match.rule.device else []


def _nearest(match: Match) -> float:
    """How near in time what a match joins is; 0 where it joins nothing, or no clock tells."""
    return min((abs(gap) for gap in _gaps(match) if gap is not None), default=0.0)


def _cause(chain: Sequence[Match]) -> Match:
    # An error that nobody can interpret does not explain one that is known.
    known = [m for m in chain if m.rule.category is not Category.UNKNOWN] or list(chain)
    first = min(known, key=_when)
    if _only_waits(first):
        gone = [m for m in known if _tells_of_absence(m) and can_follow(first.facts[0], m.facts[0])]
        first = min(gone, key=_when, default=first)
    if first.rule.category is Category.SOFTWARE_BUG:
        broken = [m for m in known if _is_physical(m) and can_follow(first.facts[0], m.facts[0])]
        return min(broken, key=_when, default=first)
    return first


def _when(match: Match) -> tuple[object, ...]:
    return min(order(fact) for fact in match.facts if fact.kind is FactKind.KERNEL)


def _only_waits(match: Match) -> bool:
    """Whether its first line says no more than that a device does not answer."""
    return bool(_NO_ANSWER.search(min(match.facts, key=order).text))


def _tells_of_absence(match: Match) -> bool:
    """Whether the bus says that nothing is there: a command that was on its way runs out of time before or after."""
    return any(fact.attributes.get("pattern", "") in _ABSENCE for fact in match.facts)


def _is_physical(match: Match) -> bool:
    """Whether a program cannot have caused it."""
    others = {reading.category for reading in match.rule.alternatives}
    return match.rule.category in _PHYSICAL and Category.SOFTWARE_BUG not in others


def _with_other_readings(cause: Match, later: Sequence[Match]) -> Match:
    """The cause with what followed as other readings: the order of lines within a second can deceive."""
    named = {cause.rule.category, *(reading.category for reading in cause.rule.alternatives)}
    readings = [*cause.rule.alternatives]
    for match in later:
        if match.rule.category not in named and _is_physical(match):
            named.add(match.rule.category)
            readings.append(
                OtherReading(category=match.rule.category, reason=f"It was followed by: {match.rule.title}.")
            )
    rule = msgspec.structs.replace(cause.rule, alternatives=tuple(readings[:_MOST_ALTERNATIVES]))
    return msgspec.structs.replace(cause, rule=rule)


def _row(fact: Fact, xids: Mapping[int, Xid]) -> Xid:
    number = int(fact.attributes["xid"])
    return xids.get(number) or Xid(number=number, name="not in NVIDIA's catalogue")


def _records(xid: Xid, fact: Fact, later: Sequence[Fact]) -> bool:
    """Whether it only records what is done about an error of the same GPU that was written at once after it."""
    if xid.number not in _RECORDS:
        return False
    errors = (f for f in later if int(f.attributes["xid"]) in xid.consequence_of and is_same_device(f, fact))
    gaps = [seconds_between(fact, error) for error in errors]
    return any(gap is not None and gap <= _AT_ONCE for gap in gaps)


def _follows(xid: Xid, fact: Fact, earlier: Sequence[Fact]) -> bool:
    """The newest drivers name the parent themselves; else an error of the same GPU, or of one that is not named."""
    if fact.attributes.get("previous"):
        return True
    for before in earlier:
        same = is_same_device(before, fact) or not (before.attributes.get("pci") and fact.attributes.get("pci"))
        if same and int(before.attributes["xid"]) in xid.consequence_of and can_follow(before, fact):
            return True
    return False
