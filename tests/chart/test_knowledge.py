"""Who reads runbooks into memory reads files, and has no say at the API server but to list ConfigMaps by label."""

import json
from pathlib import Path

import pytest

from casebook_operator.diagnosis.cluster import _may
from casebook_operator.knowledge.configmaps import read_configmaps
from casebook_operator.kube import ApiStatusError, connect
from e2e.cluster import Cluster
from tests.chart.rendered import one
from tools.chart.helm import Helm, HelmError, Object

VALUES = {"knowledge": {"enabled": True, "configMaps": ["runbooks", "postmortems"]}}


def _pod(helm: Helm, values: Object) -> Object:
    pod: Object = one(helm.template(values), "Deployment", "casebook-knowledge")["spec"]["template"]["spec"]
    return pod


def test_it_is_not_there_unless_it_is_wanted(helm: Helm) -> None:
    assert not [one for one in helm.template({}) if "knowledge" in one["metadata"]["name"]]
    secret = one(helm.template({}), "Secret", "casebook-postgresql")
    assert "knowledge-password" not in secret["data"]


def test_it_has_a_login_of_its_own_and_no_token(helm: Helm) -> None:
    found = helm.template(VALUES)
    pod = _pod(helm, VALUES)
    assert pod["automountServiceAccountToken"] is False
    assert "serviceAccountName" not in pod
    environment = {variable["name"]: variable for variable in pod["containers"][0]["env"]}
    assert "casebook_knowledge@" in environment["CASEBOOK_DATABASE__URL"]["value"]
    assert environment["CASEBOOK_MEMORY__EMBEDDER"]["value"] == "none"
    assert "knowledge-password" in one(found, "Secret", "casebook-postgresql")["data"]
    logins = one(found, "Deployment", "casebook-operator")["spec"]["template"]["spec"]["initContainers"]
    assert "login-knowledge" in [container["name"] for container in logins]
    rights = [one for one in found if one["kind"] in {"Role", "ClusterRole"}]
    reading = [rule for one in rights for rule in one["rules"] if "configmaps" in rule.get("resources", ())]
    assert reading == [
        rule
        for one in helm.template({})
        if one["kind"] in {"Role", "ClusterRole"}
        for rule in one["rules"]
        if "configmaps" in rule.get("resources", ())
    ]


def test_configmaps_are_folders_and_need_not_be_there_yet(helm: Helm) -> None:
    pod = _pod(helm, VALUES)
    volumes = {volume["name"]: volume.get("configMap") for volume in pod["volumes"]}
    mounts = {mount["name"]: mount["mountPath"] for mount in pod["containers"][0]["volumeMounts"]}
    for name in ("runbooks", "postmortems"):
        assert volumes[f"text-{name}"] == {"name": name, "optional": True}
        assert mounts[f"text-{name}"] == f"/var/lib/casebook/knowledge/{name}"
    assert pod["containers"][0]["args"][2] == "/var/lib/casebook/knowledge"


def test_a_policy_of_the_database_lets_it_in(helm: Helm) -> None:
    values = VALUES | {"networkPolicy": {"enabled": True}}
    (rule,) = one(helm.template(values), "NetworkPolicy", "casebook-postgresql")["spec"]["ingress"]
    (expression,) = rule["from"][-1]["podSelector"]["matchExpressions"]
    assert "knowledge" in expression["values"]


def test_what_cannot_be_a_configmap_or_a_folder_is_refused(helm: Helm) -> None:
    for wrong in ({"configMaps": ["../etc"]}, {"folder": "git"}, {"seconds": 0}, {"source": ""}):
        with pytest.raises(HelmError):
            helm.template({"knowledge": {"enabled": True, **wrong}})


LABELLED = {"knowledge": {"enabled": True, "configMapSelector": "casebook.dev/knowledge=true"}}


def test_configmaps_by_label_are_listed_by_an_account_that_may_do_nothing_else(helm: Helm) -> None:
    found = helm.template(LABELLED)
    pod = _pod(helm, LABELLED)
    assert pod["serviceAccountName"] == "casebook-knowledge"
    args = pod["containers"][0]["args"]
    assert args[:6] == ["knowledge", "sync", "--configmaps", "casebook.dev/knowledge=true", "-n", "casebook"]
    role = one(found, "Role", "casebook-knowledge")
    assert role["metadata"]["namespace"] == "casebook"
    assert role["rules"] == [{"apiGroups": [""], "resources": ["configmaps"], "verbs": ["list"]}]
    bound = [
        binding["roleRef"]["name"]
        for binding in found
        if binding["kind"] in {"RoleBinding", "ClusterRoleBinding"}
        and ("casebook-knowledge", "casebook") in {(who["name"], who["namespace"]) for who in binding["subjects"]}
    ]
    assert bound == ["casebook-knowledge"]


def test_without_a_label_there_is_neither_account_nor_right(helm: Helm) -> None:
    for values in (VALUES, {"knowledge": {"configMapSelector": "a=b"}}, LABELLED | {"rbac": {"create": False}}):
        found = [obj for obj in helm.template(values) if obj["metadata"]["name"] == "casebook-knowledge"]
        assert not {"Role", "RoleBinding"} & {obj["kind"] for obj in found}
        assert ("ServiceAccount" in {obj["kind"] for obj in found}) is (LABELLED.items() <= values.items())


def test_the_api_server_is_reached_only_where_it_is_asked(helm: Helm) -> None:
    for values, asked in ((VALUES, False), (LABELLED, True)):
        found = helm.template(values | {"networkPolicy": {"enabled": True}})
        rules = one(found, "NetworkPolicy", "casebook-knowledge")["spec"]["egress"]
        assert (
            [{"port": 443, "protocol": "TCP"}, {"port": 6443, "protocol": "TCP"}] in [r["ports"] for r in rules]
        ) is asked


@pytest.mark.parametrize(
    "beside",
    [
        {"configMaps": ["runbooks"]},
        {"folder": "/git/current"},
        {"extraContainers": [{"name": "git-sync"}]},
        {"serviceAccount": {"create": False}},
        {"configMapSelector": " "},
    ],
    ids=str,
)
def test_a_label_goes_with_no_folder_no_container_that_would_get_the_token_and_no_account_of_all(
    helm: Helm, beside: Object
) -> None:
    with pytest.raises(HelmError):
        helm.template({"knowledge": LABELLED["knowledge"] | beside})


@pytest.mark.cluster
async def test_on_a_real_server_the_account_lists_configmaps_of_its_namespace_and_nothing_else(
    helm: Helm, cluster: Cluster, namespace: str, tmp_path: Path
) -> None:
    kinds = {"ServiceAccount", "Role", "RoleBinding"}
    found = helm.template(LABELLED, namespace=namespace)
    ours = [obj for obj in found if obj["kind"] in kinds and obj["metadata"]["name"] == "casebook-knowledge"]
    cluster.run_kubectl("apply", "-f", "-", stdin=json.dumps({"apiVersion": "v1", "kind": "List", "items": ours}))
    account = cluster.service_account_kubeconfig(namespace, "casebook-knowledge", tmp_path / "kubeconfig")
    cluster.run_kubectl("create", "configmap", "a", "-n", namespace, "--from-literal=a.md=What to do.")
    cluster.run_kubectl("label", "configmap", "a", "-n", namespace, "casebook.dev/knowledge=true")
    async with await connect(account) as kube:
        (file,) = await read_configmaps(kube, namespace, "casebook.dev/knowledge=true")
        assert (file.path, file.text) == ("a/a.md", "What to do.")
        for verb, group, resource in (
            *((verb, "", "configmaps") for verb in ("get", "watch", "create", "patch", "delete")),
            *((verb, "", "secrets") for verb in ("get", "list")),
            ("list", "", "pods"),
            ("list", "casebook.dev", "investigations"),
        ):
            assert not await _may(kube, verb, group, resource), (verb, resource)
        with pytest.raises(ApiStatusError) as refused:
            await read_configmaps(kube, "default", "casebook.dev/knowledge=true")
        assert refused.value.forbidden
