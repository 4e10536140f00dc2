"""The pods that hold a device."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from casebook_operator.collectors.device_holders import COLLECTOR
from casebook_operator.kube import Object
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Collect, Texts, obj

ADDRESS, UUID = "0000:3b:00", "GPU-8a5c1111-2222-3333-4444-555566667777"
ANOTHER = "GPU-00000000-2222-3333-4444-555566667777"
LINE = "NVRM: Xid (PCI:0000:3b:00): 79, pid=1, name=python, GPU has fallen off the bus."
HELD = "pods that hold 0000:3b:00"


@pytest.fixture
def device(gpu_context: CollectorContext) -> CollectorContext:
    """Twenty-five pods of the node ask for one GPU each, and none says which."""
    subject = msgspec.structs.replace(gpu_context.subject, device=ADDRESS)
    signal = msgspec.structs.replace(gpu_context.signal, device=ADDRESS, failure_class="GPU", message=LINE)
    return replace(gpu_context, subject=subject, signal=signal)


def gpu_pod(name: str, *, asks: str = "1", env: str = "", annotation: str = "", **spec: Any) -> Object:
    container = {"name": "c", "resources": {"requests": {"nvidia.com/gpu": asks}}}
    if env:
        container["env"] = [{"name": "NVIDIA_VISIBLE_DEVICES", "value": env}]
    annotations = {"scheduler.example.com/devices": annotation} if annotation else {}
    return obj(
        "Pod", name, "ml", annotations=annotations, spec={"nodeName": "gpu-1", "containers": [container], **spec}
    )


async def test_where_no_pod_says_that_it_holds_the_device_some_may(collect: Collect, device: CollectorContext) -> None:
    found = (await collect(COLLECTOR, device)).collected()
    assert found.entities == ()
    assert found.looked_for[0].startswith(
        f"{HELD}: no pod says that it does; one of 25 pods may: ml/train-00, ml/train-01"
    )
    assert found.looked_for[0].endswith(" and 5 more")


@pytest.mark.parametrize("said", [{"env": f"{UUID},{ANOTHER}"}, {"annotation": UUID}])
async def test_a_pod_that_names_the_device_holds_it(
    collect: Collect, device: CollectorContext, texts: Texts, said: dict[str, str]
) -> None:
    device.kube.add(gpu_pod("named", **said))
    signal = msgspec.structs.replace(device.signal, message=f"{LINE} GPU_UUID:{UUID}")
    found = await collect(COLLECTOR, replace(device, signal=signal))
    assert texts(found) == [f"Pod ml/named holds {ADDRESS}: it names {UUID}"]
    assert [(one.name, one.role) for one in found.collected().entities] == [("named", "affected")]
    assert found.collected().looked_for == (f"{HELD}: ml/named",)


async def test_a_pod_that_names_another_device_is_not_among_those_that_may(
    collect: Collect, device: CollectorContext
) -> None:
    device.kube.add(gpu_pod("other", annotation="0000:86:00.0"))
    assert "one of 25 pods" in (await collect(COLLECTOR, device)).collected().looked_for[0]


async def test_a_pod_that_has_all_gpus_of_the_node_has_this_one(
    collect: Collect, device: CollectorContext, texts: Texts
) -> None:
    assert device.node is not None
    number = device.node["status"]["capacity"]["nvidia.com/gpu"]
    device.kube.add(gpu_pod("whole", asks=number))
    assert texts(await collect(COLLECTOR, device)) == [
        f"Pod ml/whole holds {ADDRESS}: it has all {number} nvidia.com/gpu of the node"
    ]


def slice_of(*devices: Object) -> Object:
    return obj("ResourceSlice", "gpu-1", spec={
        "nodeName": "gpu-1", "driver": "gpu.nvidia.com", "pool": {"name": "gpu-1"}, "devices": list(devices),
    })  # fmt: skip


def claim(name: str, device: str) -> Object:
    result = {"request": "gpu", "driver": "gpu.nvidia.com", "pool": "gpu-1", "device": device}
    return obj("ResourceClaim", name, "ml", status={"allocation": {"devices": {"results": [result]}}})


async def test_a_resource_claim_says_which_device_it_was_given(
    collect: Collect, device: CollectorContext, texts: Texts
) -> None:
    known = [
        {
            "name": "gpu-0",
            "attributes": {"resource.kubernetes.io/pciBusID": {"string": "0000:3b:00.0"}, "uuid": {"string": UUID}},
        },
        {
            "name": "gpu-1",
            "attributes": {"uuid": {"string": ANOTHER}, "index": {"int": 1}},
        },
    ]
    for one in (slice_of(*known), claim("first", "gpu-0"), claim("second-x7", "gpu-1")):
        device.kube.add(one)
    device.kube.add(gpu_pod("direct", asks="0", resourceClaims=[{"name": "gpu", "resourceClaimName": "first"}]))
    made = gpu_pod("templated", asks="0", resourceClaims=[{"name": "gpu", "resourceClaimTemplateName": "t"}])
    made["status"] = {"resourceClaimStatuses": [{"name": "gpu", "resourceClaimName": "second-x7"}]}
    device.kube.add(made)
    assert texts(await collect(COLLECTOR, device)) == [
        f"Pod ml/direct holds {ADDRESS}: ResourceClaim ml/first was given it"
    ]


async def test_it_is_for_devices_of_nodes_alone(device: CollectorContext, context: CollectorContext) -> None:
    assert COLLECTOR.applies(device)
    assert not COLLECTOR.applies(replace(device, subject=msgspec.structs.replace(device.subject, device="")))
    assert not COLLECTOR.applies(replace(context, subject=msgspec.structs.replace(context.subject, device=ADDRESS)))
