"""Several operators of one release: as many pods as shards, and rights to their Leases and to no others."""

from pathlib import Path
from typing import Any

from casebook_operator.settings import MOST_SHARDS, Settings, load_settings
from tests.chart.rendered import kinds, one
from tests.chart.test_toggles import names
from tools.chart import schema
from tools.chart.helm import Helm, Object

THREE: dict[str, Any] = {"operator": {"shards": 3}}


def settings(objects: list[Object], folder: Path) -> Settings:
    path = folder / "casebook.yaml"
    path.write_text(one(objects, "ConfigMap", "casebook-config")["data"]["casebook.yaml"])
    return load_settings(path)


def test_one_operator_has_neither_leases_nor_rights_to_any_nor_a_budget(helm: Helm, tmp_path: Path) -> None:
    objects = helm.template()
    added = {("Role", "casebook-operator-shards"), ("RoleBinding", "casebook-operator-shards")}
    added |= {("PodDisruptionBudget", "casebook-operator")}
    assert names(helm.template(THREE)) - names(objects) == added
    assert settings(objects, tmp_path).shards.count == 1
    assert one(objects, "Deployment", "casebook-operator")["spec"]["replicas"] == 1


def test_there_is_an_operator_for_each_shard_and_all_are_replaced_together(helm: Helm) -> None:
    spec = one(helm.template(THREE), "Deployment", "casebook-operator")["spec"]
    assert spec["replicas"] == 3
    assert spec["strategy"] == {"type": "Recreate"}, "a rolling update would wait for itself"


def test_the_operators_may_use_the_leases_that_they_are_told_of_and_no_others(helm: Helm, tmp_path: Path) -> None:
    objects = helm.template(THREE)
    chosen = settings(objects, tmp_path).shards
    assert chosen.count == 3
    named, unnamed = one(objects, "Role", "casebook-operator-shards")["rules"]
    assert named["resourceNames"] == [f"{chosen.lease}-shard-{number}" for number in range(MOST_SHARDS)]
    assert named["verbs"] == ["get", "patch"]
    assert unnamed["verbs"] == ["create"]
    assert one(objects, "Role", "casebook-operator-shards")["metadata"]["namespace"] == "casebook"
    assert "ClusterRole" not in kinds([one(objects, "Role", "casebook-operator-shards")])


def test_the_schema_has_the_bound_of_the_setting() -> None:
    value = schema.at(schema.load(), ("operator", "shards"))
    assert (value["minimum"], value["maximum"]) == (1, MOST_SHARDS)


def test_the_time_of_a_lease_is_the_users_and_the_rest_the_charts(helm: Helm, tmp_path: Path) -> None:
    chosen = settings(helm.template({**THREE, "config": {"shards": {"lease_seconds": 30}}}), tmp_path).shards
    assert (chosen.count, chosen.lease_seconds) == (3, 30)
