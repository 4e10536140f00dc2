"""The examples beside the chart fit it."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import yaml

from casebook_analyzer.memory import SchemaState, upgrade
from casebook_analyzer.memory.database.embedded import start
from tests.chart.rendered import one, pod_of
from tools.chart.helm import Helm, Values
from tools.places import ROOT

EXAMPLES = ROOT / "examples"


def read(name: str) -> Values:
    loaded: Values = yaml.safe_load((EXAMPLES / name).read_text(encoding="utf-8"))
    return loaded


@pytest.fixture
def fresh_server() -> Iterator[str]:
    """A server of this test's own: roles belong to all databases of a server."""
    folder = Path(tempfile.mkdtemp(prefix="cb-"))
    server = start(folder)
    yield server.dsn
    server.stop()
    shutil.rmtree(folder)


def test_what_cloudnative_pg_is_told_lets_an_owner_without_rights_make_the_schema(fresh_server: str) -> None:
    init = read("cloudnative-pg/cluster.yaml")["spec"]["bootstrap"]["initdb"]
    with psycopg.connect(fresh_server, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {init['owner']} LOGIN")
        connection.execute(f"CREATE DATABASE {init['database']} OWNER {init['owner']}")
    application = fresh_server.replace("/postgres?", f"/{init['database']}?")
    with psycopg.connect(application, autocommit=True) as connection:
        for statement in init["postInitApplicationSQL"]:
            connection.execute(statement)
    assert upgrade(_as(application, init["owner"])).state is SchemaState.CURRENT


def _as(dsn: str, user: str) -> str:
    scheme, _, rest = dsn.partition("://")
    return f"{scheme}://{user}@{rest.rpartition('@')[2]}"


def test_the_values_for_cloudnative_pg_name_the_secret_that_it_writes(helm: Helm) -> None:
    cluster, values = read("cloudnative-pg/cluster.yaml"), read("cloudnative-pg/values.yaml")
    environment = pod_of(helm.template(values), "operator")["spec"]["containers"][0]["env"]
    (url,) = [variable for variable in environment if variable["name"] == "CASEBOOK_DATABASE__URL"]
    written = f"{cluster['metadata']['name']}-app"
    assert url["valueFrom"]["secretKeyRef"] == {"name": written, "key": "uri"}


def test_the_values_for_node_problem_detector_mount_every_file_of_the_chart(helm: Helm) -> None:
    values = read("node-problem-detector/values.yaml")
    (mount,), (volume,) = values["extraVolumeMounts"], values["extraVolumes"]
    files = one(helm.template({"nodeProblemDetector": {"enabled": True}}), "ConfigMap", volume["configMap"]["name"])
    assert mount["name"] == volume["name"]
    mounted = {path for path in values["settings"]["log_monitors"] if path.startswith(mount["mountPath"])}
    assert mounted == {f"{mount['mountPath']}/{name}" for name in files["data"]}
