"""``casebook web`` as a process of its own, with the permissions that the chart gives it."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import yaml

from e2e.alerting.service import service
from e2e.demo.operator_process import free_port
from e2e.demo.world import World

ACCOUNT = "casebook-web"
RULES = Path(__file__).parents[2] / "charts" / "casebook" / "files" / "rbac" / "web"
"""A file for each kind of place; who watches the whole cluster has all of them."""


@dataclass(frozen=True)
class Web:
    """Where the pages are, where its metrics are, and the secret for its webhook."""

    url: str
    probes: str
    secret: Path

    @property
    def webhook(self) -> str:
        return f"{self.url}/api/v1/alerts"


def free_url() -> str:
    """Return an address of loopback that is free. Links in alerts need that of the pages before they are there."""
    return f"http://127.0.0.1:{free_port()}"


@contextmanager
def web(world: World, directory: Path, url: str) -> Iterator[Web]:
    """Serve the reports of a world's memory at an address of loopback."""
    _authorize(world)
    kubeconfig = world.cluster.service_account_kubeconfig("casebook", ACCOUNT, directory / "web.kubeconfig")
    secret = directory / "webhook.secret"
    secret.write_text(secrets.token_urlsafe(24))
    probes = free_url()
    environment = world.operator.environment | {
        "CASEBOOK_CLUSTER__KUBECONFIG": str(kubeconfig),
        "CASEBOOK_WEB__PORT": str(urlsplit(url).port),
        "CASEBOOK_WEB__PROBE_PORT": str(urlsplit(probes).port),
        "CASEBOOK_ALERTS__SECRET_FILE": str(secret),
        "CASEBOOK_REPORTS__EXTERNAL_URL": url,
    }
    command = [sys.executable, "-m", "casebook_operator", "web"]
    with service("web", command, directory=directory, ready=f"{probes}/readyz", environment=environment):
        yield Web(url, probes, secret)


def _authorize(world: World) -> None:
    role = {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": ACCOUNT}
    subject = {"kind": "ServiceAccount", "namespace": "casebook", "name": ACCOUNT}
    rbac = "rbac.authorization.k8s.io/v1"
    objects = [
        {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"namespace": "casebook", "name": ACCOUNT}},
        {
            "apiVersion": rbac,
            "kind": "ClusterRole",
            "metadata": {"name": ACCOUNT},
            "rules": [rule for path in sorted(RULES.glob("*.yaml")) for rule in yaml.safe_load(path.read_text())],
        },
        {
            "apiVersion": rbac,
            "kind": "ClusterRoleBinding",
            "metadata": {"name": ACCOUNT},
            "roleRef": role,
            "subjects": [subject],
        },
    ]
    world.kubectl("apply", "-f", "-", stdin=json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
