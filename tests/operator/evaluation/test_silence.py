"""Which bundles can be detected at all."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from casebook_operator.evaluation.silence import is_silent
from casebook_operator.offline import Snapshot, open_bundle

FINE = {
    "kind": "Pod",
    "metadata": {"namespace": "shop", "name": "cart"},
    "status": {
        "phase": "Running",
        "conditions": [{"type": "Ready", "status": "True"}],
        "containerStatuses": [{"name": "app", "ready": True, "restartCount": 0, "state": {"running": {}}}],
    },
}
SERVICE = {"kind": "Service", "metadata": {"namespace": "shop", "name": "cart"}, "spec": {}}
RESTARTED = FINE | {"status": {**FINE["status"], "containerStatuses": [{"name": "app", "restartCount": 3}]}}  # type: ignore[dict-item]
EVENT = {"reason": "Unhealthy", "type": "Warning", "involvedObject": {"kind": "Pod", "name": "cart"}}


def snapshot(folder: Path, **parts: Any) -> Snapshot:
    (folder / "status.json").write_bytes(msgspec.json.encode({"objects": [], "events": [], **parts}))
    return Snapshot(open_bundle(folder))


def test_a_pod_that_is_fine_and_what_its_log_says_is_silent(tmp_path: Path) -> None:
    logs = {"cart/app": {"current": "ERROR cannot reach the database"}}
    assert is_silent(snapshot(tmp_path, objects=[FINE, SERVICE], logs=logs))


@pytest.mark.parametrize(
    "parts",
    [
        {"objects": [RESTARTED]},
        {"objects": [FINE], "events": [EVENT]},
        {"objects": [FINE], "kernel_log": ["NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus."]},
        {"objects": [{"kind": "Node", "metadata": {"name": "n1"}}]},
    ],
    ids=["restarts", "event", "kernel line", "node"],
)
def test_what_shows_in_an_object_an_event_or_a_kernel_line_is_not_silent(tmp_path: Path, parts: dict[str, Any]) -> None:
    assert not is_silent(snapshot(tmp_path, **parts))
