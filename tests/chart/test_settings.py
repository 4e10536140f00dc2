"""The settings that the chart writes are ones that Casebook takes."""

import os
from pathlib import Path
from typing import Any

import pytest
import yaml

from casebook_operator.settings import Settings, load_settings
from tests.chart.rendered import pod_of
from tools.chart.golden import CASES
from tools.chart.helm import Helm


@pytest.fixture
def load(helm: Helm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    for name in [name for name in os.environ if name.startswith("CASEBOOK_")]:
        monkeypatch.delenv(name)

    def loaded(values: dict[str, Any]) -> Settings:
        path = tmp_path / "casebook.yaml"
        config = [
            obj
            for obj in helm.template(values)
            if obj["kind"] == "ConfigMap" and "casebook.yaml" in obj.get("data", {})
        ]
        path.write_text(config[0]["data"]["casebook.yaml"])
        return load_settings(path)

    return loaded


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_casebook_takes_the_settings_of_every_golden_case(load: Any, case: Path) -> None:
    settings = load(yaml.safe_load((case / "values.yaml").read_text()) or {})
    assert settings.cluster.namespace == "casebook"
    assert not settings.web.open


def test_what_the_chart_decides_wins_and_the_rest_is_the_users(load: Any) -> None:
    settings = load({"cluster": {"name": "blue"}, "config": {"evidence": {"budget_bytes": 8192}}})
    assert settings.cluster.name == "blue"
    assert settings.evidence.budget_bytes == 8192
    assert str(settings.evidence.spool) == "/var/lib/casebook/spool"


def test_links_have_one_slash(load: Any) -> None:
    assert load({"externalUrl": "https://c.example.com/"}).reports.external_url == "https://c.example.com"


def test_a_proxy_is_trusted_by_what_is_mounted_for_it(load: Any) -> None:
    proxy = load(
        {"web": {"authentication": {"proxy": {"existingSecret": {"name": "p"}, "peers": ["10.0.0.0/8"]}}}}
    ).web.proxy
    assert str(proxy.secret_file) == "/var/lib/casebook/proxy/secret"
    assert [str(peer) for peer in proxy.peers] == ["10.0.0.0/8"]


def test_alertmanagers_secret_is_mounted_where_the_web_looks_for_it(helm: Helm, load: Any) -> None:
    values = {"web": {"alerts": {"existingSecret": {"name": "alertmanager", "key": "token"}}}}
    folder = load(values).alerts.secret_file.parent
    spec = pod_of(helm.template(values), "web")["spec"]
    (mount,) = [mount for mount in spec["containers"][0]["volumeMounts"] if mount["mountPath"] == str(folder)]
    (volume,) = [volume for volume in spec["volumes"] if volume["name"] == mount["name"]]
    assert volume["secret"]["items"] == [{"key": "token", "path": "secret"}]
