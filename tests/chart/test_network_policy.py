"""Who reaches which port, as the policies say it. The test cluster's network plugin does not enforce them."""

from typing import Any

from tests.chart.rendered import one, pods_of
from tools.chart.helm import Helm

HELM_TEST = {"app.kubernetes.io/component": "test"}
PROMETHEUS = {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "monitoring"}}}
INGRESS = {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "ingress-nginx"}}}


def admitted(helm: Helm, component: str, **policy: Any) -> dict[int, list[dict[str, Any]] | None]:
    """By port, who may come in beside `helm test`; None for everybody."""
    found = one(helm.template({"networkPolicy": policy}), "NetworkPolicy", f"casebook-{component}")
    return {rule["ports"][0]["port"]: _named(rule.get("from")) for rule in found["spec"]["ingress"]}


def _named(peers: list[dict[str, Any]] | None) -> list[dict[str, Any]] | None:
    if peers is None:
        return None
    *named, ours = peers
    assert HELM_TEST.items() <= ours["podSelector"]["matchLabels"].items()
    return named


def test_nobody_reads_metrics_who_is_not_named_and_everybody_reaches_the_pages(helm: Helm) -> None:
    assert admitted(helm, "operator") == {8080: []}
    assert admitted(helm, "web") == {8082: [], 8081: None}
    assert admitted(helm, "web", metrics={"from": [PROMETHEUS]}) == {8082: [PROMETHEUS], 8081: None}


def test_no_port_of_any_pod_is_open_but_the_one_of_the_pages(helm: Helm) -> None:
    """Whatever is switched on, and whatever came since."""
    notify = {"enabled": True, "existingSecret": {"name": "chats"}}
    objects = helm.template({"notify": notify, "knowledge": {"enabled": True, "configMaps": ["runbooks"]}})
    policies = [obj["spec"] for obj in objects if obj["kind"] == "NetworkPolicy"]
    opened = {}
    for pod in pods_of(objects):
        labels = pod["metadata"].get("labels", {})
        ours = [one_ for one_ in policies if one_["podSelector"]["matchLabels"].items() <= labels.items()]
        rules = {rule["ports"][0]["port"]: rule for one_ in ours for rule in one_["ingress"]}
        for container in pod["spec"]["containers"]:
            for port in container.get("ports", ()):
                opened[port["containerPort"]] = "from" in rules[port["containerPort"]]
    assert opened == {8080: True, 8081: False, 8082: True, 8083: True, 5432: True}


def test_without_the_policy_of_all_traffic_the_pods_may_reach_what_they_want(helm: Helm) -> None:
    for component in ("operator", "web"):
        spec = one(helm.template(), "NetworkPolicy", f"casebook-{component}")["spec"]
        assert spec["policyTypes"] == ["Ingress"]


def test_who_may_read_pages_may_not_read_metrics(helm: Helm) -> None:
    found = admitted(helm, "web", enabled=True, ingressFrom=[INGRESS])
    assert found == {8082: [], 8081: [INGRESS]}


def test_metrics_can_be_for_everybody(helm: Helm) -> None:
    assert admitted(helm, "operator", enabled=True, metrics={"enabled": False}) == {8080: None}


def test_an_ingress_publishes_no_metrics_and_no_probes(helm: Helm) -> None:
    """It leads to the Service of the pages, which has one port."""
    values = {"externalUrl": "https://c.example.com", "web": {"ingress": {"enabled": True}}}
    objects = helm.template(values)
    (rule,) = one(objects, "Ingress")["spec"]["rules"]
    (path,) = rule["http"]["paths"]
    assert path["backend"]["service"] == {"name": "casebook-web", "port": {"name": "http"}}
    (port,) = one(objects, "Service", "casebook-web")["spec"]["ports"]
    assert port["targetPort"] == "http"


DATABASE = "NetworkPolicy", "casebook-postgresql"
BACKUP = {"podSelector": {"matchLabels": {"app": "backup"}}}


def test_nobody_but_casebook_and_who_is_named_reaches_its_database_which_reaches_nobody(helm: Helm) -> None:
    for policy, named in (({}, []), ({"postgresql": {"from": [BACKUP]}}, [BACKUP]), ({"enabled": True}, [])):
        spec = one(helm.template({"networkPolicy": policy}), *DATABASE)["spec"]
        (rule,) = spec["ingress"]
        *others, ours = rule["from"]
        assert others == named
        assert rule["ports"] == [{"port": 5432, "protocol": "TCP"}]
        assert (spec["policyTypes"], spec["egress"]) == (["Ingress", "Egress"], [])
        (components,) = ours["podSelector"]["matchExpressions"]
        assert components["values"] == ["operator", "web", "test", "indexes"]
        assert ours["podSelector"]["matchLabels"]["app.kubernetes.io/instance"] == "casebook"


def test_the_database_lets_in_what_reads_runbooks_where_there_is_one(helm: Helm) -> None:
    spec = one(helm.template({"knowledge": {"enabled": True, "configMaps": ["runbooks"]}}), *DATABASE)["spec"]
    (components,) = spec["ingress"][0]["from"][-1]["podSelector"]["matchExpressions"]
    assert components["values"] == ["operator", "web", "test", "indexes", "knowledge"]


def test_the_policy_of_the_database_can_be_left_out_and_is_not_made_for_one_elsewhere(helm: Helm) -> None:
    elsewhere = {"postgresql": {"enabled": False}, "database": {"existingSecret": {"name": "a"}}}
    for values in ({"networkPolicy": {"postgresql": {"enabled": False}}}, elsewhere):
        names = [one_["metadata"]["name"] for one_ in helm.template(values) if one_["kind"] == "NetworkPolicy"]
        assert names
        assert "casebook-postgresql" not in names


KNOWLEDGE = {"knowledge": {"enabled": True, "configMaps": ["runbooks"]}}
REPOSITORY = {"ports": [{"port": 443, "protocol": "TCP"}]}


def reached(helm: Helm, component: str, values: dict[str, Any]) -> list[dict[str, Any]]:
    """The egress rules of pods that listen on nothing."""
    spec = one(helm.template(values), "NetworkPolicy", f"casebook-{component}")["spec"]
    assert (spec["policyTypes"], spec["ingress"]) == (["Ingress", "Egress"], [])
    return spec["egress"]  # type: ignore[no-any-return]


def _ports(rules: list[dict[str, Any]]) -> list[int]:
    return sorted({port["port"] for rule in rules for port in rule["ports"]})


def test_who_only_writes_to_memory_reaches_the_database_and_names_alone(helm: Helm) -> None:
    for component in ("knowledge", "indexes"):
        *_, database = rules = reached(helm, component, KNOWLEDGE | {"networkPolicy": {"enabled": True}})
        assert _ports(rules) == [53, 5432]
        (server,) = database["to"]
        assert server["podSelector"]["matchLabels"]["app.kubernetes.io/component"] == "postgresql"


def test_a_database_elsewhere_is_reached_by_its_port(helm: Helm) -> None:
    secrets = {"database": {"existingSecret": {"name": "a"}}, "migrations": {"existingSecret": {"name": "b"}}}
    policy = {"networkPolicy": {"enabled": True, "databasePort": 6432}}
    for component in ("knowledge", "indexes"):
        values = KNOWLEDGE | secrets | policy | {"postgresql": {"enabled": False}}
        assert _ports(reached(helm, component, values)) == [53, 6432]


def test_what_fetches_runbooks_beside_knowledge_reaches_its_repository(helm: Helm) -> None:
    values = KNOWLEDGE | {"networkPolicy": {"enabled": True, "knowledgeEgress": [REPOSITORY]}}
    assert REPOSITORY in reached(helm, "knowledge", values)
    assert REPOSITORY not in reached(helm, "indexes", values)


def test_with_the_policy_of_all_traffic_no_pod_of_the_release_is_without_one(helm: Helm) -> None:
    """But that of `helm test`, which looks whether another one answers."""
    notify = {"enabled": True, "existingSecret": {"name": "chats"}}
    for enabled in (True, False):
        objects = helm.template(KNOWLEDGE | {"notify": notify, "networkPolicy": {"enabled": enabled}})
        chosen = [obj["spec"]["podSelector"]["matchLabels"] for obj in objects if obj["kind"] == "NetworkPolicy"]
        labels = [pod["metadata"].get("labels", {}) for pod in pods_of(objects)]
        bare = {
            one_["app.kubernetes.io/component"]
            for one_ in labels
            if not any(policy.items() <= one_.items() for policy in chosen)
        }
        assert bare - {"test"} == (set() if enabled else {"knowledge", "indexes"})
