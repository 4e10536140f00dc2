"""A release as far as its rights and settings: what Casebook needs to run outside of the cluster with those alone."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import yaml

from casebook_operator.settings import Settings
from e2e.cluster import Cluster
from tests.chart.rendered import one
from tools.chart.helm import Helm, Object

RIGHTS = ("ServiceAccount", "Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding")
QUIET = {"crds": {"enabled": False}, "rbac": {"aggregate": False}, "config": {"log": {"level": "DEBUG"}}}
SECONDS = 60


class Release:
    """Its accounts with their rights, in the cluster; the settings that the chart writes, in a file."""

    def __init__(
        self, helm: Helm, cluster: Cluster, folder: Path, *, home: str, values: Object | None = None, **watch: Any
    ) -> None:
        objects = helm.template(QUIET | {"watch": watch} | (values or {}), namespace=home)
        self.home = home
        self.rights: list[Object] = [obj for obj in objects if obj["kind"] in RIGHTS]
        self.settings: dict[str, Any] = yaml.safe_load(
            one(objects, "ConfigMap", "casebook-config")["data"]["casebook.yaml"]
        )
        self._cluster = cluster
        self._folder = folder

    def install(self) -> None:
        self._cluster.run_kubectl("apply", "-f", "-", stdin=self._given())

    def uninstall(self) -> None:
        self._cluster.run_kubectl("delete", "--ignore-not-found", "-f", "-", stdin=self._given())

    def let_in(self, account: str) -> None:
        """Make another account, with the rights of the operator's."""
        own = {"kind": "ServiceAccount", "name": "casebook-operator", "namespace": self.home}
        another = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": account, "namespace": self.home}}
        self.rights.append(another)
        for obj in self.rights:
            if own in obj.get("subjects", ()):
                obj["subjects"].append(own | {"name": account})
        self.install()

    def account(self, component: str) -> Path:
        """A kubeconfig with a token of the operator or the web."""
        path = self._folder / component
        return self._cluster.service_account_kubeconfig(self.home, f"casebook-{component}", path)

    def settings_of(self, component: str) -> Settings:
        cluster = self.settings["cluster"] | {"kubeconfig": str(self.account(component))}
        return Settings.model_validate(self.settings | {"cluster": cluster})

    def environment(self, dsn: str) -> dict[str, str]:
        """What differs from the pod: its folders, and others listen on its port."""
        config = self._folder / "casebook.yaml"
        config.write_text(yaml.safe_dump(self.settings), encoding="utf-8")
        rest = {name: text for name, text in os.environ.items() if not name.startswith(("CASEBOOK_", "KUBE"))}
        return rest | {
            "CASEBOOK_CONFIG": str(config),
            "CASEBOOK_CLUSTER__KUBECONFIG": str(self.account("operator")),
            "CASEBOOK_DATABASE__URL": dsn,
            "CASEBOOK_EVIDENCE__SPOOL": str(self._folder / "spool"),
            "CASEBOOK_EVIDENCE__REDACTION_KEY": str(self._folder / "key"),
            "CASEBOOK_MEMORY__EMBEDDER": "none",
            "CASEBOOK_HTTP__HOST": "127.0.0.1",
            "CASEBOOK_HTTP__PORT": "0",
            "CASEBOOK_LOG__FORMAT": "json",
        }

    def _given(self) -> str:
        return json.dumps({"apiVersion": "v1", "kind": "List", "items": self.rights})


class Running:
    """The operator's process, and everything that it has written to its log."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.lines: list[str] = []
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            self.lines.append(line.decode())

    async def ready(self) -> None:
        """Wait until its probe says so."""
        await eventually(self._url)
        async with aiohttp.ClientSession() as session, asyncio.timeout(SECONDS):
            while True:
                async with session.get(f"{self._url()}/readyz") as answer:
                    if answer.status == 200:
                        return
                await asyncio.sleep(0.2)

    def _url(self) -> str:
        assert self._process.returncode is None, "".join(self.lines)
        entries = (json.loads(line) for line in self.lines if line.startswith("{"))
        return next((str(entry["http"]) for entry in entries if entry.get("event") == "started"), "")

    async def end(self) -> int:
        """Ask it to end as Kubernetes does; its exit code."""
        if self._process.returncode is None:
            self._process.terminate()
        await self._process.wait()
        await self._reading
        return self._process.returncode or 0


@asynccontextmanager
async def running(release: Release, dsn: str) -> AsyncIterator[Running]:
    """``casebook operator``, as it runs in the pod."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "casebook_operator", "operator"),
        env=release.environment(dsn),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    operator = Running(process)
    try:
        yield operator
    finally:
        await operator.end()


async def eventually(claim: Callable[[], Any]) -> None:
    async with asyncio.timeout(SECONDS):
        while not claim():
            await asyncio.sleep(0.1)
