"""Which claim, ConfigMap, Secret or directory stands where a path cannot be used, whoever says so."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from casebook_analyzer.classify.matching import Match
from casebook_analyzer.classify.own_words import said_rows
from casebook_analyzer.models import Category, Fact, FactKind

_ROOM = frozenset({Category.RESOURCE_EXHAUSTION, Category.HARDWARE_FAILURE})
"""Categories of disks: who has none left, or a broken one, often tells no path, or one below where it was started."""
_VOLUME = re.compile(r"\bvolume \\?\"(?P<name>[^\"\\]{1,253})\\?\"")
"""A volume in kubelet's Events: by its name in the pod, or that of its PersistentVolume."""
_JOINED, _GOES_ON = re.compile(r"[\w.-]$"), re.compile(r"[\w-]|\.\w")
_CLAIM = "PersistentVolumeClaim/"
_SETTINGS = ("ConfigMap/", "Secret/")
_OF_THE_NODE = "hostPath "
_SPEAKER = re.compile(r"^[^\s:]{1,253}: ")
"""Who speaks in a row of a shell or a tool: ``/usr/bin/env: ...``. Of a directory of the node it says nothing."""
_RUNS = "runs"
"""The attribute of a container with the script of its command line."""


def mounted(matches: Sequence[Match], facts: Sequence[Fact], sentence: str) -> Fact | None:
    """The mount on which lies what the rows of a cause name; None where a sentence names it already.

    Args:
        matches: Those that carry the category, the deciding one first.
        facts: Those that can explain the case.
        sentence: The summary so far.
    """
    mounts = [fact for fact in facts if fact.kind is FactKind.STATE and "mountPath" in fact.attributes]
    volumes = _volumes(facts)
    rows = (row for match in matches for _, row in said_rows(match)) if mounts else ()
    found = next((mount for row in rows for mount in _named(row, mounts, volumes)), None)
    if found is None and matches and matches[0].rule.of_settings is not None:
        found = _of_script(matches[0], facts, mounts)
    found = found or _only_claim(matches, mounts)
    return found if found is not None and found.attributes["mounted"] not in sentence else None


def by_origin(matches: Iterable[Match], facts: Sequence[Fact]) -> Iterator[Match]:
    """The matches; what is about a script has the category of settings where the script is mounted from them."""
    mounts = [fact for fact in facts if fact.kind is FactKind.STATE and "mountPath" in fact.attributes]
    for match in matches:
        of_settings = match.rule.of_settings
        mount = _of_script(match, facts, mounts) if of_settings is not None else None
        if of_settings is None or mount is None or not mount.attributes["mounted"].startswith(_SETTINGS):
            yield match
            continue
        others = tuple(other for other in match.rule.alternatives if other.category is not of_settings)
        rule = msgspec.structs.replace(match.rule, category=of_settings, alternatives=others)
        yield msgspec.structs.replace(match, rule=rule)


def sentence_of(mount: Fact, facts: Sequence[Fact]) -> str:
    """What a reader is told of a mount: ``PersistentVolumeClaim/data-0 (10Gi) is mounted at /data``."""
    at = mount.attributes
    kind, _, name = at["mounted"].partition("/")
    claims = (fact.attributes for fact in facts if fact.kind is FactKind.OBJECT)
    sizes = (c["requested"] for c in claims if (c.get("object"), c.get("name")) == (kind, name) and "requested" in c)
    size = next((f" ({size})" for size in sizes), "")
    how = f" {at['mode']}" if "mode" in at else ""
    return f"{at['mounted']}{size} is mounted{how} at {at['mountPath']}."


def _volumes(facts: Sequence[Fact]) -> dict[str, str]:
    """The PersistentVolume of each claim that was looked up, as mounts call the claim."""
    told = (fact.attributes for fact in facts if fact.kind is FactKind.OBJECT)
    return {f"{_CLAIM}{at['name']}": at["boundTo"] for at in told if "boundTo" in at}


def _named(row: str, mounts: Sequence[Fact], bound_to: Mapping[str, str]) -> list[Fact]:
    """Those on whose path something lies that a row names, the innermost first; then those whose volume it names."""
    about = _SPEAKER.sub("", row)
    own = [mount for mount in mounts if mount.attributes["mountPath"] != "/"]
    at = [mount for mount in own if _lies_on(mount, _part(mount, row, about))]
    volumes = {found["name"] for found in _VOLUME.finditer(row)}
    by_name = [m for m in mounts if {m.attributes["volume"], bound_to.get(m.attributes["mounted"])} & volumes]
    return [*sorted(at, key=lambda mount: -len(mount.attributes["mountPath"])), *by_name]


def _part(mount: Fact, row: str, about: str) -> str:
    """What of a row can be about a mount."""
    return about if mount.attributes["mounted"].startswith(_OF_THE_NODE) else row


def _of_script(match: Match, facts: Sequence[Fact], mounts: Sequence[Fact]) -> Fact | None:
    """The innermost mount of the script that a rule names; where that is no path, of what the container runs."""
    named = next((found for name in ("script", "script2") if (found := match.names.get(name, ""))), "")
    runs = next((fact.attributes[_RUNS] for fact in facts if _RUNS in fact.attributes), "")
    script = runs if not named.startswith("/") and runs.endswith(named.removeprefix("./")) else named
    below = [mount for mount in mounts if f"{script}/".startswith(f"{mount.attributes['mountPath'].rstrip('/')}/")]
    return max(below, key=lambda mount: len(mount.attributes["mountPath"]), default=None) if script else None


def _lies_on(mount: Fact, row: str) -> bool:
    """Whether a path of the row is that of the mount or below it; ``/data-old`` and ``http://peer/data`` are not."""
    parts = row.split(mount.attributes["mountPath"])
    return any(not _JOINED.search(a) and not _GOES_ON.match(b) for a, b in pairwise(parts))


def _only_claim(matches: Sequence[Match], mounts: Sequence[Fact]) -> Fact | None:
    """The one claim of a container that has no room, or whose storage fails, and that names no path of a mount."""
    rule = matches[0].rule if matches else None
    about = rule is not None and rule.category in _ROOM and "volumes" in rule.asks
    claims = [mount for mount in mounts if mount.attributes["mounted"].startswith(_CLAIM)] if about else []
    return claims[0] if len({claim.attributes["mounted"] for claim in claims}) == 1 else None
