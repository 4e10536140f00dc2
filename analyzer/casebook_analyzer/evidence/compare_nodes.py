"""What was done to a node between a failure and its end."""

import re
from collections.abc import Iterator

from casebook_analyzer.models import Change, ObjectState, ResolutionKind

BOOT = "boot"
"""Key in the state of a node: its boot id, which every start of the kernel changes."""
CORDONED = "cordoned"
TAINTS = "taints"
"""Keys of the taints that somebody has set, separated by commas."""

_NUMBER = re.compile(r"\d{1,9}")
_VERSIONS = {
    "driver": "GPU driver",
    "kernel": "kernel",
    "kubelet": "kubelet",
    "runtime": "container runtime",
    "os": "OS image",
}

VERSIONS = tuple(_VERSIONS)
"""Keys in the state of a node: versions of what runs on it, called as in the environment tags."""


def compare_nodes(old: ObjectState, new: ObjectState) -> tuple[ResolutionKind, tuple[Change, ...]] | None:
    """What was changed, by kind and in detail, or None where nothing was.

    Another node has everything else anew, so that is said alone. A kernel is changed by starting it: the start is told
    only where there is no other reason for it.
    """
    if not old.exists:
        return None
    if not new.exists:
        change = Change(text=f"node {old.name} was removed from the cluster", fix="replace the node")
        return ResolutionKind.NODE_REPLACED, (change,)
    if old.uid and new.uid and old.uid != new.uid:
        change = Change(text=f"another node is called {old.name} now", fix="replace the node")
        return ResolutionKind.NODE_REPLACED, (change,)
    changes = (*_versions(old, new), *_opened(old, new))
    rebooted = _differs(old, new, BOOT) and not _differs(old, new, "kernel")
    boot = (Change(text=f"node {old.name} was rebooted", fix="reboot the node"),) if rebooted else ()
    if changes:
        return ResolutionKind.NODE_CHANGED, changes + boot
    return (ResolutionKind.NODE_REBOOTED, boot) if boot else None


def _versions(old: ObjectState, new: ObjectState) -> Iterator[Change]:
    for name, what in _VERSIONS.items():
        if _differs(old, new, name):
            before, after = old.state[name], new.state[name]
            verb = "downgrade" if _numbers(after) < _numbers(before) else "upgrade"
            yield Change(text=f"{what} of node {old.name}: {before} -> {after}", fix=f"{verb} the {what} of the node")


def _opened(old: ObjectState, new: ObjectState) -> Iterator[Change]:
    """Cordons and taints that are gone. One that came may be part of the repair, but let nothing run again."""
    if CORDONED in old.state and CORDONED not in new.state:
        yield Change(text=f"node {old.name} was uncordoned", fix="uncordon the node")
    before, after = (set(one.state.get(TAINTS, "").split(",")) for one in (old, new))
    for key in sorted(before - after - {""}):
        yield Change(text=f"taint {key} removed from node {old.name}", fix=f"remove the taint {key} from the node")


def _differs(old: ObjectState, new: ObjectState, name: str) -> bool:
    """Where both tell: a label that is missing for a while is no other driver."""
    before, after = old.state.get(name), new.state.get(name)
    return bool(before and after and before != after)


def _numbers(version: str) -> list[int]:
    return [int(number) for number in _NUMBER.findall(version)]
