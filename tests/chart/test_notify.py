"""Who sends messages has neither the database nor the key, and may do next to nothing."""

import pytest

from tests.chart.rendered import one
from tools.chart.helm import Helm, HelmError

VALUES = {"notify": {"enabled": True, "existingSecret": {"name": "chats"}, "template": "line: $subject"}}


def test_it_is_not_there_unless_it_is_wanted(helm: Helm) -> None:
    assert not [one for one in helm.template({}) if "notify" in one["metadata"]["name"]]


def test_it_has_neither_the_database_nor_the_key(helm: Helm) -> None:
    pod = one(helm.template(VALUES), "Deployment", "casebook-notify")["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert {variable["name"] for variable in container["env"]} == {"CASEBOOK_CONFIG", "HOME"}
    assert {volume["name"] for volume in pod["volumes"]} == {"config", "addresses", "tmp"}
    assert container["args"] == ["notify", "run"]


def test_it_may_read_investigations_and_keep_one_configmap(helm: Helm) -> None:
    found = helm.template(VALUES)
    (reading,) = one(found, "ClusterRole", "casebook-notify")["rules"]
    assert (reading["resources"], reading["verbs"]) == (["investigations"], ["get", "list", "watch"])
    keeping, making = one(found, "Role", "casebook-notify-state")["rules"]
    assert (keeping["resourceNames"], keeping["verbs"]) == (["casebook-notify"], ["get", "patch"])
    assert (making["resources"], making["verbs"]) == (["configmaps"], ["create"])
    settings = one(found, "ConfigMap", "casebook-config")["data"]
    assert "state: casebook-notify" in settings["casebook.yaml"]
    assert settings["notify.yaml"] == "line: $subject\n"


def test_it_is_refused_without_addresses(helm: Helm) -> None:
    with pytest.raises(HelmError, match="a Secret with addresses is needed"):
        helm.template({"notify": {"enabled": True}})
