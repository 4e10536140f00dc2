"""A plain Kopf operator, as its manual begins: handlers for Events, nodes and pods, which look for pods that crash.

``python -m bench.reference_kopf PODS``: prints ``ready`` when it has seen so many pods, and ``seen NAME`` for each that
crashes. Run by ``bench.scale_references``.
"""

import logging
import os
import sys
from typing import Any

import kopf

from bench.reference_poll import crashing

_seen: set[str] = set()


def main() -> None:
    """Watch until it is ended."""
    logging.getLogger().setLevel(logging.WARNING)
    pods = int(sys.argv[1])

    @kopf.on.login()
    def login(**arguments: Any) -> kopf.ConnectionInfo | None:
        return kopf.login_with_kubeconfig(**arguments)

    @kopf.on.startup()
    def configure(settings: kopf.OperatorSettings, **_: Any) -> None:
        settings.posting.enabled = False

    @kopf.on.event("pods")
    async def pod(body: kopf.Body, name: str, **_: Any) -> None:
        _seen.add(name)
        if len(_seen) == pods:
            print("ready", flush=True)
        if crashing(body):
            print(f"seen {name}", flush=True)

    @kopf.on.event("nodes")
    @kopf.on.event("events")
    async def other(**_: Any) -> None:
        pass

    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    kopf.run(standalone=True, clusterwide=True)


if __name__ == "__main__":
    main()
