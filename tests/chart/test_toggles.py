"""What each switch adds and takes away."""

from typing import Any

from tests.chart.rendered import kinds, one, pod_of, pods_of
from tests.rows import of_every
from tools.chart.helm import Helm, Object

ALERTS = {"monitoring": {"prometheusRule": {"enabled": True}}}
SCRAPED = {"networkPolicy": {"metrics": {"from": [{"podSelector": {}}]}}}


def names(objects: list[Object]) -> set[tuple[str, str]]:
    return {(obj["kind"], obj["metadata"]["name"]) for obj in objects}


def shown(argument: dict[str, Any] | set[tuple[str, str]]) -> str:
    """Sorted, as every worker must call a test by the same name."""
    return str(sorted(argument) if isinstance(argument, set) else argument)


@of_every(
    ("values", "added"),
    [
        ({"web": {"replicas": 2}}, {("PodDisruptionBudget", "casebook-web")}),
        ({"web": {"pdb": {"enabled": True}}}, {("PodDisruptionBudget", "casebook-web")}),
        ({"nodeProblemDetector": {"enabled": True}}, {("ConfigMap", "casebook-node-problem-detector")}),
        ({"taxonomy": {"presets": ["gpu-tags"]}}, {("ConfigMap", "casebook-taxonomy")}),
        ({"operator": {"spool": {"type": "persistentVolumeClaim"}}}, {("PersistentVolumeClaim", "casebook-spool")}),
        (
            {"externalUrl": "https://c.example.com", "web": {"ingress": {"enabled": True}}},
            {("Ingress", "casebook-web")},
        ),
        ({**SCRAPED, "monitoring": {"serviceMonitor": {"enabled": True}}}, {("ServiceMonitor", "casebook-metrics")}),
        ({**SCRAPED, "monitoring": {"podMonitor": {"enabled": True}}}, {("PodMonitor", "casebook-metrics")}),
        (ALERTS, {("PrometheusRule", "casebook-alerts")}),
        ({"monitoring": {"dashboard": {"enabled": True}}}, {("ConfigMap", "casebook-dashboard")}),
        (
            {"postgresql": {"enabled": False}, "database": {"url": "postgresql://db/casebook"}},
            {("Secret", "casebook-database")},
        ),
    ],
    ids=shown,
)
def test_a_switch_adds(helm: Helm, values: dict[str, Any], added: set[tuple[str, str]]) -> None:
    assert names(helm.template(values)) - names(helm.template()) == added


@of_every(
    ("values", "gone"),
    [
        ({"tests": {"enabled": False}}, {("Pod", "casebook-test")}),
        ({"redactionKey": {"existingSecret": {"name": "own"}}}, {("Secret", "casebook-redaction-key")}),
        ({"networkPolicy": {"postgresql": {"enabled": False}}}, {("NetworkPolicy", "casebook-postgresql")}),
        ({"postgresql": {"existingSecret": {"name": "own"}}}, {("Secret", "casebook-postgresql")}),
        (
            {"postgresql": {"tls": {"existingSecret": {"name": "own"}}}},
            {("Secret", "casebook-postgresql-tls")},
        ),
        ({"operator": {"serviceAccount": {"create": False, "name": "own"}}}, {("ServiceAccount", "casebook-operator")}),
        (
            {"postgresql": {"enabled": False}, "database": {"existingSecret": {"name": "own"}}},
            {
                (kind, "casebook-postgresql")
                for kind in ("ConfigMap", "NetworkPolicy", "Secret", "Service", "StatefulSet")
            }
            | {("Secret", "casebook-postgresql-tls"), ("CronJob", "casebook-indexes")},
        ),
        (
            {"web": {"enabled": False}},
            {
                (kind, "casebook-web")
                for kind in (
                    "ServiceAccount",
                    "ClusterRole",
                    "ClusterRoleBinding",
                    "Service",
                    "Deployment",
                    "NetworkPolicy",
                )
            }
            | {("Service", "casebook-web-metrics")},
        ),
    ],
    ids=shown,
)
def test_a_switch_takes_away(helm: Helm, values: dict[str, Any], gone: set[tuple[str, str]]) -> None:
    assert names(helm.template()) - names(helm.template(values)) == gone


def test_there_is_one_operator_and_it_is_replaced_never_doubled(helm: Helm) -> None:
    spec = one(helm.template(), "Deployment", "casebook-operator")["spec"]
    assert spec["replicas"] == 1
    assert spec["strategy"] == {"type": "Recreate"}
    assert "PodDisruptionBudget" not in kinds(helm.template())


def test_selectors_find_their_own_pods_and_no_others(helm: Helm) -> None:
    objects = helm.template({"web": {"replicas": 2}, "networkPolicy": {"enabled": True}})
    labels = [pod["metadata"]["labels"] for pod in pods_of(objects)]
    for obj in objects:
        spec = obj.get("spec", {})
        selector = spec.get("podSelector") or spec.get("selector") or {}
        if obj["kind"] in ("Service", "Deployment", "StatefulSet", "PodDisruptionBudget", "NetworkPolicy"):
            wanted = selector.get("matchLabels", selector)
            found = [one for one in labels if wanted.items() <= one.items()]
            (component,) = {one["app.kubernetes.io/component"] for one in found}
            assert component == obj["metadata"]["labels"]["app.kubernetes.io/component"].removesuffix("-metrics")


def test_a_new_version_of_the_chart_does_not_restart_the_database(helm: Helm) -> None:
    template = pod_of(helm.template(), "postgresql")
    assert not [label for label in template["metadata"]["labels"] if "version" in label or "chart" in label]


def test_a_changed_setting_restarts_operator_and_web_and_not_the_database(helm: Helm) -> None:
    # Without a cluster the chart's own certificate is another one each time.
    kept = {"postgresql": {"tls": {"existingSecret": {"name": "own"}}}}
    changed = helm.template({"config": {"log": {"level": "DEBUG"}}, **kept})
    for component, restarts in (("operator", True), ("web", True), ("postgresql", False)):
        assert (pod_of(changed, component) != pod_of(helm.template(kept), component)) is restarts


def test_labels_reach_every_object_and_pod(helm: Helm) -> None:
    objects = helm.template({"commonLabels": {"team": "platform"}, "networkPolicy": {"enabled": True}, **ALERTS})
    for obj in (*objects, *pods_of(objects)):
        assert obj["metadata"]["labels"]["team"] == "platform"


def test_every_part_listens_where_its_service_and_probes_look(helm: Helm) -> None:
    objects = helm.template()
    settings = one(objects, "ConfigMap", "casebook-config")["data"]["casebook.yaml"]
    for component, ports in (
        ("operator", {8080: "casebook-operator"}),
        ("web", {8081: "casebook-web", 8082: "casebook-web-metrics"}),
        ("postgresql", {5432: "casebook-postgresql"}),
    ):
        (container,) = pod_of(objects, component)["spec"]["containers"]
        assert [found["containerPort"] for found in container["ports"]] == list(ports)
        for found, (port, service) in zip(container["ports"], ports.items(), strict=True):
            assert component == "postgresql" or f"port: {port}" in settings
            (published,) = one(objects, "Service", service)["spec"]["ports"]
            assert published["targetPort"] == found["name"]
        assert {"startupProbe", "livenessProbe", "readinessProbe"} <= container.keys()


def test_names_stay_short_enough_for_the_pods_of_a_long_release(helm: Helm) -> None:
    for obj in helm.template(name="a" * 53):
        assert len(obj["metadata"]["name"]) <= 63


def test_a_release_is_not_named_twice(helm: Helm) -> None:
    assert ("Deployment", "casebook-operator") in names(helm.template(name="casebook"))
    assert ("Deployment", "my-casebook-operator") in names(helm.template(name="my-casebook"))
    assert ("Deployment", "blue-casebook-operator") in names(helm.template(name="blue"))
    assert ("Deployment", "own-operator") in names(helm.template({"fullnameOverride": "own"}))


def test_kubectl_takes_the_container_of_the_component_where_nobody_names_one(helm: Helm) -> None:
    beside = {"knowledge": {"enabled": True, "extraContainers": [{"name": "git-sync", "image": "git-sync"}]}}
    objects = helm.template(beside)
    for component in ("operator", "web", "knowledge", "postgresql"):
        annotations = pod_of(objects, component)["metadata"]["annotations"]
        assert annotations["kubectl.kubernetes.io/default-container"] == component
        assert component in [container["name"] for container in pod_of(objects, component)["spec"]["containers"]]
