"""Dynamic resource allocation: which device a claim was given, and under which names the driver knows that device.

A ResourceSlice lists the devices of a node with attributes such as the UUID and the PCI address; the status of a
ResourceClaim says which of them it was given (resource.k8s.io/v1, KEP 4381).
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from casebook_analyzer.evidence.device_names import device_name
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, namespace_of, spec_of
from casebook_operator.kube.values import mapping, mappings, text
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every, find
from casebook_operator.reading.findings import Findings

MAX_CLAIMS = 32
"""Claims of pods of one node that are read: more than a machine has devices that anybody claims."""

_NAMING = ("uuid", "pciBusID", "pciAddress", "index")
"""Ends of the attributes that name a device (``resource.kubernetes.io/pciBusID``; NVIDIA's driver: ``uuid``)."""


class DevicePlace(NamedTuple):
    """Where a driver keeps a device."""

    driver: str
    pool: str
    device: str


class ClaimedDevices(msgspec.Struct, frozen=True):
    """What a node's drivers and claims say."""

    names: dict[DevicePlace, frozenset[str]]
    """Under which names each device goes."""
    claims: dict[str, frozenset[tuple[str, str]]]
    """Claim (``namespace/name``) -> the pods, as (namespace, name), that use it."""
    given: dict[str, frozenset[DevicePlace]]
    """Claim -> the devices that it was given."""


def names_by_driver(
    names: frozenset[str], claimed: ClaimedDevices
) -> tuple[frozenset[str], dict[tuple[str, str], str]]:
    """All names of the device, and the pods that hold it, each with the claim by which it does."""
    ours = {place: known for place, known in claimed.names.items() if known & names}
    holding = {
        pod: f"ResourceClaim {claim} was given it"
        for claim, places in claimed.given.items()
        if places & ours.keys()
        for pod in claimed.claims.get(claim, ())
    }
    return names.union(*ours.values()), holding


async def claims_on(
    context: CollectorContext, findings: Findings, node: Object, pods: Iterable[Object]
) -> ClaimedDevices:
    """Read the slices of a node, and the claims of pods on it."""
    slices = await every(context, findings, "ResourceSlice", fieldSelector=f"spec.nodeName={name_of(node)}") or ()
    users: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for pod in pods:
        for claim in _claims_of(pod):
            users.setdefault((namespace_of(pod), claim), set()).add((namespace_of(pod), name_of(pod)))
    given: dict[str, frozenset[DevicePlace]] = {}
    for namespace, name in sorted(users)[:MAX_CLAIMS]:
        sought = await find(context, findings, "ResourceClaim", namespace, name)
        if sought.obj is not None:
            given[f"{namespace}/{name}"] = frozenset(_given(sought.obj))
    claims = {f"{namespace}/{name}": frozenset(pods_of) for (namespace, name), pods_of in users.items()}
    return ClaimedDevices(dict(_named(slices)), claims, given)


def _claims_of(pod: Object) -> Iterator[str]:
    """Claims that are made from a template are called in the status of the pod."""
    for one in mappings(spec_of(pod), "resourceClaims"):
        yield text(one, "resourceClaimName")
    for one in mappings(pod, "status", "resourceClaimStatuses"):
        yield text(one, "resourceClaimName")


def _given(claim: Object) -> Iterator[DevicePlace]:
    for one in mappings(claim, "status", "allocation", "devices", "results"):
        yield DevicePlace(text(one, "driver"), text(one, "pool"), text(one, "device"))


def _named(slices: Iterable[Object]) -> Iterator[tuple[DevicePlace, frozenset[str]]]:
    for one in slices:
        spec = spec_of(one)
        for device in mappings(spec, "devices"):
            place = DevicePlace(text(spec, "driver"), text(spec, "pool", "name"), text(device, "name"))
            yield place, frozenset(_names_of(mapping(device, "attributes")))


def _names_of(attributes: Object) -> Iterator[str]:
    for attribute, value in attributes.items():
        if str(attribute).rpartition("/")[2] in _NAMING:
            told = mapping({"value": value}, "value")
            spelling = text(told, "string") or (f"GPU {told['int']}" if "int" in told else "")
            if name := device_name(spelling):
                yield name
