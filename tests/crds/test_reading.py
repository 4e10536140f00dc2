"""How people read Investigations: the columns of ``kubectl get``, and ``kubectl explain`` as a manual."""

import json
from collections.abc import Iterator

import pytest

from casebook_operator.investigation.conditions import CaseState, ConditionType, StatusCondition, merge
from casebook_operator.investigation.status import conclusion_status, similar_status
from casebook_operator.settings import Visibility
from e2e.cluster import Cluster
from tests.crds.conftest import Body, body
from tests.crds.schema import VERSION
from tests.operator.builders import at, conclusion, rfc, similar


def test_columns_stand_in_the_order_in_which_they_are_read() -> None:
    columns = [(column["name"], column.get("priority", 0)) for column in VERSION["additionalPrinterColumns"]]
    assert [name for name, priority in columns if not priority] == [
        "Category",
        "Conf",
        "Similar",
        "State",
        "Count",
        "Age",
        "Outage",
    ]
    assert [name for name, priority in columns if priority] == ["Node", "Device", "Summary", "Report"]


@pytest.fixture(scope="module")
def listed(cluster: Cluster, namespace: str) -> Iterator[str]:
    """A namespace with one typical Investigation that was concluded."""
    spec = {
        "trigger": "CrashLoopBackOff",
        "subjectRef": {"kind": "Deployment", "name": "checkout", "nodeName": "casebook-node"},
    }
    made = json.dumps(body(spec, name="checkout-0a1b2c3d4e-1"))
    cluster.run_kubectl("create", "-n", namespace, "-f", "-", stdin=made)
    resolved = StatusCondition(type=ConditionType.SUCCEEDED, status=True, reason=CaseState.RESOLVED)
    status = conclusion_status(conclusion()) | {"occurrences": 12, "lastSeen": rfc()}
    status |= similar_status([similar()], namespace=namespace, visibility=Visibility.CLUSTER)
    status["conditions"] = merge((), [resolved], generation=1, now=at())
    patch = json.dumps({"status": status})
    cluster.run_kubectl(
        "patch", "inv", "checkout-0a1b2c3d4e-1", "-n", namespace, "--subresource=status", "--type=merge", "-p", patch
    )
    yield namespace
    cluster.run_kubectl("delete", "inv", "--all", "-n", namespace)


@pytest.mark.cluster
def test_get_shows_the_columns_within_120_characters(cluster: Cluster, listed: str) -> None:
    lines = [
        line for line in cluster.run_kubectl("get", "inv", "-A").splitlines() if line.startswith(("NAMESP", listed))
    ]
    assert lines[0].split() == [
        "NAMESPACE",
        "NAME",
        "CATEGORY",
        "CONF",
        "SIMILAR",
        "STATE",
        "COUNT",
        "AGE",
        "OUTAGE",
    ]
    assert lines[1].split()[1:7] == [
        "checkout-0a1b2c3d4e-1",
        "config_error",
        "85",
        "1",
        "Resolved",
        "12",
    ]
    own = cluster.run_kubectl("get", "inv", "-n", listed).splitlines()
    assert max(len(line.rstrip()) for line in own) <= 120


@pytest.mark.cluster
def test_get_wide_adds_node_and_summary(cluster: Cluster, listed: str) -> None:
    head, line = cluster.run_kubectl("get", "inv", "-n", listed, "-o", "wide").splitlines()
    assert head.split()[-5:] == ["NODE", "DEVICE", "SUMMARY", "REPORT", "OUTAGE"]
    assert "casebook-node" in line
    assert "DATABASE_URL is not set" in line


@pytest.mark.cluster
@pytest.mark.parametrize(
    ("selector", "found"),
    [("status.category=config_error", 1), ("status.category=unknown", 0), ("spec.trigger=OOMKilled", 0)],
)
def test_investigations_can_be_selected_by_category_and_trigger(
    cluster: Cluster, listed: str, selector: str, found: int
) -> None:
    names = cluster.run_kubectl("get", "inv", "-n", listed, "--field-selector", selector, "-o", "name")
    assert len(names.split()) == found


@pytest.mark.cluster
def test_describe_tells_the_story(cluster: Cluster, listed: str) -> None:
    told = cluster.run_kubectl("describe", "inv", "-n", listed)
    for part in ("Category:", "config_error", "Similar Incidents:", "DATABASE_URL is not set", "Resolved"):
        assert part in told


@pytest.mark.cluster
@pytest.mark.parametrize(
    "path",
    [
        *("investigation.spec", "investigation.spec.signal", "investigation.status"),
        *("investigation.status.similarIncidents", "investigation.status.resolution", "taxonomy.spec"),
        *("taxonomy.spec.rules", "taxonomy.spec.rules.all", "taxonomy.spec.overrides", "taxonomy.status"),
    ],
)
def test_explain_describes_every_field(cluster: Cluster, path: str) -> None:
    told = cluster.run_kubectl("explain", path)
    assert "<no description>" not in told
    assert "FIELDS:" in told


@pytest.mark.cluster
@pytest.mark.parametrize("plural", ["investigations", "taxonomies"])
def test_the_schema_is_structural_and_nothing_is_wrong_with_the_crd(cluster: Cluster, plural: str) -> None:
    crd: Body = json.loads(cluster.run_kubectl("get", "crd", f"{plural}.casebook.dev", "-o", "json"))
    states = {condition["type"]: condition["status"] for condition in crd["status"]["conditions"]}
    assert (states["Established"], states["NamesAccepted"]) == ("True", "True")
    assert states.get("NonStructuralSchema", "False") == "False"
