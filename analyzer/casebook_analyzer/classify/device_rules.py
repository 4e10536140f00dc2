"""Rules that are made of a row of the Xid or SXid table when a line has its number."""

from collections.abc import Sequence

from casebook_analyzer.classify.xid_reading import XidReading, read_xid
from casebook_analyzer.models import Category, Fact, FactKind
from casebook_analyzer.taxonomy import (
    Condition,
    ObjectToFix,
    OtherReading,
    Rule,
    Strength,
    Sxid,
    SxidKind,
    SxidTable,
    Xid,
)

_SEEN_BY_PROGRAMS = (
    Condition(
        kind=FactKind.LOG,
        text=r"(?i)CUDA (?:error|failure|unknown error)|number of CUDA devices|no CUDA-capable|GPU is lost"
        r"|Unable to determine the device handle|NVML_ERROR|cudaError|NCCL",
    ),
    Condition(
        kind=(FactKind.STATE, FactKind.EVENT),
        text=r"(?i)UnexpectedAdmissionError|unhealthy devices|nvidia-container-cli|(?:Insufficient |OutOf)nvidia\.com",
    ),
    Condition(kind=FactKind.NODE, matches={"resource": r"gpu", "bad": r"^true$"}),
)
_COMES_FROM = {
    Category.HARDWARE_FAILURE: "a broken card, its power or its cooling",
    Category.PCIE_ERROR: "the bus, the slot or the riser",
    Category.DRIVER_ISSUE: "the driver or the firmware",
    Category.SOFTWARE_BUG: "the program",
    Category.CONFIG_ERROR: "a setting",
}
_WORKLOAD_CHANGE = Condition(kind=FactKind.CHANGE, attributes={"change": "template"}, text=r"(?i)\bimage\b")
_DRIVER_CHANGE = Condition(kind=FactKind.CHANGE, matches={"change": "^(?:driver|kernel)$"})
_AGREES = {Category.SOFTWARE_BUG: (_WORKLOAD_CHANGE,), Category.DRIVER_ISSUE: (_DRIVER_CHANGE,)}
_EARLIER_LINES = ("The lines of the kernel log before this one: an earlier error would be the cause.",)
_NODE = (ObjectToFix(kind="Node", name="{node}", cluster_scoped=True),)
_MOST_ALTERNATIVES = 4


def xid_rule(xid: Xid, lines: Sequence[Fact], facts: Sequence[Fact]) -> Rule:
    """The rule for the Xid of ``lines``, whose category may depend on the other ``facts`` of the case."""
    reading = read_xid(xid, lines, facts)
    unknown = reading.category is Category.UNKNOWN
    return Rule(
        id=f"xid-{xid.number}",
        category=reading.category,
        title=f"GPU error Xid {xid.number}: {xid.name}",
        strength=Strength.SUGGESTIVE if unknown else _strength(reading, lines),
        device=True,
        source="NVIDIA Xid catalogue",
        all=(Condition(kind=FactKind.KERNEL, attributes={"xid": str(xid.number)}),),
        also=(*_SEEN_BY_PROGRAMS, *_AGREES.get(reading.category, ())),
        cause=" ".join(
            part
            for part in (
                f"The GPU[ at {{pci}}] reported Xid {xid.number} ({xid.name})[ on link {{link}}].",
                xid.meaning,
                reading.because,
                "The driver asks for: {recovery}." if any("recovery" in line.attributes for line in lines) else "",
            )
            if part
        ),
        effect="" if unknown else "Programs that use the GPU fail.",
        fix=() if reading.category is Category.SOFTWARE_BUG else _NODE,
        alternatives=_alternatives(f"Xid {xid.number}", reading.alternates),
        missing=_EARLIER_LINES,
        actions=xid.actions,
    )


def _strength(reading: XidReading, lines: Sequence[Fact]) -> Strength:
    if all(line.attributes.get("severity") == "Nonfatal" for line in lines):
        return Strength.SUGGESTIVE
    return Strength.STRONG if reading.alternates else Strength.DECISIVE


def sxid_rule(fact: Fact, row: Sxid | None, table: SxidTable) -> Rule:
    """The rule for an NVSwitch error; ``row`` is None for a number that NVIDIA's guide does not have."""
    number = fact.attributes["sxid"]
    kind = row.kind if row else SxidKind.NON_FATAL
    if fact.attributes.get("severity") == "Fatal" and kind in {SxidKind.HARMLESS, SxidKind.NON_FATAL}:
        kind = SxidKind.FATAL
    name = f" ({row.name})" if row else ""
    fatal = kind in {SxidKind.FATAL, SxidKind.ALWAYS_FATAL}
    return Rule(
        id=f"sxid-{number}",
        category=Category.HARDWARE_FAILURE,
        title=f"NVSwitch error SXid {number}{name}",
        strength=Strength.DECISIVE if fatal else Strength.SUGGESTIVE,
        generic=kind is SxidKind.HARMLESS,
        device=kind is not SxidKind.HARMLESS,
        source="NVIDIA fabric manager user guide, appendix D",
        all=(Condition(kind=FactKind.KERNEL, attributes={"sxid": number}),),
        also=(*_SEEN_BY_PROGRAMS, Condition(kind=FactKind.KERNEL, matches={"xid": r"^(?:74|14[4-9]|150|155)$"})),
        cause=f"The NVSwitch[ at {{pci}}] reported SXid {number}{name}[ on link {{link}}], which is {kind.value}.",
        effect="Programs that use NVLink hang or fail." if fatal else "",
        fix=_NODE,
        alternatives=_alternatives(f"SXid {number}", (Category.DRIVER_ISSUE,)),
        missing=_EARLIER_LINES,
        actions=table.advice.get(kind, ()),
    )


def _alternatives(what: str, categories: Sequence[Category]) -> tuple[OtherReading, ...]:
    distinct = tuple(dict.fromkeys(categories))[:_MOST_ALTERNATIVES]
    return tuple(OtherReading(category=c, reason=f"{what} can also come from {_COMES_FROM[c]}.") for c in distinct)
