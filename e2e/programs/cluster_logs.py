"""Pieces of what the parts of a test cluster logged while it served."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from e2e.programs import writing

_PARTS = ("kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet", "containerd", "etcd", "kube-proxy")
_LINES = 120
_MOST_PIECES = 4


def take(state: Path) -> None:
    """Write the first pieces of each part's log, in the words that any cluster could have written."""
    for part in _PARTS:
        file = state / "logs" / f"{part}.log"
        if file.exists():
            lines = _of_no_machine(file.read_text(encoding="utf-8", errors="replace"), state).splitlines()
            for piece in range(min(_MOST_PIECES, -(-len(lines) // _LINES))):
                some = lines[piece * _LINES : (piece + 1) * _LINES]
                writing.write_healthy("kubernetes", f"{part}-{piece + 1}", "\n".join(some))


def _of_no_machine(text: str, state: Path) -> str:
    for place in (re.escape(str(state)), rf"{re.escape(tempfile.gettempdir())}/(?:casebook-)?e2e-[\w-]+"):
        text = re.sub(place, "/var/lib/casebook", text)
    text = re.sub(r"/(?:root|home/\w+)/\.cache/casebook/cluster/\w+/bin", "/usr/local/bin", text)
    return re.sub(r'(?i)((?:machineID|systemUUID|bootID)"?[:=] ?"?)[0-9a-f-]+', r"\1" + "0" * 32, text)
