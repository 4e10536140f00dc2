"""The examples beside the chart fit it."""

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import yaml

from casebook_analyzer.memory import SchemaState, upgrade
from casebook_analyzer.memory.database.embedded import start
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.notify.sample import samples
from casebook_operator.notify.targets import read_targets
from casebook_operator.notify.texts import MessageWriter, read_texts
from e2e.cluster import tools
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


def test_slack_hears_of_the_past_and_of_the_runbook(helm: Helm, tmp_path: Path) -> None:
    values = read("notify/slack.yaml")
    (tmp_path / "notify.yaml").write_text(
        one(helm.template(values), "ConfigMap", "casebook-config")["data"]["notify.yaml"]
    )
    writer = MessageWriter(read_texts(tmp_path / "notify.yaml"), values["externalUrl"], SECRETS_AND_EMAILS)
    opened, *_ = samples()
    message = writer.message(opened)
    assert message.title == "Warning in shop: Deployment/shop/checkout"
    assert [line.partition(":")[0] for line in message.body.splitlines()[1:5]] == [
        "Category", "Seen before", "Fix", "Runbook",
    ]  # fmt: skip
    assert message.body.endswith("/reports/shop/checkout-3f2a9c1b0d-1")


def test_the_address_of_slack_is_one(tmp_path: Path) -> None:
    (address,) = set(re.findall(r"slack://[\w/]+", (EXAMPLES / "notify/slack.yaml").read_text(encoding="utf-8")))
    (tmp_path / "slack").write_text(address)
    (target,) = read_targets(tmp_path, SECRETS_AND_EMAILS)
    assert target.service == "slack"


def test_argo_cd_sends_people_to_the_namespace_of_the_application(tmp_path: Path) -> None:
    """Its templates are Go's with Sprig, and so are Helm's."""
    told = yaml.safe_load(
        read("argocd-notifications/argocd-notifications-cm.yaml")["data"]["template.degraded-with-casebook"]
    )
    chart = {
        "Chart.yaml": "{apiVersion: v2, name: told, version: 0.0.1}",
        "templates/told.yaml": "told: {{ tpl .Values.told .Values | quote }}",
    }
    for name, text in chart.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    app = {"metadata": {"name": "checkout"}, "spec": {"destination": {"namespace": "shop"}}}
    (tmp_path / "values.yaml").write_text(json.dumps({"told": told["message"], "app": app}))
    done = subprocess.run([tools.helm(), "template", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    first, *_, last = yaml.safe_load(done.stdout)["told"].strip().splitlines()
    assert (first, last) == ("checkout is degraded.", "https://casebook.example.com/?namespace=shop")
