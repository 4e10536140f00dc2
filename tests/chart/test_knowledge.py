"""Who reads runbooks into memory reads files, and has no say at the API server."""

import pytest

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
