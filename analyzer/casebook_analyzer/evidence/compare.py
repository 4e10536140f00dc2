"""What differs between two revisions of a workload, one readable line per change."""

from collections.abc import Iterator, Mapping

from casebook_analyzer.models import ContainerTemplate, WorkloadTemplate

_MAX_COMMAND = 80
"""Characters of a command that a line shows."""


def compare_templates(before: WorkloadTemplate, after: WorkloadTemplate) -> tuple[str, ...]:
    """The changes, containers first. Empty when only the revision's name differs.

    It reads both ways: from the last good revision to the failing one it says what changed before the failure, from
    the failing one to the one that recovered it says what fixed it.
    """
    old = {container.name: container for container in before.containers}
    new = {container.name: container for container in after.containers}
    lines: list[str] = [f"container {name} added" for name in sorted(new.keys() - old.keys())]
    lines += [f"container {name} removed" for name in sorted(old.keys() - new.keys())]
    for name in sorted(old.keys() & new.keys()):
        lines += _container(old[name], new[name])
    lines += _set("volume", before.volumes, after.volumes, "")
    if before.service_account != after.service_account:
        lines.append(f"service account: {before.service_account or 'default'} -> {after.service_account or 'default'}")
    lines += _map("node selector", before.node_selector, after.node_selector, "")
    return tuple(lines)


def _container(old: ContainerTemplate, new: ContainerTemplate) -> Iterator[str]:
    of = f" of container {new.name}"
    where = f" container {new.name}"
    if old.image != new.image:
        yield f"image{of}: {old.image or 'none'} -> {new.image or 'none'}"
    if old.command != new.command:
        yield f"command{of}: {_command(old.command)} -> {_command(new.command)}"
    yield from _env(old.env, new.env, where)
    yield from _set("environment source", old.env_from, new.env_from, where)
    yield from _resources("limit", old.limits, new.limits, of)
    yield from _resources("request", old.requests, new.requests, of)
    for name in sorted(old.probes.keys() | new.probes.keys()):
        if old.probes.get(name) != new.probes.get(name):
            yield f"{name} probe{of}: {old.probes.get(name, 'none')} -> {new.probes.get(name, 'none')}"
    yield from _set("mount", old.mounts, new.mounts, where)


def _command(command: tuple[str, ...]) -> str:
    text = " ".join(command) or "the image's"
    return text if len(text) <= _MAX_COMMAND else text[:_MAX_COMMAND] + "…"


def _env(old: Mapping[str, str], new: Mapping[str, str], where: str) -> Iterator[str]:
    for name in sorted(old.keys() | new.keys()):
        if name not in old:
            yield f"env {name} added to{where}"
        elif name not in new:
            yield f"env {name} removed from{where}"
        elif old[name] != new[name]:
            yield f"env {name} changed in{where}"  # values are digests: the reader learns which, not what


def _resources(word: str, old: Mapping[str, str], new: Mapping[str, str], of: str) -> Iterator[str]:
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            yield f"{name} {word}{of}: {old.get(name, 'none')} -> {new.get(name, 'none')}"


def _set(word: str, old: tuple[str, ...], new: tuple[str, ...], where: str) -> Iterator[str]:
    yield from (f"{word} {item} added{' to' + where if where else ''}" for item in sorted(set(new) - set(old)))
    yield from (f"{word} {item} removed{' from' + where if where else ''}" for item in sorted(set(old) - set(new)))


def _map(word: str, old: Mapping[str, str], new: Mapping[str, str], where: str) -> Iterator[str]:
    before = tuple(f"{key}={value}" for key, value in old.items())
    after = tuple(f"{key}={value}" for key, value in new.items())
    yield from _set(word, before, after, where)
