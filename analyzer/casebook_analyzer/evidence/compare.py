"""What differs between two revisions of a workload, one readable line per change."""

import re
from collections.abc import Iterator, Mapping

from casebook_analyzer.evidence.compare_probes import probe_fix
from casebook_analyzer.evidence.fixes import image_fix, moved
from casebook_analyzer.evidence.quantities import amount
from casebook_analyzer.models import Change, ContainerTemplate, WorkloadTemplate

_MAX_COMMAND = 80
"""Characters of a command that a line shows."""

_HOOKS = frozenset({"postStart", "preStop"})

_SOURCES = {
    "configmap": "ConfigMap",
    "secret": "Secret",
    "pvc": "PersistentVolumeClaim",
    "projected": "projected volume",
    "image": "image",
    "csi": "CSI volume",
    "nfs": "NFS volume",
}
"""First word of a volume or of an environment source -> what people call it. Other words are those of the API."""


_RELOADED = re.compile(r"STAKATER_.+_(?P<kind>CONFIGMAP|SECRET)")
"""Stakater Reloader makes new pods by this variable, which it names after what was written."""
_RELOADED_KINDS = {"CONFIGMAP": "ConfigMap", "SECRET": "Secret"}


def compare_templates(before: WorkloadTemplate, after: WorkloadTemplate) -> tuple[Change, ...]:
    """What changed between two templates, containers first. Empty when only the revision's name differs.

    It is used both ways: from the last good revision to the failing one it says what changed before the failure, from
    the failing one to the one that recovered it says what fixed it.
    """
    old = {container.name: container for container in before.containers}
    new = {container.name: container for container in after.containers}
    come, gone = sorted(new.keys() - old.keys()), sorted(old.keys() - new.keys())
    changes = [Change(text=f"container {name} added", fix="add a container") for name in come]
    changes += [Change(text=f"container {name} removed", fix="remove a container") for name in gone]
    for name in sorted(old.keys() & new.keys()):
        changes += _container(old[name], new[name])
    changes += _volumes(before.volumes, after.volumes)
    if before.service_account != after.service_account:
        text = f"service account: {before.service_account or 'default'} -> {after.service_account or 'default'}"
        changes.append(Change(text=text, fix="use another service account"))
    changes += _checksums(before.checksums, after.checksums)
    changes += _node_selector(before.node_selector, after.node_selector)
    return tuple(changes)


def _container(old: ContainerTemplate, new: ContainerTemplate) -> Iterator[Change]:
    of = f" of container {new.name}"
    if old.image != new.image:
        text = f"image{of}: {old.image or 'none'} -> {new.image or 'none'}"
        yield Change(text=text, fix=image_fix(old.image, new.image))
    if old.command != new.command:
        yield Change(text=f"command{of}: {_command(old.command)} -> {_command(new.command)}", fix="change the command")
    yield from _env(old.env, new.env, f" container {new.name}")
    yield from _env_from(old.env_from, new.env_from, f" container {new.name}")
    yield from _limits(old.limits, new.limits, of)
    yield from _requests(old, new, of)
    yield from _probes(old.probes, new.probes, of)
    yield from _mounts(old.mounts, new.mounts, f" container {new.name}")


def _command(command: tuple[str, ...]) -> str:
    text = " ".join(command) or "the image's"
    return text if len(text) <= _MAX_COMMAND else text[:_MAX_COMMAND] + "…"


def _env(old: Mapping[str, str], new: Mapping[str, str], where: str) -> Iterator[Change]:
    for name in sorted(old.keys() | new.keys()):
        if name not in old:
            yield Change(text=f"env {name} added to{where}", fix=f"set the environment variable {name}")
        elif name not in new:
            yield Change(text=f"env {name} removed from{where}", fix=f"remove the environment variable {name}")
        elif old[name] != new[name] and (reloaded := _RELOADED.fullmatch(name)):
            yield Change(text=f"env {name} changed in{where}", fix=f"change the {_RELOADED_KINDS[reloaded['kind']]}")
        elif old[name] != new[name]:  # values are digests: the reader learns which, not what
            yield Change(text=f"env {name} changed in{where}", fix=f"change the environment variable {name}")


def _env_from(old: tuple[str, ...], new: tuple[str, ...], where: str) -> Iterator[Change]:
    """One ConfigMap for another is one fix: tools that put a hash into the name change it with every value."""
    gone, come = sorted(set(old) - set(new)), sorted(set(new) - set(old))
    both = {_source(item) for item in gone} & {_source(item) for item in come}
    for items, verb, to in ((come, "added", "to"), (gone, "removed", "from")):
        for item in items:
            source = _source(item)
            fix = f"{'add' if verb == 'added' else 'remove'} a {source} as a source of the environment"
            if source in both:
                fix = f"take the environment from another {source}"
            yield Change(text=f"environment source {item} {verb} {to}{where}", fix=fix)


def _limits(old: Mapping[str, str], new: Mapping[str, str], of: str) -> Iterator[Change]:
    for name in sorted(old.keys() | new.keys()):
        if _differs(old.get(name), new.get(name)):
            text = f"{name} limit{of}: {old.get(name, 'none')} -> {new.get(name, 'none')}"
            yield Change(text=text, fix=moved(old.get(name), new.get(name), f"{name} limit"))


def _requests(old: ContainerTemplate, new: ContainerTemplate, of: str) -> Iterator[Change]:
    """A request that is not given is the limit: where it has only followed, the limit is what was changed."""
    for name in sorted(old.requests.keys() | new.requests.keys()):
        before, after = old.requests.get(name), new.requests.get(name)
        if _differs(before, after):
            follows = before == old.limits.get(name) and after == new.limits.get(name)
            text = f"{name} request{of}: {before or 'none'} -> {after or 'none'}"
            yield Change(text=text, fix=moved(before, after, f"{name} {'limit' if follows else 'request'}"))


def _differs(old: str | None, new: str | None) -> bool:
    """Whether two quantities are different ones: 1Gi and 1024Mi are not."""
    if old is None or new is None or old == new:
        return old != new
    before = amount(old)
    return before is None or before != amount(new)


def _probes(old: Mapping[str, str], new: Mapping[str, str], of: str) -> Iterator[Change]:
    for name in sorted(old.keys() | new.keys()):
        before, after = old.get(name, ""), new.get(name, "")
        if before != after:
            what = f"{name} {'hook' if name in _HOOKS else 'probe'}"
            text = f"{what}{of}: {before or 'none'} -> {after or 'none'}"
            yield Change(text=text, fix=probe_fix(before, after, what))


def _mounts(old: tuple[str, ...], new: tuple[str, ...], where: str) -> Iterator[Change]:
    gone, come = sorted(set(old) - set(new)), sorted(set(new) - set(old))
    both = {_name(item) for item in gone} & {_name(item) for item in come}
    for item in come:
        fix = "change a mount" if _name(item) in both else "add a mount"
        yield Change(text=f"mount {item} added to{where}", fix=fix)
    for item in gone:
        fix = "change a mount" if _name(item) in both else "remove a mount"
        yield Change(text=f"mount {item} removed from{where}", fix=fix)


def _volumes(before: tuple[str, ...], after: tuple[str, ...]) -> Iterator[Change]:
    old, new = ({_name(line): line for line in lines} for lines in (before, after))
    for name in sorted(old.keys() | new.keys()):
        gone, come = old.get(name, ""), new.get(name, "")
        if gone == come:
            continue
        if not gone:
            yield Change(text=f"volume {come} added", fix=f"add a volume ({_source(_content(come))})")
        elif not come:
            yield Change(text=f"volume {gone} removed", fix=f"remove a volume ({_source(_content(gone))})")
        else:
            yield Change(text=f"volume {gone} -> {_content(come)}", fix=_volume_fix(_content(gone), _content(come)))


def _volume_fix(old: str, new: str) -> str:
    source = _source(new)
    if source != _source(old):
        return f"use a {source} for a volume"
    words = "/" in new and old.partition(" ")[0].partition("[")[0] != new.partition(" ")[0].partition("[")[0]
    return f"use another {source} for a volume" if words else f"change a volume ({source})"


def _name(line: str) -> str:
    return line.partition(":")[0]


def _content(volume: str) -> str:
    return volume.partition(": ")[2]


def _source(item: str) -> str:
    """The kind in a reference: ``ConfigMap`` for ``configmap/app-config (optional)``."""
    word = item.partition("/")[0].partition(" ")[0].partition("(")[0]
    return _SOURCES.get(word, word or "volume")


def _checksums(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Change]:
    """Where both have one: a chart that begins to keep it has changed nothing."""
    for key in sorted(old.keys() & new.keys()):
        if old[key] != new[key]:
            yield Change(text=f"what the annotation {key} stands for changed", fix=f"change what {key} stands for")


def _node_selector(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Change]:
    for key in sorted(old.keys() | new.keys()):
        if key not in old:
            yield Change(text=f"node selector {key}={new[key]} added", fix=f"set the node selector {key}")
        elif key not in new:
            yield Change(text=f"node selector {key}={old[key]} removed", fix=f"remove the node selector {key}")
        elif old[key] != new[key]:
            text = f"node selector {key}: {old[key]} -> {new[key]}"
            yield Change(text=text, fix=f"change the node selector {key}")
