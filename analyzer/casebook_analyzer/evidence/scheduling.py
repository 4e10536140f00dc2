"""Why the scheduler found no node, taken from its one-line message. Pure, and indifferent to the version.

The grammar is ``0/N nodes are available: `` and either the reason of a PreFilter plugin or ``k reason, k reason``, then
a full stop and what PostFilter plugins say: ``preemption: 0/N nodes are available: ...``, since 1.34 also ``no new
claims to deallocate, preemption: ...`` (pkg/scheduler/framework/types.go, ``FitError.Error``). Words drift, so that
parts of them are matched: ``had taint {k: v}, that the pod didn't tolerate`` became ``had untolerated taint {k: v}``
about 1.25 and ``had untolerated taint(s)``, without the key, in 1.36. Cluster Autoscaler's ``pod didn't trigger
scale-up: k reason`` has the same list (cluster-autoscaler processors/status/eventing_scale_up_processor.go).
"""

import re
from collections.abc import Iterator

import msgspec

_HEAD = re.compile(r"\b(?P<fits>\d{1,9})/(?P<of>\d{1,9}) nodes are available:?\s*")
_SCALE_UP = re.compile(r"pod didn't trigger scale-up(?: \([^()]*\))?:\s*")
_POST_FILTER = re.compile(r"\.(?:\s|$)|,? preemption: ")
"""Reasons have no full stop inside, and one stands after the last."""
_NEXT = re.compile(r",\s+(?=\d+ )")
"""Reasons are joined by commas, and so are the parts of some: only a count begins a reason."""
_COUNTED = re.compile(r"(?P<nodes>\d{1,9}) (?P<reason>\S.*)", re.DOTALL)
_OLD = re.compile(r"(?<![A-Za-z' ./-])[' ./-]*+(?P<reason>[A-Za-z][A-Za-z' ./-]*+)\((?P<nodes>\d{1,9})\)")
"""Before 1.11: ``No nodes are available that match all of the predicates: Insufficient cpu (3), ...``."""
_TAINT = re.compile(r"taints?(?:\(s\))? \{(?P<taint>[^{}]*)\}")
_MOST = 20
"""Reasons of one message. There are about 30 in all (scheduler plugins), and no node set yields more than a handful."""


class SchedulingReason(msgspec.Struct, frozen=True, kw_only=True):
    """One reason, and how many nodes have it."""

    word: str
    """``insufficient``, ``taint``, ... as the attribute ``scheduling`` of a fact."""
    text: str
    nodes: int | None = None
    """None where it holds for the pod as a whole, before any node was looked at."""
    of: int | None = None
    resource: str = ""
    taint: str = ""
    """``key=value`` or ``key``; empty where the message does not tell."""


_WORDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("too-many-pods", re.compile(r"too many pods|insufficient pods\b", re.IGNORECASE)),
    # Before 'insufficient': volumes run out of storage and of attachment slots, and not of memory.
    (
        "volume",
        re.compile(
            r"volume|PersistentVolume|\bpvc?\b|pvc\(s\)|enough free storage|no available disk|storageclass"
            r"|CSINode|ReadWriteOncePod|NodeVolumeLimits",
            re.IGNORECASE,
        ),
    ),
    (
        "insufficient",
        re.compile(r"^Insufficient |\bInsufficient (?P<resource>\S+)|cannot allocate all claims", re.IGNORECASE),
    ),
    ("taint", re.compile(r"taint|tolerat", re.IGNORECASE)),
    ("unschedulable", re.compile(r"unschedulable|NodeUnschedulable", re.IGNORECASE)),
    ("pod-affinity", re.compile(r"pod (?:anti-)?affinity|pods anti-affinity|InterPodAffinity|MatchInterPodAffinity")),
    ("spread", re.compile(r"topology spread|PodTopologySpread", re.IGNORECASE)),
    (
        "affinity",
        re.compile(r"node affinity|node selector|affinity/selector|NodeAffinity|MatchNodeSelector", re.IGNORECASE),
    ),
    ("ports", re.compile(r"free (?:host )?ports|PodFitsHostPorts|NodePorts", re.IGNORECASE)),
    ("node-name", re.compile(r"requested (?:node name|hostname)|HostName\b", re.IGNORECASE)),
)
_INSUFFICIENT = re.compile(r"Insufficient (?P<resource>[\w./-]+)", re.IGNORECASE)


def parse_scheduling(message: str) -> tuple[SchedulingReason, ...]:
    """The reasons in a message of the scheduler or the autoscaler, in its order. Empty for any other message."""
    text = " ".join(message.split())
    head = _HEAD.search(text)
    if head is not None:
        body = _POST_FILTER.split(text[head.end() :], maxsplit=1)[0]
        return tuple(_reasons(body, int(head["of"])))[:_MOST]
    scale_up = _SCALE_UP.search(text)
    if scale_up is not None:
        return tuple(_reasons(text[scale_up.end() :], None))[:_MOST]
    if "match all of the predicates" in text:
        found = _OLD.finditer(text.partition("predicates:")[2])
        return tuple(_reason(match["reason"].strip(" ,"), int(match["nodes"]), None) for match in found)[:_MOST]
    whole = _reason(text, None, None)
    return () if whole.word == "other" else (whole,)


def _reasons(body: str, of: int | None) -> Iterator[SchedulingReason]:
    for part in _NEXT.split(body):
        text = part.strip(" .,")
        if not text:
            continue
        counted = _COUNTED.fullmatch(text)
        if counted is not None:
            yield _reason(counted["reason"], int(counted["nodes"]), of)
            continue
        yield _reason(text, None, of)  # a PreFilter plugin refuses the pod before any node is looked at


def _reason(text: str, nodes: int | None, of: int | None) -> SchedulingReason:
    text = text.strip(" .,")
    word = next((word for word, pattern in _WORDS if pattern.search(text)), "other")
    insufficient = _INSUFFICIENT.search(text) if word == "insufficient" else None
    taint = _TAINT.search(text) if word == "taint" else None
    return SchedulingReason(
        word=word,
        text=text,
        nodes=nodes,
        of=of,
        resource=insufficient["resource"].rstrip(".") if insufficient else "",
        taint=_taint(taint["taint"]) if taint else "",
    )


def _taint(braces: str) -> str:
    """``key: value``, where the value is often empty."""
    key, _, value = braces.partition(": ")
    return f"{key.strip(' :')}={value.strip()}" if value.strip() else key.strip(" :")
