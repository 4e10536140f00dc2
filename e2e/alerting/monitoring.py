"""Prometheus with the chart's alerts, and Alertmanager with two receivers: people, and the way back to Casebook."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import yaml

from e2e.alerting import debian, rules
from e2e.alerting.errors import AlertingError
from e2e.alerting.service import fetch, service
from e2e.demo.operator_process import free_port

RUNBOOKS = "https://casebook.invalid/runbooks"
NODES = "casebook"
"""The namespace of Investigations of nodes, as the operator of the demo has it."""


@dataclass(frozen=True)
class Prometheus:
    """A running Prometheus."""

    url: str
    directory: Path

    def query(self, expression: str) -> list[dict[str, Any]]:
        """Return the samples of an expression now."""
        status, text = fetch(f"{self.url}/api/v1/query?{urlencode({'query': expression})}")
        if status != 200:  # noqa: PLR2004 (HTTP's word for yes)
            raise AlertingError(f"Prometheus answers {status} to {expression}: {text}")
        found: list[dict[str, Any]] = json.loads(text)["data"]["result"]
        return found

    def add_rule(self, rule: dict[str, Any]) -> None:
        """An alert of another team, in force at once."""
        path = self.directory / f"{rule['alert']}.rules.yaml"
        path.write_text(yaml.safe_dump({"groups": [{"name": rule["alert"], "rules": [rule]}]}))
        status, text = fetch(f"{self.url}/-/reload", body=b"")
        if status != 200:  # noqa: PLR2004
            raise AlertingError(f"Prometheus does not take the rule {rule['alert']}: {text}")


@contextmanager
def prometheus(directory: Path, *, targets: list[str], alertmanager: str, external_url: str) -> Iterator[Prometheus]:
    """Run Prometheus with the chart's alerts. It asks once a second, so that nobody waits for it."""
    group = rules.group(
        external_url=external_url, runbook_url=RUNBOOKS, namespace=NODES, without=("CasebookNotifyDown",)
    )
    (directory / "casebook.rules.yaml").write_text(yaml.safe_dump(group))
    config = {
        "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
        "rule_files": ["*.rules.yaml"],
        "scrape_configs": [
            {"job_name": "casebook", "honor_labels": True, "static_configs": [{"targets": targets}]},
        ],
        "alerting": {"alertmanagers": [{"static_configs": [{"targets": [alertmanager.removeprefix("http://")]}]}]},
    }
    (directory / "prometheus.yaml").write_text(yaml.safe_dump(config))
    address = f"127.0.0.1:{free_port()}"
    command = [
        str(debian.program("prometheus", "prometheus")),
        "--config.file=prometheus.yaml",
        f"--storage.tsdb.path={directory / 'tsdb'}",
        f"--web.listen-address={address}",
        "--web.enable-lifecycle",
        # After a reload Prometheus knows no Alertmanager for some seconds, and would try again after a minute.
        "--rules.alert.resend-delay=1s",
    ]
    with service("prometheus", command, directory=directory, ready=f"http://{address}/-/ready"):
        yield Prometheus(f"http://{address}", directory)


@contextmanager
def alertmanager(directory: Path, *, people: str, casebook: str, secret: Path) -> Iterator[str]:
    """Run Alertmanager. Casebook's alerts go to people, all others to Casebook; yields its address."""
    webhook = {
        "url": casebook,
        "http_config": {"authorization": {"type": "Bearer", "credentials_file": str(secret)}},
        "send_resolved": True,
    }
    config = {
        "route": {
            "receiver": "casebook",
            "group_by": ["alertname", "namespace"],
            "group_wait": "1s",
            "group_interval": "1s",
            "routes": [{"receiver": "people", "matchers": ['alertname=~"Casebook.*"']}],
        },
        "receivers": [
            {"name": "people", "webhook_configs": [{"url": people}]},
            {"name": "casebook", "webhook_configs": [webhook]},
        ],
    }
    (directory / "alertmanager.yaml").write_text(yaml.safe_dump(config))
    url = f"http://127.0.0.1:{free_port()}"
    command = [
        *debian.command("prometheus-alertmanager", "prometheus-alertmanager"),
        "--config.file=alertmanager.yaml",
        f"--storage.path={directory / 'alertmanager'}",
        f"--web.listen-address={url.removeprefix('http://')}",
        "--cluster.listen-address=",
    ]
    with service("alertmanager", command, directory=directory, ready=f"{url}/-/ready"):
        yield url
