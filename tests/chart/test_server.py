"""A real API server takes what the chart makes and admits its pods as restricted; upgrades keep what they must."""

import json
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from e2e.cluster import Cluster
from tests.chart.rendered import pods_of
from tools.chart.golden import CASES
from tools.chart.helm import Helm, Object
from tools.places import CHART

pytestmark = pytest.mark.cluster

QUIET = {"crds": {"enabled": False}, "web": {"enabled": False}, "tests": {"enabled": False}}
"""A release beside others: the CRDs are there already, and nobody runs its pods."""


@pytest.fixture
def restricted(cluster: Cluster) -> Iterator[str]:
    """A namespace that admits restricted pods only."""
    name = f"test-{secrets.token_hex(4)}"
    labels = {
        "pod-security.kubernetes.io/enforce": "restricted",
        "pod-security.kubernetes.io/enforce-version": "latest",
    }
    space = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}}
    cluster.run_kubectl("apply", "-f", "-", stdin=json.dumps(space))
    yield name
    cluster.run_kubectl("delete", "namespace", name, "--wait=false")


def tried(cluster: Cluster, objects: list[Object]) -> str:
    """Server-side dry run: schemas, validation rules and admission, and nothing is kept."""
    items = {"apiVersion": "v1", "kind": "List", "items": objects}
    command = ("apply", "--server-side", "--dry-run=server", "--validate=strict", "--force-conflicts")
    return cluster.run_kubectl(*command, "-f", "-", stdin=json.dumps(items))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_api_server_takes_every_golden_case(helm: Helm, cluster: Cluster, namespace: str, case: Any) -> None:
    values = yaml.safe_load((case / "values.yaml").read_text(encoding="utf-8")) or {}
    if watch := values.get("watch"):
        watch["namespaces"] = [namespace, "default"]  # Roles are made in namespaces that are there
    objects = helm.template(values, namespace=namespace)
    known = [obj for obj in objects if not obj["apiVersion"].startswith("monitoring.coreos.com/")]
    answer = tried(cluster, known)
    assert answer.count("serverside-applied") == len(known)


def test_a_namespace_of_restricted_pods_admits_all_of_them(helm: Helm, cluster: Cluster, restricted: str) -> None:
    pods = []
    for number, pod in enumerate(pods_of(helm.template(namespace=restricted))):
        pod["metadata"] = {"name": f"pod-{number}", "namespace": restricted}
        pod["spec"].pop("serviceAccountName", None)
        pods.append(pod)
    account = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default"}}
    cluster.run_kubectl("apply", "-n", restricted, "-f", "-", stdin=json.dumps(account))
    assert tried(cluster, pods).count("serverside-applied") == len(pods) == 5


def test_without_the_prometheus_operator_helm_says_what_is_missing(
    helm: Helm, cluster: Cluster, namespace: str
) -> None:
    wanted = {
        **QUIET,
        "monitoring": {"serviceMonitor": {"enabled": True}},
        "networkPolicy": {"metrics": {"enabled": False}},
    }
    done = helm.of(cluster.kubeconfig).run("install", "casebook", CHART, f"--namespace={namespace}", values=wanted)
    assert done.returncode
    assert 'no matches for kind "ServiceMonitor" in version "monitoring.coreos.com/v1"' in done.stderr
    assert "ensure CRDs are installed first" in done.stderr


def test_an_upgrade_a_dry_run_and_a_new_installation_keep_passwords_certificate_and_key(
    helm: Helm, cluster: Cluster, namespace: str
) -> None:
    here = helm.of(cluster.kubeconfig)
    where = f"--namespace={namespace}"

    def kept() -> dict[str, Any]:
        selector = "--selector=app.kubernetes.io/name=casebook"  # Helm keeps releases as Secrets, too
        found = json.loads(cluster.run_kubectl("get", "secrets", "-n", namespace, selector, "-o", "json"))["items"]
        return {one["metadata"]["name"]: one["data"] for one in found}

    assert here.run("install", "kept", CHART, where, values=QUIET).returncode == 0
    first = kept()
    assert first.keys() == {f"kept-casebook-{name}" for name in ("postgresql", "postgresql-tls", "redaction-key")}
    dry = here.run("upgrade", "kept", CHART, where, "--dry-run=server", values=QUIET)
    assert first["kept-casebook-postgresql"]["password"] in dry.stdout
    changed = {**QUIET, "config": {"log": {"level": "DEBUG"}}}
    assert here.run("upgrade", "kept", CHART, where, values=changed).returncode == 0
    assert kept() == first
    assert here.run("rollback", "kept", "1", where).returncode == 0
    assert kept() == first
    gone = here.run("uninstall", "kept", where)
    assert "Secret] kept-casebook-postgresql" in gone.stdout
    assert here.run("install", "kept", CHART, where, values=QUIET).returncode == 0
    assert kept() == first
    assert here.run("uninstall", "kept", where).returncode == 0


def test_a_certificate_is_renewed_where_its_secret_was_deleted_and_restarts_the_server_then_alone(
    helm: Helm, cluster: Cluster, namespace: str
) -> None:
    here = helm.of(cluster.kubeconfig)
    where = f"--namespace={namespace}"

    def there(kind: str, name: str) -> Any:
        return json.loads(cluster.run_kubectl("get", kind, f"renewed-casebook-{name}", "-n", namespace, "-o", "json"))

    def seen() -> tuple[str, str]:
        """The certificate, and what restarts the server."""
        template = there("statefulset", "postgresql")["spec"]["template"]
        return there("secret", "postgresql-tls")["data"]["tls.crt"], json.dumps(template, sort_keys=True)

    assert here.run("install", "renewed", CHART, where, values=QUIET).returncode == 0
    first, password = seen(), there("secret", "postgresql")["data"]
    assert here.run("upgrade", "renewed", CHART, where, values=QUIET).returncode == 0
    assert seen() == first
    cluster.run_kubectl("delete", "secret", "renewed-casebook-postgresql-tls", "-n", namespace)
    assert here.run("upgrade", "renewed", CHART, where, values=QUIET).returncode == 0
    assert not set(seen()) & set(first)
    assert there("secret", "postgresql")["data"] == password
    assert here.run("uninstall", "renewed", where).returncode == 0


def test_crds_that_somebody_applied_before_are_taken_over_only_when_helm_is_told_to(
    helm: Helm, cluster: Cluster, namespace: str
) -> None:
    """`casebook crds | kubectl apply -f -` came first: Helm says so, and how to go on."""
    done = helm.of(cluster.kubeconfig).run("install", "late", CHART, f"--namespace={namespace}", "--dry-run=server")
    assert "invalid ownership metadata" in done.stderr
