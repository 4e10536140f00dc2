"""From `helm install` to a second install that finds everything: each step does one thing and says what it saw."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from e2e.demo import workloads
from e2e.demo.world import state_of
from e2e.install import database, storage
from e2e.install.errors import InstallError
from e2e.install.person import Person
from e2e.install.release import CHART, NAME, NAMESPACE, Release

FIRST_CASE_SECONDS = 120.0
"""What the project promises: the first Investigation within two minutes after `helm install`."""


@dataclass
class Run:
    """One run and what its later steps have to find again."""

    release: Release
    person: Person | None = None
    before: dict[str, str] | None = None
    """Names and uids of the Investigations before an upgrade, a rollback or an uninstall."""
    secrets: dict[str, dict[str, str]] = field(default_factory=dict)

    def wrong_values(self) -> str:
        """Values that are misspelt or contradict each other are refused before anything is made."""
        said = []
        for option, expected in (
            ("postgresql.persistance.size=1Gi", "persistance"),
            ("database.url=postgresql://elsewhere/x", "there is one database"),
            ("operator.replicas=2", "replicas"),
        ):
            done = self.release.try_helm("install", NAME, str(CHART), f"--set={option}")
            if done.returncode == 0 or expected not in done.stderr:
                raise InstallError(f"--set {option} was not refused with a word on {expected!r}: {done.stderr}")
            said.append(f"--set {option}: {_last_line(done.stderr)}")
        return "\n".join(said)

    def install(self) -> str:
        """Install and break a workload at once; the first Investigation counts from the start of `helm install`."""
        begun = time.monotonic()
        self.release.install()
        installed = time.monotonic() - begun
        self.release.apply(workloads.CHECKOUT)
        case = self.release.case("shop", "checkout")
        first = time.monotonic() - begun
        if first > FIRST_CASE_SECONDS:
            raise InstallError(f"the first Investigation came {first:.0f} s after `helm install`")
        self.release.wait_ready()
        ready = time.monotonic() - begun
        return (
            f"helm install returned after {installed:.1f} s; first Investigation after {first:.1f} s; "
            f"all pods ready after {ready:.1f} s\n{_line(case)}\n{self._started()}"
        )

    def _started(self) -> str:
        """Return how long each container took from its start to being ready, from the conditions of the pods."""
        parts = []
        for pod in self.release.pods():
            component = pod["metadata"]["labels"]["app.kubernetes.io/component"]
            began = _seconds(pod["status"]["containerStatuses"][0]["state"]["running"]["startedAt"])
            ready = next(c["lastTransitionTime"] for c in pod["status"]["conditions"] if c["type"] == "Ready")
            restarts = pod["status"]["containerStatuses"][0]["restartCount"]
            parts.append(f"{component} ready {_seconds(ready) - began:.0f} s after its start, {restarts} restarts")
        return "; ".join(sorted(parts))

    def second_failure(self) -> str:
        """A crash loop on a running installation."""
        begun = time.monotonic()
        self.release.apply(workloads.BILLING)
        case = self.release.case("payments", "billing")
        return f"{time.monotonic() - begun:.1f} s after the Deployment was made: {_line(case)}"

    def read_as_person(self) -> str:
        """A developer with the role `view` in one namespace sees its cases there, by kubectl and in the web."""
        person = self.person
        if person is None:
            raise InstallError("there is nobody to read")
        worked, listed = person.kubectl("get", "inv", "-n", "shop")
        if not worked or "checkout" not in listed:
            raise InstallError(f"view in shop does not list its Investigations: {listed}")
        worked, refused = person.kubectl("get", "inv", "-n", "payments")
        if worked or "forbidden" not in refused:
            raise InstallError(f"view in shop reads Investigations of payments: {refused}")
        url = self.release.case("shop", "checkout")["status"]["reportURL"]
        path = "/" + url.split("/", 3)[3]
        status, page = person.read_web(path)
        if status != 200 or "DATABASE_URL" not in page:  # noqa: PLR2004 - HTTP's word for yes
            raise InstallError(f"{path} answers {status}: {page[:500]}")
        other = self.release.case("payments", "billing")["metadata"]["name"]
        hidden, _ = person.read_web(f"/reports/payments/{other}")
        if hidden not in {403, 404}:
            raise InstallError(f"the report of payments answers {hidden} to somebody who may not see it")
        return f"{listed.rstrip()}\npayments: forbidden\nreport of shop in the web: 200; of payments: {hidden}"

    def helm_test(self) -> str:
        """Run the chart's own tests."""
        said = self.release.helm("test", NAME, "--timeout=2m")
        return next(line for line in said.splitlines() if "Phase" in line)

    def database(self) -> str:
        """Nobody gets in without TLS, and the operator's login may read and write rows and nothing else."""
        return database.look(self.release)

    def upgrade(self) -> str:
        """Upgrade with open Investigations: the same cases, nothing new, passwords and certificate kept."""
        self._remember()
        self.release.upgrade("--set=web.replicas=2", "--set=config.log.level=DEBUG")
        self.release.wait_ready()
        return f"revision 2, two pods of the web; {self._unchanged()}"

    def rollback(self) -> str:
        """Roll back to the first revision."""
        self.release.helm("rollback", NAME, "1")
        self.release.wait_ready()
        return f"revision 3 is revision 1 again; {self._unchanged()}"

    def uninstall(self) -> str:
        """Uninstall: Investigations, claim and password stay, and nothing of the release runs."""
        self._remember()
        self.release.helm("uninstall", NAME, "--wait")
        self.release.wait("the end of all pods", lambda: not self.release.pods() or None, 60.0)
        claims = self.release.objects("pvc", "-n", NAMESPACE)
        secrets = [one["metadata"]["name"] for one in self.release.objects("secrets", "-n", NAMESPACE)]
        if len(claims) != 1 or not {"casebook-postgresql", "casebook-postgresql-tls"} <= set(secrets):
            raise InstallError(f"after the uninstall there are {len(claims)} claims and the Secrets {secrets}")
        kept = self._unchanged()
        return f"kept: claim {claims[0]['metadata']['name']}, Secrets {', '.join(secrets)}; {kept}"

    def reinstall(self) -> str:
        """Install again: the old cases go on, and a new failure of the kind finds the old one and what fixed it."""
        self.release.kubectl("set", "env", "-n", "shop", "deployment/checkout", "DATABASE_URL=postgresql://db/shop")
        begun = time.monotonic()
        self.release.install()
        self.release.wait_ready()
        ready = time.monotonic() - begun
        resolved = self.release.case("shop", "checkout", "Resolved")
        self.release.apply(workloads.INVOICES)
        case = self.release.case("payments", "invoices")
        similar = [one["investigation"] for one in case["status"].get("similarIncidents", ())]
        if not any(name.rpartition("/")[2].startswith("checkout-") for name in similar):
            raise InstallError(f"the incident from before the uninstall was not found, only {similar}")
        return (
            f"ready after {ready:.1f} s; fixed while nothing watched: {_line(resolved)}\n"
            f"{_line(case)}; similar: {', '.join(similar)}; {self._unchanged()}"
        )

    def no_storage_class(self) -> str:
        """Without a StorageClass the database waits and says so; a StorageClass later is all that was missing."""
        self.release.helm("uninstall", NAME, "--wait")
        self.release.kubectl("delete", "pvc", "--all", "-n", NAMESPACE)
        self.release.kubectl("delete", "pv", "--all")
        self.release.kubectl("delete", "storageclass", storage.CLASS)
        self.release.install()

        def told() -> str | None:
            for event in self.release.objects("events", "-n", NAMESPACE):
                if event["involvedObject"]["kind"] == "PersistentVolumeClaim" and "storage class" in event["message"]:
                    return str(event["message"])
            return None

        message = self.release.wait("a word on the missing StorageClass", told, 60.0)
        self.release.apply(storage.storage_class(), *storage.volumes(self.release.cluster))
        begun = time.monotonic()
        self.release.wait_ready()
        return f"the claim says: {message}\n{time.monotonic() - begun:.1f} s after one was made, all pods are ready"

    def _remember(self) -> None:
        self.before = _identities(self.release.cases())
        self.secrets = self._secrets()

    def _unchanged(self) -> str:
        now = _identities(self.release.cases())
        lost = {name: uid for name, uid in (self.before or {}).items() if now.get(name) != uid}
        if lost:
            raise InstallError(f"these Investigations are not what they were: {lost}; there are {now}")
        if self._secrets() != self.secrets:
            raise InstallError("the database has other passwords or another certificate now")
        return f"{len(self.before or {})} Investigations, passwords and certificate are the same"

    def _secrets(self) -> dict[str, dict[str, str]]:
        """Return what the Secrets of the database hold, by name."""
        kept = ("casebook-postgresql", "casebook-postgresql-tls")
        found = self.release.objects("secrets", "-n", NAMESPACE)
        return {one["metadata"]["name"]: one["data"] for one in found if one["metadata"]["name"] in kept}


def _identities(cases: list[dict[str, Any]]) -> dict[str, str]:
    metadata = [case["metadata"] for case in cases]
    return {f"{one['namespace']}/{one['name']}": one["uid"] for one in metadata}


def _seconds(stamp: str) -> float:
    return datetime.fromisoformat(stamp).timestamp()


def _last_line(text: str) -> str:
    return [line for line in text.splitlines() if line.strip()][-1].strip()


def _line(case: dict[str, Any]) -> str:
    metadata, status = case["metadata"], case["status"]
    return (
        f"{metadata['namespace']}/{metadata['name']} {state_of(case)}: {status['category']} ({status['confidence']}), "
        f"{status['summary']}"
    )
