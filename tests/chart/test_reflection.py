"""The key of an endpoint of models goes to the operator alone, and only who asks one may leave for it."""

from typing import Any

from tests.chart.rendered import one, pods_of
from tools.chart.helm import Helm

CONFIG = {"reflection": {"url": "https://models.example.com/v1", "models": [{"name": "small"}]}}
VALUES = {"config": CONFIG, "reflection": {"existingSecret": {"name": "models", "key": "token"}}}


def leaves(helm: Helm, component: str, values: dict[str, Any]) -> list[list[int]]:
    policy = {"networkPolicy": {"enabled": True, "apiServerPorts": [6443], "reflectionPorts": [8443]}}
    spec = one(helm.template({**values, **policy}), "NetworkPolicy", f"casebook-{component}")["spec"]
    return [[port["port"] for port in rule["ports"]] for rule in spec["egress"]]


def test_the_operator_alone_gets_the_key_and_reads_it_from_a_file(helm: Helm) -> None:
    objects = helm.template(VALUES)
    having = [
        pod["metadata"]["labels"]["app.kubernetes.io/component"]
        for pod in pods_of(objects)
        if any(volume.get("secret", {}).get("secretName") == "models" for volume in pod["spec"].get("volumes", ()))
    ]
    assert having == ["operator"]
    pod = one(objects, "Deployment", "casebook-operator")["spec"]["template"]["spec"]
    (volume,) = [volume for volume in pod["volumes"] if volume["name"] == "reflection"]
    assert volume["secret"]["items"] == [{"key": "token", "path": "key"}]
    settings = one(objects, "ConfigMap", "casebook-config")["data"]["casebook.yaml"]
    assert "key_file: /var/lib/casebook/reflection/key" in settings
    assert "url: https://models.example.com/v1" in settings


def test_without_a_secret_no_key_is_named(helm: Helm) -> None:
    objects = helm.template({"config": CONFIG})
    assert "key_file" not in one(objects, "ConfigMap", "casebook-config")["data"]["casebook.yaml"]


def test_the_operator_may_leave_for_the_endpoint_where_one_is_set_and_nobody_else_may(helm: Helm) -> None:
    assert [8443] in leaves(helm, "operator", VALUES)
    assert [8443] not in leaves(helm, "operator", {})
    assert [8443] not in leaves(helm, "web", VALUES)
