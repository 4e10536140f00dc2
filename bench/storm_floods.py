"""Floods of what is one failure or none: Events of a pod, lines of a kernel, conditions that flap, pods deleted."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from rich.table import Table

from bench.detection import merge_patch
from bench.hostile import BANK
from bench.scale_objects import node
from bench.storm_floor import Floor, Usage, at_once, namespace, pod_body
from casebook_analyzer.errors import CasebookError
from casebook_operator.kube import paths

XID_LINES = 800_000
_XID = "NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus."
_EVENTS_PER_SECOND = 500
_XIDS_PER_SECOND = 50
_NODES = 10
_PODS = "flood"


async def events(floor: Floor, table: Table, seconds: float) -> None:
    """New Events of one pod, each telling what its status would tell: they open nothing by themselves."""
    body = pod_body("noisy")
    body["spec"]["nodeName"] = "nowhere"  # or it is a pod that fits nowhere
    made = await floor.kube.create(paths.collection("Pod", BANK), body)
    about = {"kind": "Pod", "namespace": BANK, "name": "noisy", "uid": made["metadata"]["uid"]}

    async def one(number: int) -> None:
        event = _event(f"noisy.{number}", BANK, about, "BackOff", "Back-off restarting failed container", 1)
        await floor.kube.create(paths.collection("Event", BANK), event)

    await _flood(floor, table, "Events of one pod", one, seconds, _EVENTS_PER_SECOND)


async def xids(floor: Floor, table: Table, seconds: float) -> None:
    """One Event that counts a line up to :data:`XID_LINES`, as node-problem-detector does."""
    await floor.kube.create(paths.collection("Node"), {"metadata": {"name": "xids"}})
    about = {"kind": "Node", "name": "xids", "uid": "xids"}
    body = _event("xids", "default", about, "XidError", _XID, 1)
    await floor.kube.create(paths.collection("Event", "default"), body)
    step = XID_LINES / (seconds * _XIDS_PER_SECOND)

    async def one(number: int) -> None:
        counted = {"count": round(step * (number + 1)), "lastTimestamp": _now()}
        await merge_patch(floor.kube, paths.item("Event", "default", "xids"), counted)

    await _flood(floor, table, f"{XID_LINES:,} lines of one Xid", one, seconds, _XIDS_PER_SECOND, "/xids")


async def flaps(floor: Floor, table: Table, seconds: float) -> None:
    """Nodes whose condition changes each second."""
    names = [f"flap-{number}" for number in range(_NODES)]
    for name in names:
        await floor.kube.create(paths.collection("Node"), {"metadata": {"name": name}})

    async def one(number: int) -> None:
        body = node(0)["status"]["conditions"][0]
        broken = number // _NODES % 2 == 0
        condition = body | {"type": "KernelDeadlock", "status": str(broken), "reason": "DockerHung"}
        path = paths.item("Node", "", names[number % _NODES]) + "/status"
        await merge_patch(floor.kube, path, {"status": {"conditions": [condition]}})

    await _flood(floor, table, f"{_NODES} nodes flap", one, seconds, _NODES, *(f"/{name}" for name in names))


async def deletions(floor: Floor, table: Table, number: int) -> None:
    """Pods that all go at once."""
    await namespace(floor.kube, _PODS)
    collection = paths.collection("Pod", _PODS)
    await at_once(floor.kube.create(collection, pod_body(f"flood-{one}")) for one in range(number))
    await asyncio.sleep(3)
    usage, before = Usage(floor.here), len(floor.watch.seen)
    await usage.begin()
    sampling = asyncio.create_task(usage.sample())
    begun = time.monotonic()
    while await floor.kube.list(collection, limit=1, pages=1):
        with suppress(CasebookError):  # the answer comes late and is long: it has all that was deleted
            await floor.kube._request("DELETE", collection, {"gracePeriodSeconds": 0})  # noqa: SLF001
    took = time.monotonic() - begun
    await asyncio.sleep(5)
    sampling.cancel()
    seen = f"{len(floor.watch.seen) - before} of 0"
    table.add_row(f"{number} pods deleted in {took:.1f} s", seen, "", "", "", "", *await usage.cells())


async def _flood(
    floor: Floor,
    table: Table,
    name: str,
    one: Callable[[int], Awaitable[None]],
    seconds: float,
    per_second: float,
    *subjects: str,
) -> None:
    usage = Usage(floor.here)
    await usage.begin()
    sampling = asyncio.create_task(usage.sample())
    begun = time.monotonic()

    async def due(number: int) -> None:
        await asyncio.sleep(max(0.0, begun + number / per_second - time.monotonic()))
        await one(number)

    await at_once(due(number) for number in range(round(seconds * per_second)))
    rate = seconds * per_second / (time.monotonic() - begun)
    await asyncio.sleep(3)
    sampling.cancel()
    known = [subject for subject in floor.watch.seen if subject in subjects]
    about = f"{name}, {rate:.0f} a second for {time.monotonic() - begun - 3:.0f} s"
    table.add_row(about, f"{len(known)} of {len(subjects)}", "", "", "", "", *await usage.cells())


def _event(name: str, where: str, about: dict[str, Any], reason: str, message: str, count: int) -> dict[str, Any]:
    return {
        "metadata": {"name": name, "namespace": where},
        "involvedObject": about,
        "reason": reason,
        "type": "Warning",
        "message": message,
        "count": count,
        "firstTimestamp": _now(),
        "lastTimestamp": _now(),
        "source": {"component": "kernel-monitor" if about["kind"] == "Node" else "kubelet"},
    }


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
