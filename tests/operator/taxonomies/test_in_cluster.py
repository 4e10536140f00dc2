"""A Taxonomy in a real API server: read, put in force, and answered in its status."""

import json
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from casebook_analyzer.taxonomy import TaxonomyHolder, shipped_taxonomy
from casebook_operator.kube import KubeClient, Object, paths
from casebook_operator.scope import Scope
from casebook_operator.taxonomies import Layers, Reload, TaxonomyStore
from casebook_operator.taxonomies.resource import KIND
from e2e.cluster import Cluster
from tests.analyzer.taxonomy.overlays import rule
from tests.operator.clusters import cluster, kube
from tests.operator.taxonomies.bodies import body
from tests.operator.waiting import until

__all__ = ["cluster", "kube"]

pytestmark = pytest.mark.cluster
Apply = Callable[..., Object]


@pytest.fixture
def name(cluster: Cluster) -> Iterator[str]:
    made = f"test-{secrets.token_hex(4)}"
    yield made
    cluster.run_kubectl("delete", "taxonomy", made, "--ignore-not-found")


@pytest.fixture
def apply(cluster: Cluster, name: str) -> Apply:
    def applied(**spec: Any) -> Object:
        manifest = body(name, **spec)
        manifest = {**manifest, "metadata": {"name": name}}
        del manifest["status"]
        cluster.run_kubectl("apply", "-f", "-", stdin=json.dumps(manifest))
        found: Object = json.loads(cluster.run_kubectl("get", "taxonomy", name, "-o", "json"))
        return found

    return applied


async def answered(kube: KubeClient, layers: Layers) -> TaxonomyHolder:
    """The holder after one reading of the cluster, with every status written."""
    holder = TaxonomyHolder(shipped_taxonomy())
    reload = Reload(layers=layers, holder=holder, store=TaxonomyStore(kube, Scope()))
    await reload.restore()
    await until(lambda: not len(reload._statuses))
    return holder


async def test_a_good_one_is_in_force_and_says_so_in_its_columns(
    cluster: Cluster, kube: KubeClient, apply: Apply, name: str
) -> None:
    apply(rules=[rule(id=name)])
    holder = await answered(kube, Layers(shipped_taxonomy()))
    assert name in {one.id for one in holder.current().rules}
    head, line = cluster.run_kubectl("get", "tax", name).splitlines()
    assert head.split() == ["NAME", "READY", "RULES", "VERSION", "AGE"]
    assert line.split()[:4] == [name, "True", "1", holder.version]


async def test_a_bad_change_is_answered_with_the_rule_and_the_last_good_one_stays(
    cluster: Cluster, kube: KubeClient, apply: Apply, name: str
) -> None:
    layers = Layers(shipped_taxonomy())
    apply(rules=[rule(id=name)])
    await answered(kube, layers)
    apply(rules=[rule(id=name, all=[{"kind": "log", "text": "(?!x)y"}])])
    holder = await answered(kube, layers)
    assert name in {one.id for one in holder.current().rules}
    found = await kube.get(paths.item(KIND, "", name))
    ready, degraded = found["status"]["conditions"]
    assert (ready["status"], ready["reason"], ready["observedGeneration"]) == ("False", "InvalidRule", 2)
    assert f"rule {name}, all[0].text" in ready["message"]
    assert (degraded["status"], degraded["reason"]) == ("True", "LastGoodInForce")
    assert "say in `unless`" in cluster.run_kubectl("get", "tax", name, "-o", "wide")
