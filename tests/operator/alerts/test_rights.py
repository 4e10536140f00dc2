"""What the chart grants ``casebook web`` is what the webhook needs, and no more."""

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from casebook_operator.alerts.outcome import AlertOutcome
from casebook_operator.alerts.targets import targets_of
from casebook_operator.kube import KubeClient, connect, paths
from e2e.cluster import Cluster
from tests.operator.alerts.builders import alert, payload
from tests.operator.alerts.objects import Allowed, deployment, investigations, receiver
from tests.operator.alerts.test_targets import CASES

FOLDER = Path(__file__).parents[3] / "charts" / "casebook" / "files" / "rbac" / "web"
RULES: list[dict[str, list[str]]] = [
    rule for path in sorted(FOLDER.glob("*.yaml")) for rule in yaml.safe_load(path.read_text(encoding="utf-8"))
]


def granted(verb: str) -> set[str]:
    return {resource for rule in RULES if verb in rule["verbs"] for resource in rule["resources"]}


def test_everything_that_labels_may_name_can_be_read_and_every_owner_of_it() -> None:
    named = {target.kind for case in CASES for target in targets_of(case["labels"])}
    needed = {paths.collection(kind).rpartition("/")[2] for kind in named | paths.WORKLOADS}
    assert granted("get") == needed | {"investigations"}


def test_nothing_but_investigations_is_written() -> None:
    assert granted("patch") | granted("create") == {"investigations", "tokenreviews", "subjectaccessreviews"}
    assert not granted("update") | granted("delete")


@pytest.fixture(scope="module")
def account(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A kubeconfig of an account with these rules, in a namespace of its own."""
    name = f"test-web-{secrets.token_hex(4)}"
    about: dict[str, Any] = {"metadata": {"name": name}}
    api = "rbac.authorization.k8s.io"
    subjects = [{"kind": "ServiceAccount", "name": name, "namespace": name}]
    objects = [
        {"apiVersion": "v1", "kind": "Namespace"} | about,
        {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": name, "namespace": name}},
        {"apiVersion": f"{api}/v1", "kind": "ClusterRole", "rules": RULES} | about,
        {
            "apiVersion": f"{api}/v1",
            "kind": "ClusterRoleBinding",
            "roleRef": {"apiGroup": api, "kind": "ClusterRole", "name": name},
            "subjects": subjects,
        }
        | about,
    ]
    given = json.dumps({"apiVersion": "v1", "kind": "List", "items": objects})
    cluster.run_kubectl("apply", "-f", "-", stdin=given)
    yield cluster.service_account_kubeconfig(name, name, tmp_path_factory.mktemp("web") / "kubeconfig")
    cluster.run_kubectl("delete", "--wait=false", "-f", "-", stdin=given)


@pytest.mark.cluster
async def test_with_these_rights_alerts_open_investigations_and_are_noted(
    account: Path, kube: KubeClient, namespace: str
) -> None:
    name, pod = await deployment(kube, namespace)
    async with await connect(account) as limited:
        taker = receiver(limited, namespace)
        sent = payload(*(alert(namespace=namespace, pod=pod, alertname=one) for one in ("First", "Second")))
        receipt = await taker.receive(sent, Allowed())
    assert [result.outcome for result in receipt.results] == [AlertOutcome.OPENED, AlertOutcome.ATTACHED]
    (case,) = await investigations(kube, namespace, name)
    assert len(case.alerts) == 2
