"""Alerts, the dashboard and what scrapes, as Prometheus and Grafana get them."""

from typing import Any

from tests.chart.rendered import one
from tools.chart.helm import Helm
from tools.places import CHART

FILES = {path.stem for path in (CHART / "alerts").glob("*.yaml")}
URL = "https://casebook.example.com/"
NOTIFY = {"enabled": True, "existingSecret": {"name": "chats"}}
SCRAPED = {"networkPolicy": {"metrics": {"from": [{"podSelector": {}}]}}}


def rules(helm: Helm, **more: Any) -> dict[str, Any]:
    wanted = {"monitoring": {"prometheusRule": {"enabled": True, **more.pop("rule", {})}}, **more}
    (group,) = one(helm.template(wanted, namespace="ops"), "PrometheusRule")["spec"]["groups"]
    return {rule["alert"]: rule for rule in group["rules"]}


def test_every_file_is_a_rule_of_its_name(helm: Helm) -> None:
    assert rules(helm, notify=NOTIFY).keys() == FILES


def test_nothing_is_left_that_the_chart_should_have_filled_in(helm: Helm) -> None:
    for rule in rules(helm, externalUrl=URL).values():
        assert "__" not in str(rule)
        assert rule["annotations"]["report_url"].startswith("https://casebook.example.com/")
        assert rule["annotations"]["runbook_url"].endswith(f"/{rule['alert']}.md")


def test_without_an_address_no_alert_has_a_link_to_nowhere(helm: Helm) -> None:
    for rule in rules(helm).values():
        assert "report_url" not in rule["annotations"]


def test_prometheus_own_templates_survive_helm(helm: Helm) -> None:
    opened = rules(helm, externalUrl=URL)["CasebookInvestigationOpen"]["annotations"]
    assert opened["report_url"].endswith("/reports/{{ $labels.namespace }}/{{ $labels.investigation }}")


def test_cases_of_nodes_are_told_by_the_namespace_of_the_release(helm: Helm) -> None:
    assert 'namespace="ops"' in rules(helm)["CasebookNodeInvestigationOpen"]["expr"]


def test_alerts_can_be_left_out_and_labelled(helm: Helm) -> None:
    chosen = {"excludeRules": ["CasebookFailureRecurs"], "additionalLabels": {"team": "platform", "severity": "page"}}
    found = rules(helm, rule=chosen, notify=NOTIFY)
    assert found.keys() == FILES - {"CasebookFailureRecurs"}
    assert {(rule["labels"]["team"], rule["labels"]["severity"]) for rule in found.values()} == {("platform", "page")}


def test_a_web_that_is_not_installed_is_not_missed(helm: Helm) -> None:
    assert "CasebookWebDown" not in rules(helm, web={"enabled": False})
    assert "CasebookNotifyDown" not in rules(helm)


def test_monitors_select_what_has_metrics_and_keep_the_namespace_of_the_failure(helm: Helm) -> None:
    for kind, toggle, endpoints, components in (
        ("ServiceMonitor", "serviceMonitor", "endpoints", ["operator", "web-metrics"]),
        ("PodMonitor", "podMonitor", "podMetricsEndpoints", ["operator", "web"]),
    ):
        spec = one(helm.template({**SCRAPED, "monitoring": {toggle: {"enabled": True}}}), kind)["spec"]
        assert spec["selector"]["matchExpressions"][0]["values"] == components
        told = one(helm.template({**SCRAPED, "notify": NOTIFY, "monitoring": {toggle: {"enabled": True}}}), kind)[
            "spec"
        ]
        assert told["selector"]["matchExpressions"][0]["values"] == [*components, "notify"]
        assert spec[endpoints] == [{"port": "metrics", "path": "/metrics", "interval": "30s", "honorLabels": True}]


def test_monitors_are_rendered_without_a_cluster_that_knows_them(helm: Helm) -> None:
    """Argo CD renders offline: looking for the CRDs would leave them out there."""
    assert one(helm.template({**SCRAPED, "monitoring": {"serviceMonitor": {"enabled": True}}}), "ServiceMonitor")


def test_the_dashboard_is_the_file_with_links_to_the_reports(helm: Helm) -> None:
    values = {"externalUrl": "https://casebook.example.com/", "monitoring": {"dashboard": {"enabled": True}}}
    found = one(helm.template(values), "ConfigMap", "casebook-dashboard")
    files = {path.name: path.read_text(encoding="utf-8") for path in (CHART / "dashboards").glob("*.json")}
    assert files
    assert found["data"].keys() == files.keys()
    for name, text in files.items():
        assert found["data"][name].strip() == text.strip().replace("__EXTERNAL_URL__", "https://casebook.example.com")
    assert found["metadata"]["labels"]["grafana_dashboard"] == "1"
