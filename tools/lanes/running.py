"""One lane from its cluster to its last test."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from e2e.cluster.options import run_environment
from e2e.cluster.process import this
from tools.lanes import child
from tools.lanes.clusters import Clusters, runs
from tools.lanes.ended import Ended, ended
from tools.lanes.lane import Lane, Need, Priority
from tools.lanes.place import place


@dataclass(frozen=True, slots=True)
class Run:
    """What all lanes of a run have in common."""

    output: Path
    """The folder of logs and results."""
    clusters: Clusters
    only: Sequence[str] = ()
    """Files and folders of tests; none are all."""
    _in_use: dict[Path, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))

    async def tests(self, lane: Lane) -> Ended:
        """Run the tests of a lane. Its cluster is stopped afterwards unless it ran before."""
        log = self._fresh(lane.name)
        began = time.monotonic()
        with place() as surroundings:
            environment = surroundings | dict(self.clusters.environment(lane)) | dict(run_environment(this()))
            code = await self._tests(_Lane(lane, self, log, environment))
        return ended(lane.name, code, time.monotonic() - began, log)

    async def _tests(self, at: _Lane) -> int:
        if at.lane.need is Need.NOTHING:
            return await at.pytest()
        if self.only and (code := await at.pytest("--collect-only", "--quiet")):
            return code
        state = self.clusters.of(at.lane)
        async with self._in_use[state]:
            ran_before = await asyncio.to_thread(runs, state)
            try:
                return await at.cluster("up") or await at.pytest() or await at.audit()
            finally:
                if not ran_before:
                    await at.cluster("down")

    async def lint(self) -> Ended:
        """Run `make lint` as if it were a lane."""
        log = self._fresh("lint")
        began = time.monotonic()
        with place() as surroundings:
            code = await child.run(["make", "--no-print-directory", "lint"], surroundings, log, Priority.POLITE)
        return Ended("lint", time.monotonic() - began, log, problem=f"ended with code {code}" if code else "")

    def _fresh(self, name: str) -> Path:
        self.output.mkdir(parents=True, exist_ok=True)
        log = self.output / f"{name}.log"
        log.write_bytes(b"")
        log.with_suffix(".xml").unlink(missing_ok=True)
        return log


@dataclass(frozen=True, slots=True)
class _Lane:
    """The programs of one lane."""

    lane: Lane
    run: Run
    log: Path
    environment: Mapping[str, str]

    async def pytest(self, *more: str) -> int:
        options = self.lane.options(self.log.with_suffix(".xml"))
        return await self._python("pytest", *options, *more, *self.run.only)

    async def cluster(self, *arguments: str) -> int:
        return await self._python("e2e.cluster", *arguments)

    async def audit(self) -> int:
        """After the whole node lane, in a cluster of its own: what the operator asked for against what it may."""
        whole = self.lane.need is Need.NODE and not self.run.only
        return await self._python("e2e.audit") if whole and not self.run.clusters.shared else 0

    async def _python(self, *arguments: str) -> int:
        argv = [sys.executable, "-m", *arguments]
        return await child.run(argv, self.environment, self.log, self.lane.priority)
