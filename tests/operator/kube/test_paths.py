"""API paths."""

from yarl import URL

from casebook_operator.kube import paths


def test_collections_are_of_one_namespace_or_of_all() -> None:
    assert paths.collection("Pod") == "/api/v1/pods"
    assert paths.collection("Pod", "shop") == "/api/v1/namespaces/shop/pods"
    assert paths.collection("Deployment", "shop") == "/apis/apps/v1/namespaces/shop/deployments"


def test_a_node_has_no_namespace_whatever_is_given() -> None:
    assert paths.item("Node", "", "node-1") == "/api/v1/nodes/node-1"
    assert paths.item("Node", "shop", "node-1") == "/api/v1/nodes/node-1"


def test_names_are_quoted() -> None:
    assert paths.item("Pod", "a/b", "c/d?e") == "/api/v1/namespaces/a%2Fb/pods/c%2Fd%3Fe"


def test_a_name_of_dots_leads_nowhere_else() -> None:
    for name in (".", ".."):
        asked = URL(f"https://cluster.test{paths.item('Investigation', name, name)}")
        assert asked.raw_path.count("/") == paths.item("Investigation", "shop", "web").count("/")
        assert ".." not in asked.raw_path


def test_kinds_that_casebook_has_no_path_for_are_not_known() -> None:
    assert paths.known("StatefulSet")
    assert not paths.known("Rollout")
    assert not paths.known("Secret")


def test_a_workload_is_one_of_kubernetes_itself() -> None:
    assert paths.is_workload("StatefulSet")
    assert paths.is_workload("StatefulSet", "apps/v1")
    assert paths.is_workload("ReplicationController", "v1")
    assert not paths.is_workload("StatefulSet", "apps.kruise.io/v1")
    assert not paths.is_workload("Node", "v1")
