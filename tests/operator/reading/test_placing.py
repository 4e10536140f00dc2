"""What a pod asks of the place where it runs."""

from casebook_operator.reading.pods.placing import host_ports, node_labels, resource_claims, rules_about_pods

REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"


def test_ports_of_the_node_each_once_and_no_others() -> None:
    ports = [{"containerPort": 80}, {"hostPort": 9100}, {"hostPort": 9100}, {"hostPort": 53, "protocol": "UDP"}]
    assert host_ports({"containers": [{"name": "a", "ports": ports}]}) == "9100, 53/UDP"
    assert host_ports({"containers": [{"name": "a", "ports": ports[:1]}]}) == ""


def test_labels_of_nodes_by_selector_and_affinity() -> None:
    zone = {"key": "zone", "operator": "In", "values": ["a", "b"]}
    gpu = {"key": "gpu", "operator": "Exists"}
    terms = [{"matchExpressions": [zone, gpu]}, {"matchExpressions": [gpu]}]
    affinity = {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": terms}}}
    asked = node_labels({"nodeSelector": {"disk": "ssd"}, "affinity": affinity})
    assert asked == "disk=ssd, zone in a/b and gpu exists or gpu exists"


def test_rules_about_pods_that_must_hold() -> None:
    host = {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "db"}}}
    near = {"topologyKey": "zone", "labelSelector": {"matchExpressions": [{"key": "app", "operator": "Exists"}]}}
    hard = {"topologyKey": "zone", "maxSkew": 2, "whenUnsatisfiable": "DoNotSchedule"}
    soft = {"topologyKey": "rack", "whenUnsatisfiable": "ScheduleAnyway"}
    affinity = {"podAntiAffinity": {REQUIRED: [host]}, "podAffinity": {REQUIRED: [near]}}
    assert rules_about_pods({"affinity": affinity, "topologySpreadConstraints": [hard, soft]}) == (
        "affinity to pods with app exists (by zone), anti-affinity to pods with app=db (by kubernetes.io/hostname), "
        "spread by zone (maxSkew 2)"
    )


def test_claims_of_devices_by_themselves_and_by_template() -> None:
    claims = [{"name": "a", "resourceClaimName": "one"}, {"name": "b", "resourceClaimTemplateName": "of-each"}]
    assert resource_claims({"resourceClaims": claims}) == "one, of-each"


def test_whose_pods_are_spread_is_told_where_it_is_said() -> None:
    spread = {"topologyKey": "zone", "labelSelector": {"matchLabels": {"app": "db"}}}
    assert rules_about_pods({"topologySpreadConstraints": [spread]}) == "spread of pods with app=db by zone (maxSkew 1)"
