"""A person of one team: a ServiceAccount that may view one namespace, with a token and nothing else."""

from __future__ import annotations

import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from e2e.cluster import kubectl
from e2e.install.errors import InstallError
from e2e.install.release import NAMESPACE, Release

_NAME = "dev"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with the role `view` in one namespace."""

    release: Release
    namespace: str
    kubeconfig: Path

    def kubectl(self, *args: str) -> tuple[bool, str]:
        """Run kubectl as this person; whether it worked, and what it said."""
        done = kubectl.run(self.release.cluster.kubectl, self.kubeconfig, *args)
        return done.returncode == 0, done.stdout if done.returncode == 0 else done.stderr

    def read_web(self, path: str) -> tuple[int, str]:
        """Read a page of the web by the address of its Service, with a token made for it."""
        token = self.release.kubectl("create", "token", _NAME, "-n", self.namespace, "--audience=casebook").strip()
        services = self.release.objects("services", "-n", NAMESPACE)
        address = next(s["spec"]["clusterIP"] for s in services if s["metadata"]["name"] == "casebook-web")
        request = urllib.request.Request(f"http://{address}{path}", headers={"Authorization": f"Bearer {token}"})
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=20) as answer:
                return int(answer.status), answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError as error:
            raise InstallError(f"the web does not answer at {address}: {error}") from error


def hire(release: Release, namespace: str, folder: Path) -> Person:
    """Make the account and bind it to the cluster's own role `view`, into which the chart aggregates its resources."""
    api_group = "rbac.authorization.k8s.io"
    release.apply(
        {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": _NAME, "namespace": namespace}},
        {
            "apiVersion": f"{api_group}/v1",
            "kind": "RoleBinding",
            "metadata": {"name": _NAME, "namespace": namespace},
            "roleRef": {"apiGroup": api_group, "kind": "ClusterRole", "name": "view"},
            "subjects": [{"kind": "ServiceAccount", "name": _NAME, "namespace": namespace}],
        },
    )
    kubeconfig = release.cluster.service_account_kubeconfig(namespace, _NAME, folder / "dev.kubeconfig")
    return Person(release, namespace, kubeconfig)
