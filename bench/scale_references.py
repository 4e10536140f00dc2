"""What others cost in the same cluster: a plain Kopf operator, and a loop that polls every 30 seconds."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

from bench.detection import crash_loop, merge_patch, pod
from bench.hostile import BANK
from casebook_operator.kube import KubeClient, paths

REFERENCES = {"Kopf on.event": "bench.reference_kopf", "poll, 30 s": "bench.reference_poll"}
_PATIENCE = 180.0
_APART_SECONDS = 4.3
"""Between two failures, so that they come at all times of an interval of 30 s."""


class Reference:
    """A running one."""

    def __init__(self, process: "subprocess.Popen[bytes]", output: Path) -> None:
        self.process = process
        self._output = output

    async def said(self, line: str, since: float) -> float:
        """Seconds until it has said so; the patience when it does not."""
        while (took := time.monotonic() - since) < _PATIENCE:
            if line in self._output.read_text().splitlines():
                return took
            assert self.process.poll() is None, self._output.read_text()[-2000:]
            await asyncio.sleep(0.02)
        return _PATIENCE


@contextmanager
def running(kind: str, kubeconfig: Path, pods: int) -> Iterator[Reference]:
    """One of :data:`REFERENCES`, until the block ends."""
    module = REFERENCES[kind]
    argument = str(pods) if module.endswith("kopf") else str(kubeconfig)
    with NamedTemporaryFile("ab") as output:
        environment = os.environ | {"KUBECONFIG": str(kubeconfig), "PYTHONUNBUFFERED": "1"}
        process = subprocess.Popen(
            [sys.executable, "-m", module, argument], env=environment, stdout=output, stderr=output
        )
        try:
            yield Reference(process, Path(output.name))
        finally:
            process.kill()
            process.wait()


async def failed(kube: KubeClient, reference: Reference, name: str) -> float:
    """Let a pod fail; seconds until it was seen."""
    await kube.create(paths.collection("Pod", BANK), pod(name))
    await merge_patch(kube, paths.item("Pod", BANK, name) + "/status", crash_loop())
    return await reference.said(f"seen {name}", time.monotonic())


async def failures(kube: KubeClient, reference: Reference, prefix: str, number: int) -> list[float]:
    """Let pods fail one after the other, and wait for each: a poller sees them at once, whenever it comes."""
    waiting = []
    for one in range(number):
        waiting.append(asyncio.create_task(failed(kube, reference, f"{prefix}-{one}")))
        await asyncio.sleep(_APART_SECONDS)
    return await asyncio.gather(*waiting)
