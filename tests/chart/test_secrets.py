"""Where the password and the key come from, and that nobody else gets to know them."""

import base64
from typing import Any

import pytest

from casebook_operator.secret_key import KEY_BYTES
from tests.chart.rendered import kinds, one, pod_of
from tools.chart.helm import Helm, Object


def environment(objects: list[Object], component: str, container: str) -> dict[str, Any]:
    spec = pod_of(objects, component)["spec"]
    (found,) = [one for one in (*spec.get("initContainers", ()), *spec["containers"]) if one["name"] == container]
    return {variable["name"]: variable.get("value", variable.get("valueFrom")) for variable in found["env"]}


def reference(name: str, key: str) -> dict[str, Any]:
    return {"secretKeyRef": {"name": name, "key": key}}


@pytest.mark.parametrize("container", ["operator", "migrations", "web"])
def test_everybody_asks_the_secret_of_the_database_that_was_made_for_it(helm: Helm, container: str) -> None:
    objects = helm.template()
    component = "web" if container == "web" else "operator"
    found = environment(objects, component, container)
    assert found["CASEBOOK_DATABASE__URL"] == "postgresql://casebook@casebook-postgresql:5432/casebook"
    assert found["PGPASSWORD"] == environment(objects, "postgresql", "postgresql")["POSTGRES_PASSWORD"]
    assert found["PGPASSWORD"] == reference("casebook-postgresql", "password")


def test_a_dsn_of_somebody_elses_is_read_where_it_is(helm: Helm) -> None:
    values = {"postgresql": {"enabled": False}, "database": {"existingSecret": {"name": "memory-app"}}}
    found = environment(helm.template(values), "operator", "operator")
    assert found["CASEBOOK_DATABASE__URL"] == reference("memory-app", "uri")
    assert "PGPASSWORD" not in found


def test_the_owner_of_an_external_database_is_known_to_the_migrations_alone(helm: Helm) -> None:
    values = {
        "postgresql": {"enabled": False},
        "database": {"existingSecret": {"name": "plain"}},
        "migrations": {"existingSecret": {"name": "owner", "key": "dsn"}},
    }
    objects = helm.template(values)
    found = {
        container: environment(objects, component, container)["CASEBOOK_DATABASE__URL"]
        for component, container in (("operator", "migrations"), ("operator", "operator"), ("web", "web"))
    }
    plain = reference("plain", "uri")
    assert found == {"migrations": reference("owner", "dsn"), "operator": plain, "web": plain}
    assert str(objects).count("'owner'") == 1


def test_a_dsn_in_the_values_ends_up_in_a_secret_alone(helm: Helm) -> None:
    dsn = "postgresql://casebook:hunter2@db/casebook"
    objects = helm.template({"postgresql": {"enabled": False}, "database": {"url": dsn}})
    holding = [obj for obj in objects if "hunter2" in str(obj)]
    assert [obj["kind"] for obj in holding] == ["Secret"]
    assert environment(objects, "web", "web")["CASEBOOK_DATABASE__URL"] == reference("casebook-database", "url")


def test_secrets_are_made_long_enough_kept_and_in_no_other_object(helm: Helm) -> None:
    objects = helm.template()
    password = one(objects, "Secret", "casebook-postgresql")
    key = one(objects, "Secret", "casebook-redaction-key")
    assert len(base64.b64decode(password["data"]["password"])) == 32
    assert len(base64.b64decode(key["data"]["redaction.key"])) == KEY_BYTES
    for secret in (password, key):
        assert secret["metadata"]["annotations"] == {"helm.sh/resource-policy": "keep"}
        (value,) = secret["data"].values()
        assert [obj["kind"] for obj in objects if value in str(obj)] == ["Secret"]


def test_keys_of_ones_own_are_mounted_under_the_name_that_casebook_reads(helm: Helm) -> None:
    given = {"redactionKey": {"existingSecret": {"name": "own", "key": "bytes"}}}
    volumes = pod_of(helm.template(given), "operator")["spec"]["volumes"]
    (found,) = [volume["secret"] for volume in volumes if volume["name"] == "redaction-key"]
    assert (found["secretName"], found["items"]) == ("own", [{"key": "bytes", "path": "redaction.key"}])


def test_the_web_and_the_database_do_not_see_the_redaction_key(helm: Helm) -> None:
    objects = helm.template()
    assert "casebook-redaction-key" in str(pod_of(objects, "operator"))
    for component in ("web", "postgresql"):
        assert "redaction-key" not in str(pod_of(objects, component))


def test_with_secrets_of_ones_own_nothing_is_random_and_gitops_sees_no_drift(helm: Helm) -> None:
    values = {
        "postgresql": {"existingSecret": {"name": "a"}},
        "redactionKey": {"existingSecret": {"name": "b"}},
    }
    assert "Secret" not in kinds(helm.template(values))
    assert helm.template(values) == helm.template(values, "--debug")
