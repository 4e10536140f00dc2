"""The operator's ClusterRole grants what the operator needs, and nothing that could hurt."""

import json
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from casebook_operator.diagnosis import CheckVerdict
from casebook_operator.diagnosis.cluster import NEEDED_ACCESS, _may, _permissions
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import ApiStatusError, KubeClient, connect, paths
from casebook_operator.sensor.streams import STREAMS
from casebook_operator.settings import ClusterSettings, Settings
from casebook_operator.survey.registry import COLLECTORS
from e2e.cluster import Cluster
from tools.chart.rights import MANIFEST, right

ROLES = [obj for obj in yaml.load_all(MANIFEST.read_text(), yaml.CSafeLoader) if obj["kind"] in ("Role", "ClusterRole")]
RULES: list[dict[str, list[str]]] = [rule for role in ROLES for rule in role["rules"]]

READ_BY_COLLECTORS = sorted({right(need) for collector in COLLECTORS for need in collector.needs})
REFUSED = [
    *((verb, "", "secrets") for verb in ("get", "list", "watch", "create")),
    *((verb, "", "configmaps") for verb in ("list", "watch", "create", "update")),
    *((verb, "", "pods") for verb in ("create", "delete", "patch", "update")),
    *(("create", "", kind) for kind in ("pods/exec", "pods/attach", "pods/portforward", "pods/ephemeralcontainers")),
    *((verb, "", "nodes") for verb in ("patch", "update", "delete")),
    ("get", "", "nodes/proxy"),
    ("patch", "apps", "deployments"),
    ("deletecollection", "casebook.dev", "investigations"),
    ("update", "casebook.dev", "investigations"),
    *((verb, "casebook.dev", "taxonomies") for verb in ("create", "patch", "delete")),
    ("create", "rbac.authorization.k8s.io", "clusterroles"),
    ("impersonate", "", "users"),
]


def test_no_rule_has_a_wildcard_or_an_address() -> None:
    assert RULES
    for rule in RULES:
        assert "nonResourceURLs" not in rule
        for words in rule.values():
            assert "*" not in "".join(words)


def test_nothing_but_casebooks_own_objects_and_events_is_written() -> None:
    written = {
        (group, resource, verb)
        for rule in RULES
        for group in rule["apiGroups"]
        for resource in rule["resources"]
        for verb in rule["verbs"]
        if verb not in ("get", "list", "watch")
    }
    assert written == {
        *(("casebook.dev", "investigations", verb) for verb in ("create", "patch", "delete")),
        ("casebook.dev", "investigations/status", "patch"),
        ("casebook.dev", "taxonomies/status", "patch"),
        ("events.k8s.io", "events", "create"),
    }


def test_everything_that_is_watched_may_be_and_the_doctor_asks_for_it() -> None:
    for stream in STREAMS:
        granted = [
            rule["verbs"] for rule in RULES if stream.group in rule["apiGroups"] and stream.plural in rule["resources"]
        ]
        needed = {"list", "watch"} if stream.kind == "Taxonomy" else {"get", "list", "watch"}
        assert any(needed <= set(verbs) for verbs in granted), stream.plural
        verb = "create" if stream.kind == "Investigation" else "watch"
        if stream.evidence_alone:  # without it the API server is asked
            continue
        assert (verb, stream.group, stream.plural) in NEEDED_ACCESS


@pytest.fixture(scope="module")
def account(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A kubeconfig with a real token, bound to the rules of the manifest under names of this test's own."""
    name = f"test-rbac-{secrets.token_hex(4)}"
    objects: list[dict[str, Any]] = []
    for obj in yaml.load_all(MANIFEST.read_text(), yaml.CSafeLoader):
        text = json.dumps(obj).replace('"casebook-operator"', f'"{name}"').replace('"casebook"', f'"{name}"')
        objects.append(json.loads(text))
    given = json.dumps({"apiVersion": "v1", "kind": "List", "items": objects})
    cluster.run_kubectl("apply", "-f", "-", stdin=given)
    yield cluster.service_account_kubeconfig(name, name, tmp_path_factory.mktemp("rbac") / "kubeconfig")
    cluster.run_kubectl("delete", "--wait=false", "-f", "-", stdin=given)


@pytest.fixture
async def operator(account: Path) -> AsyncIterator[KubeClient]:
    async with await connect(account) as client:
        yield client


@pytest.mark.cluster
@pytest.mark.parametrize("access", [*NEEDED_ACCESS, *READ_BY_COLLECTORS], ids=" ".join)
async def test_what_the_operator_needs_is_allowed(operator: KubeClient, access: tuple[str, str, str]) -> None:
    assert await _may(operator, *access)


@pytest.mark.cluster
@pytest.mark.parametrize("access", REFUSED, ids=" ".join)
async def test_what_could_hurt_is_refused(operator: KubeClient, access: tuple[str, str, str]) -> None:
    assert not await _may(operator, *access)


@pytest.mark.cluster
async def test_secrets_are_refused_in_fact_and_not_only_by_review(operator: KubeClient) -> None:
    for what in ("secrets", "configmaps"):
        with pytest.raises(ApiStatusError) as refused:
            await operator.get(f"/api/v1/namespaces/kube-system/{what}")
        assert refused.value.status == 403


@pytest.mark.cluster
async def test_everything_that_is_watched_and_read_can_be_read_in_fact(operator: KubeClient) -> None:
    for kind in ("Pod", "Node", "Event", "Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job", "CronJob"):
        await operator.list(paths.collection(kind), limit=1, pages=1)
    assert isinstance(await InvestigationStore(operator).list(), list)


@pytest.mark.cluster
async def test_doctor_finds_nothing_missing_for_this_account_and_much_for_a_stranger(
    account: Path, cluster: Cluster, tmp_path: Path
) -> None:
    assert (await _permissions(Settings(cluster=ClusterSettings(kubeconfig=account)))).verdict is CheckVerdict.OK
    stranger = cluster.service_account_kubeconfig("default", "default", tmp_path / "stranger")
    found = await _permissions(Settings(cluster=ClusterSettings(kubeconfig=stranger)))
    assert found.verdict is CheckVerdict.BROKEN
    assert "create investigations.casebook.dev" in found.detail
