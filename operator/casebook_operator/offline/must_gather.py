"""Trees like those of ``oc adm must-gather`` and ``oc adm inspect``.

``cluster-scoped-resources/<group>/<plural>[/<name>].yaml``, ``namespaces/<ns>/<group>/<plural>.yaml`` and
``namespaces/<ns>/pods/<pod>/<container>/<container>/logs/{current,previous,previous.insecure}.log``
(openshift/oc pkg/cli/admin/inspect).
"""

from pathlib import Path

from casebook_operator.offline.bundle import Bundle, LogKey, Which
from casebook_operator.offline.files import SUFFIXES, BundleFiles
from casebook_operator.offline.limits import BundleLimits

_MARKS = ("cluster-scoped-resources", "namespaces")
_LOGS: dict[str, Which] = {"current.log": "current", "previous.log": "previous", "previous.insecure.log": "previous"}
_LOG_DEPTH = 7
"""namespaces/<ns>/pods/<pod>/<container>/<container>/logs/<file>, without the last part."""

_SECRETS = frozenset({"secrets", "secret"})
_KERNEL_FILES = frozenset({"dmesg", "dmesg.txt", "dmesg.log", "kernel.log", "journalctl-k.log", "kern.log"})


def is_must_gather(folder: Path) -> bool:
    return _root(folder) is not None


def read_must_gather(folder: Path, limits: BundleLimits) -> Bundle:
    """Everything but Secrets, whose files are not even opened."""
    root = _root(folder) or folder
    files = BundleFiles(root, limits)
    bundle = Bundle(name=folder.name, about_one_failure=False, gaps=files.gaps)
    for path in files.walk():
        parts = path.relative_to(root).parts
        if _SECRETS & {part.removesuffix(path.suffix).lower() for part in parts}:
            continue
        if path.suffix in SUFFIXES:
            bundle.objects += files.documents(path)
        elif path.name in _LOGS and len(parts) == _LOG_DEPTH + 1 and parts[2] == "pods":
            log = bundle.logs.setdefault(LogKey(parts[1], parts[3], parts[4]), {})
            text = files.tail(path)
            if text:
                log.setdefault(_LOGS[path.name], text)
        elif path.name in _KERNEL_FILES:
            bundle.kernel_log += files.tail(path).decode(errors="replace").splitlines()
    return bundle


def _root(folder: Path) -> Path | None:
    """The tree's own root: must-gather puts it into a folder named after its image."""
    below = sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    candidates = (folder, *below)
    return next((path for path in candidates if any((path / mark).is_dir() for mark in _MARKS)), None)
