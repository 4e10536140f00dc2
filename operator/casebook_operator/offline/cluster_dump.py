"""The folder that ``kubectl cluster-info dump --output-directory`` writes.

``nodes.json``, and for each namespace ``<namespace>/{events,pods,services,...}.json`` and
``<namespace>/<pod>/logs.txt`` (kubernetes/kubectl pkg/cmd/clusterinfo/clusterinfo_dump.go).
"""

import re
from pathlib import Path

from casebook_operator.offline.bundle import Bundle, LogKey, Which
from casebook_operator.offline.files import SUFFIXES, BundleFiles
from casebook_operator.offline.limits import BundleLimits

WHOLE_KINDS = frozenset(
    {"Node", "Event", "ReplicationController", "Service", "DaemonSet", "Deployment", "ReplicaSet", "Pod"}
)
"""What the command writes, all of each."""

_SECTION = re.compile(
    rb"^==== START logs for (?:init )?container (?P<container>\S+) of pod (?P<namespace>[^/\s]+)/(?P<pod>\S+) ====\s*$",
    re.MULTILINE,
)
_END = re.compile(rb"^==== END logs for ", re.MULTILINE)


def is_cluster_dump(folder: Path) -> bool:
    return any(next(folder.glob(pattern), None) for pattern in ("nodes.*", "*/pods.json", "*/pods.yaml"))


def read_cluster_dump(folder: Path, limits: BundleLimits) -> Bundle:
    files = BundleFiles(folder, limits)
    bundle = Bundle(name=folder.name, whole_kinds=WHOLE_KINDS, about_one_failure=False, gaps=files.gaps)
    for path in files.walk():
        if path.suffix in SUFFIXES:
            bundle.objects += files.documents(path)
        elif path.name == "logs.txt":
            bundle.logs |= sections(files.tail(path))
    return bundle


def sections(text: bytes) -> dict[LogKey, dict[Which, bytes]]:
    """The logs of a file by container. Text before the first heading belongs to nobody and is left out."""
    starts = list(_SECTION.finditer(text))
    logs: dict[LogKey, dict[Which, bytes]] = {}
    for number, start in enumerate(starts):
        until = starts[number + 1].start() if number + 1 < len(starts) else len(text)
        body = text[start.end() : until].lstrip(b"\r\n")
        end = _END.search(body)
        key = LogKey(start["namespace"].decode(), start["pod"].decode(), start["container"].decode())
        logs[key] = {"current": body[: end.start()] if end else body}
    return logs
