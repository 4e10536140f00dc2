"""The resource ``Taxonomy`` as people write it, and as a real API server understands it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from casebook_analyzer.taxonomy import shipped_taxonomy
from casebook_operator.taxonomies.layers import Layers
from e2e.cluster import Cluster, ClusterError
from tests.analyzer.taxonomy.overlays import rule
from tests.crds.conftest import Body
from tests.crds.taxonomy_schema import CRD, VERSION, of_the_code, of_the_crd

EXAMPLES = Path(__file__).parents[2] / "examples" / "taxonomy"


def taxonomy(name: str = "ours", **spec: Any) -> Body:
    return {
        "apiVersion": "casebook.dev/v1alpha1",
        "kind": "Taxonomy",
        "metadata": {"name": name},
        "spec": spec or {"rules": [rule()]},
    }


@pytest.fixture
def create(cluster: Cluster) -> Callable[..., Body]:
    """What the API server makes of a Taxonomy. It is only asked and keeps nothing."""

    def created(obj: Body) -> Body:
        command = ("create", "--dry-run=server", "-o", "json", "-f", "-")
        done: Body = json.loads(cluster.run_kubectl(*command, stdin=json.dumps(obj)))
        return done

    return created


def test_the_schema_is_that_of_files() -> None:
    assert of_the_crd() == of_the_code()


def test_it_is_cluster_scoped_and_has_a_short_name() -> None:
    assert (CRD["spec"]["scope"], CRD["spec"]["names"]["shortNames"]) == ("Cluster", ["tax"])


def test_columns_say_whether_it_is_in_force() -> None:
    columns = [(column["name"], column.get("priority", 0)) for column in VERSION["additionalPrinterColumns"]]
    assert columns == [("Ready", 0), ("Rules", 0), ("Version", 0), ("Age", 0), ("Message", 1)]


@pytest.mark.cluster
def test_the_api_server_takes_a_rule_as_it_is_and_the_operator_reads_it(create: Callable[..., Body]) -> None:
    conditions = {"all": [{"kind": ["log", "event"], "text": ["a", "b"]}, {"kind": "state", "text": "c"}]}
    made = create(taxonomy(rules=[rule(**conditions)]))
    (stored,) = made["spec"]["rules"]
    assert stored == rule(**conditions)
    layers = Layers(shipped_taxonomy())
    layers.put(made)
    assert layers.compose()[1][0].accepted


@pytest.mark.cluster
def test_the_example_is_taken(create: Callable[..., Body]) -> None:
    manifest = yaml.safe_load((EXAMPLES / "platform.yaml").read_text(encoding="utf-8"))
    assert create(manifest)["spec"] == manifest["spec"]


@pytest.mark.cluster
@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ({"rules": [rule(category="bad_luck")]}, "Unsupported value"),
        ({"rules": [rule(id="My Rule")]}, "should match"),
        ({"rules": [rule(all=None)]}, "a rule needs conditions in all or any"),
        ({"rules": [rule(), rule()]}, "Duplicate value"),
        ({"rules": [rule(against=[{"kind": "log"}])]}, "needs because"),
        ({"rules": [rule(title="x" * 200)]}, "Too long"),
        ({"rules": [rule(titel="x")]}, "unknown field"),
        ({"environmentTags": {"tier": {"value": "a", "nodeLabel": "b"}}}, "exactly one of"),
        ({"environmentTags": {"tier": {}}}, "exactly one of"),
        ({"environmentTags": {"tier": {"workloadLabel": "a", "nodeLabel": "b"}}}, "exactly one of"),
        ({"priority": 5_000}, "should be less than or equal to 1000"),
    ],
)
def test_the_api_server_refuses_it_with_words(create: Callable[..., Body], spec: Body, says: str) -> None:
    with pytest.raises(ClusterError, match=says):
        create(taxonomy(**spec))
