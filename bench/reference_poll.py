"""A loop that lists all pods every 30 seconds and inspects each, as the pollers of the field do.

``python -m bench.reference_poll KUBECONFIG``: prints ``ready`` after the first round, and ``seen NAME`` for each pod
that crashes. It looks at what the pod analyzer of k8sgpt looks at (pkg/analyzer/pod.go): conditions of pods that
are pending, why containers wait, and of what fails the latest Event. Its interval is that of k8sgpt-operator. Run by
``bench.scale_references``.
"""

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from casebook_operator.kube import connect, paths

INTERVAL_SECONDS = 30.0
_ALL = 10**6


def main() -> None:
    """Poll until it is ended."""
    asyncio.run(_poll(Path(sys.argv[1])))


async def _poll(kubeconfig: Path) -> None:
    told: set[str] = set()
    async with await connect(kubeconfig) as kube:
        while True:
            for pod in await kube.list(paths.collection("Pod", ""), pages=_ALL):
                name, namespace = pod["metadata"]["name"], pod["metadata"]["namespace"]
                if not (crashing(pod) or unschedulable(pod)):
                    continue
                await kube.list(paths.collection("Event", namespace), fieldSelector=f"involvedObject.name={name}")
                if name not in told:
                    told.add(name)
                    print(f"seen {name}", flush=True)
            print("ready", flush=True)
            await asyncio.sleep(INTERVAL_SECONDS)


def crashing(pod: Mapping[str, Any]) -> bool:
    """Whether a container waits because it crashed, or for another reason that does not end by itself."""
    statuses = pod.get("status", {}).get("containerStatuses") or ()
    return any("waiting" in (one.get("state") or {}) for one in statuses)


def unschedulable(pod: Mapping[str, Any]) -> bool:
    """Whether no node takes it."""
    status = pod.get("status", {})
    conditions = status.get("conditions") or ()
    return status.get("phase") == "Pending" and any(one.get("reason") == "Unschedulable" for one in conditions)


if __name__ == "__main__":
    main()
