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


LOGINS = {
    "migrations": ("casebook", "password"),
    "login-operator": ("casebook", "password"),
    "login-web": ("casebook", "password"),
    "operator": ("casebook_operator", "operator-password"),
    "web": ("casebook_web", "web-password"),
}
"""By container: how it logs in to the chart's own database, and which key has the password."""


@pytest.mark.parametrize("container", LOGINS)
def test_each_container_logs_in_as_itself_with_tls_and_knows_its_own_password_alone(helm: Helm, container: str) -> None:
    found = environment(helm.template(), "web" if container == "web" else "operator", container)
    login, key = LOGINS[container]
    assert found["CASEBOOK_DATABASE__URL"] == (
        f"postgresql://{login}@casebook-postgresql:5432/casebook"
        "?sslmode=verify-full&sslrootcert=/etc/casebook-database/ca.crt"
    )
    assert found["PGPASSWORD"] == reference("casebook-postgresql", key)


def test_the_owner_alone_builds_indexes_and_the_chart_says_when(helm: Helm) -> None:
    external = {"postgresql": {"enabled": False}, "database": {"existingSecret": {"name": "plain"}}}
    assert "CronJob" not in kinds(helm.template(external))
    assert "CronJob" not in kinds(helm.template({"indexes": {"schedule": ""}}))
    for values, variable, secret in (
        ({}, "PGPASSWORD", reference("casebook-postgresql", "password")),
        (external | {"migrations": {"existingSecret": {"name": "o"}}}, "CASEBOOK_DATABASE__URL", reference("o", "uri")),
    ):
        spec = one(helm.template(values), "CronJob")["spec"]["jobTemplate"]["spec"]["template"]["spec"]
        (container,) = spec["containers"]
        assert container["args"] == ["memory", "index"]
        assert {one_["name"]: one_.get("valueFrom") for one_ in container["env"]}[variable] == secret


def test_the_passwords_of_the_logins_are_seen_by_who_sets_them_and_by_nobody_else(helm: Helm) -> None:
    spec = pod_of(helm.template(), "operator")["spec"]
    seeing = [
        container["name"]
        for container in (*spec["initContainers"], *spec["containers"])
        if "logins" in [mount["name"] for mount in container["volumeMounts"]]
    ]
    assert seeing == ["login-operator", "login-web"]
    for container in spec["initContainers"]:
        assert not [word for word in container["args"] if "password=" in word]


def test_without_the_web_there_is_no_login_of_the_web(helm: Helm) -> None:
    spec = pod_of(helm.template({"web": {"enabled": False}}), "operator")["spec"]
    assert [container["name"] for container in spec["initContainers"]] == ["migrations", "login-operator"]
    assert "web-password" not in str(spec)


def test_the_standby_is_known_to_the_web_and_to_nobody_else(helm: Helm) -> None:
    standby = {"existingSecret": {"name": "memory-ro"}}
    database = {"existingSecret": {"name": "memory-app"}, "standby": standby}
    rendered = helm.template({"postgresql": {"enabled": False}, "database": database})
    web = environment(rendered, "web", "web")
    assert web["CASEBOOK_DATABASE__READ_URL"] == reference("memory-ro", "uri")
    assert web["CASEBOOK_DATABASE__URL"] == reference("memory-app", "uri")
    assert "memory-ro" not in str(pod_of(rendered, "operator"))


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
    assert "'owner'" not in str(pod_of(objects, "web"))


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
    certificate = one(objects, "Secret", "casebook-postgresql-tls")
    assert {len(base64.b64decode(value)) for value in password["data"].values()} == {32}
    assert len(set(password["data"].values())) == 3
    assert len(base64.b64decode(key["data"]["redaction.key"])) == KEY_BYTES
    for secret in (password, key, certificate):
        assert secret["metadata"]["annotations"] == {"helm.sh/resource-policy": "keep"}
        for value in secret["data"].values():
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
        "postgresql": {"existingSecret": {"name": "a"}, "tls": {"existingSecret": {"name": "c"}}},
        "redactionKey": {"existingSecret": {"name": "b"}},
    }
    assert "Secret" not in kinds(helm.template(values))
    assert helm.template(values) == helm.template(values, "--debug")
