"""A Lease of ``coordination.k8s.io/v1`` as shards use it: who holds a shard, of how many, and who would like to."""

from datetime import datetime

import msgspec

from casebook_operator.investigation.names import GROUP
from casebook_operator.kube import Object
from casebook_operator.kube.objects import metadata_of, spec_of
from casebook_operator.kube.times import to_micro_time
from casebook_operator.kube.values import mapping, text

COUNT = f"{GROUP}/shards"
WANTED = f"{GROUP}/wanted-by"


class LeaseRecord(msgspec.Struct, frozen=True):
    """What a Lease says. Times in it are those of somebody else's clock, and are only looked at by people."""

    version: str = ""
    """The resource version: it changes whenever anything does. Empty: there is no such Lease."""
    holder: str = ""
    """Empty for a shard that was given back, or never taken."""
    count: int = 0
    """Of how many shards its holder knew."""
    wanted: str = ""
    """Who holds no shard and asks for this one, from a holder of several."""
    transitions: int = 0
    """How often it went from one holder to another."""


def record_of(body: Object) -> LeaseRecord:
    """Read a Lease. What somebody else has written into it is read as if it were not there."""
    metadata, spec = metadata_of(body), spec_of(body)
    annotations = mapping(metadata, "annotations")
    count, transitions = text(annotations, COUNT), spec.get("leaseTransitions")
    return LeaseRecord(
        version=text(metadata, "resourceVersion"),
        holder=text(spec, "holderIdentity"),
        count=int(count) if count.isdecimal() else 0,
        wanted=text(annotations, WANTED),
        transitions=transitions if isinstance(transitions, int) else 0,
    )


def held(holder: str, *, count: int, seconds: float, transitions: int, now: datetime) -> tuple[Object, Object]:
    """(annotations, spec) of a Lease that was just taken."""
    return {COUNT: str(count), WANTED: ""}, {
        "holderIdentity": holder,
        "leaseDurationSeconds": max(1, round(seconds)),
        "acquireTime": to_micro_time(now),
        "renewTime": to_micro_time(now),
        "leaseTransitions": transitions,
    }
