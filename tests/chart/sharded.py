"""Several operators of one release as processes, each with an account of its own: the audit log says who wrote what."""

import asyncio
import json
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from casebook_operator.investigation import Investigation
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import KubeClient, paths
from casebook_operator.sharding.record import LeaseRecord, record_of
from casebook_operator.sharding.share import shard_of
from e2e.cluster import Cluster
from tests.chart.released import Release, Running
from tools.chart.helm import Helm

LEASE_SECONDS = 10
SECONDS = 240


class Member(NamedTuple):
    """One operator."""

    account: str
    running: Running
    process: asyncio.subprocess.Process

    def tell(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    @property
    def holds(self) -> list[int]:
        """What it said last that it holds."""
        entries = [json.loads(line) for line in self.running.lines if line.startswith("{")]
        return next((entry["holds"] for entry in reversed(entries) if entry.get("event") == "shards"), [])


class Operators:
    """A release whose number of shards changes, and its processes."""

    def __init__(self, helm: Helm, cluster: Cluster, folder: Path, *, home: str, watched: list[str], dsn: str) -> None:
        self.home = home
        self._helm = helm
        self._cluster = cluster
        self._folder = folder
        self._watch: dict[str, Any] = {"namespaces": watched, "nodes": True, "taxonomies": False}
        self._dsn = dsn
        self.members: list[Member] = []

    @contextmanager
    def upgraded(self, shards: int) -> Iterator[Release]:
        """The rights and settings of a release with so many shards."""
        folder = self._folder / f"of-{shards}"
        folder.mkdir(exist_ok=True)
        release = Release(
            self._helm, self._cluster, folder, home=self.home, values={"operator": {"shards": shards}}, **self._watch
        )
        release.install()
        try:
            yield release
        finally:
            release.uninstall()

    async def start(self, release: Release, number: int) -> list[Member]:
        """Begin so many operators more, each by an account of its own."""
        started = [await self._start(release) for _ in range(number)]
        self.members += started
        return started

    async def _start(self, release: Release) -> Member:
        account = f"member-{secrets.token_hex(3)}"
        release.let_in(account)
        folder = self._folder / account
        folder.mkdir()
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "casebook_operator", "operator"),
            env=release.environment(self._dsn)
            | {
                "CASEBOOK_CLUSTER__KUBECONFIG": str(
                    self._cluster.service_account_kubeconfig(self.home, account, folder / "kubeconfig")
                ),
                "CASEBOOK_EVIDENCE__SPOOL": str(folder / "spool"),
                "CASEBOOK_EVIDENCE__REDACTION_KEY": str(self._folder / "key"),
                "CASEBOOK_SHARDS__LEASE_SECONDS": str(LEASE_SECONDS),
                "CASEBOOK_SIGNALS__HISTORY_SECONDS": str(10 * 365 * 86_400),
            },
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        return Member(account, Running(process), process)

    async def kill(self, member: Member) -> None:
        """As if its node had lost power."""
        member.tell(signal.SIGKILL)
        await member.running.end()
        self.members.remove(member)

    async def stop(self) -> None:
        """End all of them as Kubernetes does."""
        for member in self.members:
            assert await member.running.end() == 0, member.running.lines[-5:]
        self.members.clear()

    async def holder(self, kube: KubeClient, shard: int) -> Member:
        """Who says that it holds a shard, which its Lease says, too."""
        async with asyncio.timeout(SECONDS):
            while True:
                for member in self.members:
                    if shard in member.holds and (await self.lease(kube, shard)).holder.split("_")[1] == str(
                        member.process.pid
                    ):
                        return member
                await asyncio.sleep(0.1)

    async def each_holds(self, number: int) -> None:
        """Wait until every operator holds so many shards and is ready."""
        async with asyncio.timeout(SECONDS):
            while any(len(member.holds) != number for member in self.members):
                await asyncio.sleep(0.1)
        for member in self.members:
            await member.running.ready()

    async def lease(self, kube: KubeClient, shard: int) -> LeaseRecord:
        return record_of(await kube.get(paths.item("Lease", self.home, f"casebook-operator-shard-{shard}")))

    async def kill_all(self) -> None:
        for member in list(self.members):
            member.tell(signal.SIGCONT)
            await self.kill(member)


@asynccontextmanager
async def operating(operators: Operators) -> AsyncIterator[None]:
    """Leave no process behind, and say what they said if the test fails."""
    try:
        yield
    except BaseException as error:
        for member in operators.members:
            error.add_note("\n".join((member.account, *member.running.lines[-40:])))
        raise
    finally:
        await operators.kill_all()


def spread(each: int) -> list[str]:
    """Names of namespaces, so many in each of three shards."""
    tail, names = secrets.token_hex(4), []
    for number in count():
        name = f"test-shard-{number}-{tail}"
        if sum(shard_of(known, 3) == shard_of(name, 3) for known in names) < each:
            names.append(name)
        if len(names) == 3 * each:
            break
    return names


async def cases(kube: KubeClient, namespaces: list[str]) -> list[Investigation]:
    return await InvestigationStore(kube).list(namespaces)


async def until_all(
    kube: KubeClient, namespaces: list[str], claim: Callable[[list[Investigation]], bool]
) -> list[Investigation]:
    """The Investigations, once they are as claimed."""
    async with asyncio.timeout(SECONDS):
        while not claim(found := await cases(kube, namespaces)):
            await asyncio.sleep(0.05)
    return found
