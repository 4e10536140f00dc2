"""Misfits of a real API server: what its controllers make of a Service decides."""

import json
from datetime import timedelta

import pytest

from casebook_analyzer.models import Signal
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.cases.misfits import MisfitRounds
from casebook_operator.kube import KubeClient, Object
from casebook_operator.kube.absent_groups import AbsentGroups
from casebook_operator.settings import SignalSettings
from e2e.cluster import Cluster
from tests.operator.cases.rooms import Clock
from tests.operator.cases.test_misfits import Here
from tests.operator.reading.misfits.objects import deployment, ingress, service
from tests.operator.reading.misfits.test_policies import TO_DB, URL, policy

pytestmark = pytest.mark.cluster

VERSIONS = {
    "Service": "v1",
    "Deployment": "apps/v1",
    "Ingress": "networking.k8s.io/v1",
    "NetworkPolicy": "networking.k8s.io/v1",
}


def as_written(obj: Object) -> Object:
    """As a person would apply it: with what the API server wants, and without what it gives."""
    spec = dict(obj["spec"])
    if obj["kind"] in ("Service", "NetworkPolicy", "Ingress"):
        spec.pop("replicas", None)
    if obj["kind"] == "Deployment":
        pod = spec["template"]["spec"]
        pod["containers"] = [one | {"image": "example.invalid/app"} for one in pod["containers"]]
    if obj["kind"] == "Ingress":
        for path in spec["rules"][0]["http"]["paths"]:
            path["pathType"] = "Prefix"
    metadata = {"name": obj["metadata"]["name"]}
    return {"apiVersion": VERSIONS[obj["kind"]], "kind": obj["kind"], "metadata": metadata, "spec": spec}


async def test_a_cluster_with_misfits_and_their_mending(cluster: Cluster, kube: KubeClient, namespace: str) -> None:
    def apply(*objects: Object) -> None:
        items = [as_written(one) for one in objects]
        text = json.dumps({"apiVersion": "v1", "kind": "List", "items": items})
        cluster.run_kubectl("apply", "-n", namespace, "-f", "-", stdin=text)

    found: dict[tuple[str, str], str] = {}

    def observe(signal: Signal, _: Object, place: ObjectKey) -> None:
        found[place.kind, place.name] = signal.reason

    clock = Clock()
    rounds = MisfitRounds(
        kube=kube,
        reader=AbsentGroups(kube),
        beside=Here(),
        places=lambda _: (namespace,),
        observe=observe,
        hold_durations=SignalSettings(),
        clock=clock,
    )

    async def look() -> dict[tuple[str, str], str]:
        found.clear()
        await rounds.round()
        clock.forward(timedelta(minutes=11).total_seconds())
        await rounds.round()
        return dict(found)

    catalog, db = deployment(), deployment("db")
    shop = deployment("shop", env=URL)
    lost = ingress(to="lost", ingressClassName="nobody")
    db_service = service("db", ports=[{"port": 5432}])
    apply(service(selects={"app": "catalogue"}), catalog, db, db_service, shop, lost, policy(TO_DB))
    assert await look() == {
        ("Service", "catalog"): "SelectsNobody",
        ("Ingress", "web"): "NoSuchService",
        ("Deployment", "shop"): "NoDNS",
    }
    apply(service(), ingress(ingressClassName="nobody"), policy({}))
    assert await look() == {("Ingress", "web"): "NoSuchClass"}
