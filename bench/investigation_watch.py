"""When Investigations appear and conclude, and how often they are written, as anybody may watch it."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterable

from bench.detection import percentile
from casebook_analyzer.errors import ClusterUnavailableError
from casebook_operator.investigation import parse
from casebook_operator.kube import KubeClient, paths
from casebook_operator.sensor.informer.lines import lines_of

_SILENCE = 600.0


class InvestigationWatch:
    """Watches all Investigations of a cluster. Times are those of the monotonic clock, in seconds."""

    def __init__(self) -> None:
        self.seen: dict[str, float] = {}
        """By ``namespace/subject``."""
        self.concluded: dict[str, float] = {}
        self.triggers: Counter[str] = Counter()
        self.writes: list[float] = []
        """When Investigations were created or changed."""

    async def run(self, kube: KubeClient) -> None:
        """Watch until cancelled, from what there is now."""
        path = paths.collection("Investigation", "")
        found = await kube._request("GET", path, {"limit": 1})  # noqa: SLF001 - for the version of the list
        version = json.loads(found)["metadata"]["resourceVersion"]
        while True:
            try:
                async with kube.stream(path, silence=_SILENCE, watch="true", resourceVersion=version) as pieces:
                    async for line in lines_of(pieces):
                        version = self._take(json.loads(line)) or version
            except ClusterUnavailableError:
                await asyncio.sleep(0.2)

    def _take(self, event: dict[str, dict[str, dict[str, str]]]) -> str:
        now, case = time.monotonic(), parse(event["object"])
        subject = f"{case.subject.namespace}/{case.subject.name}"
        if subject not in self.seen:
            self.triggers[case.signal.trigger] += 1
        self.seen.setdefault(subject, now)
        if case.concluded:
            self.concluded.setdefault(subject, now)
        self.writes.append(now)
        return event["object"]["metadata"]["resourceVersion"]

    async def wait(self, subjects: Iterable[str], seconds: float) -> None:
        """Wait until all of these have a conclusion, or the time is over."""
        left, until = set(subjects), time.monotonic() + seconds
        while left and time.monotonic() < until:
            await asyncio.sleep(0.2)
            left -= self.concluded.keys()

    def times(self, failed: dict[str, float]) -> list[str]:
        """How many were seen and concluded, and p50, p99 and most of the seconds from their failure to each."""
        cells: list[str] = []
        for known in (self.seen, self.concluded):
            took = [max(0.0, known[subject] - at) for subject, at in failed.items() if subject in known]
            shares = [percentile(took, share) for share in (0.5, 0.99, 1.0)] if took else []
            cells += [f"{len(took)}", ", ".join(f"{one:.2f}" for one in shares)]
        return cells

    def rate(self, since: float, window: float = 10.0) -> float:
        """The most writes a second in any window of this many seconds."""
        writes = [at for at in self.writes if at >= since]
        return (
            max(
                (sum(at <= one < at + window for one in writes) for at in writes[:: max(1, len(writes) // 200)]),
                default=0,
            )
            / window
        )
