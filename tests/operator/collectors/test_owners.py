"""Who made the pod, and what its controller complains about."""

from dataclasses import replace

import pytest

from casebook_analyzer.models import Entity
from casebook_operator.collectors.owners import COLLECTOR
from casebook_operator.kube import Object
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Collect, Texts


async def test_counts_and_bad_conditions_of_the_chain(
    collect: Collect, context: CollectorContext, texts: Texts
) -> None:
    findings = await collect(COLLECTOR, context)
    assert texts(findings) == [
        "ReplicaSet checkout-5bd69bbfbf has 0 of 1 replicas ready",
        (
            "ReplicaSet checkout-5bd69bbfbf: ReplicaFailure is True (FailedCreate): "
            'pods "x" is forbidden: exceeded quota: compute'
        ),
        "Deployment checkout has 2 of 2 replicas ready",
        (
            "Deployment checkout: Progressing is False (ProgressDeadlineExceeded): "
            'ReplicaSet "checkout-5bd69bbfbf" has timed out progressing.'
        ),
    ]
    assert findings.facts[3].attributes["reason"] == "ProgressDeadlineExceeded"


async def test_the_subject_is_told_from_its_helpers(collect: Collect, context: CollectorContext) -> None:
    collected = (await collect(COLLECTOR, context)).collected()
    assert collected.entities == (
        Entity(kind="ReplicaSet", namespace="shop", name="checkout-5bd69bbfbf", role="owner"),
        Entity(kind="Deployment", namespace="shop", name="checkout", role="subject"),
    )


@pytest.mark.parametrize(
    ("owner", "text"),
    [
        ({"kind": "Job", "spec": {"backoffLimit": 6}, "status": {"failed": 7}}, "0 pods succeeded and 7 failed"),
        ({"kind": "DaemonSet", "status": {"desiredNumberScheduled": 5, "numberReady": 4}}, "4 of 5 pods ready"),
        ({"kind": "StatefulSet", "spec": {"replicas": 3}, "status": {"replicas": 3}}, "0 of 3 replicas ready"),
        ({"kind": "ReplicaSet", "spec": {"replicas": 0}, "status": {"replicas": 0}}, "wants no pods any more"),
    ],
)
async def test_other_kinds(collect: Collect, context: CollectorContext, texts: Texts, owner: Object, text: str) -> None:
    owner["metadata"] = {"name": "o", "namespace": "shop"}
    (told,) = texts(await collect(COLLECTOR, replace(context, owners=(owner,))))
    assert text in told


async def test_an_object_without_a_status_is_not_said_to_lack_replicas(
    collect: Collect, context: CollectorContext, texts: Texts
) -> None:
    shortened = {"kind": "Deployment", "metadata": {"name": "o", "namespace": "shop"}, "spec": {"replicas": 3}}
    assert texts(await collect(COLLECTOR, replace(context, owners=(shortened,)))) == []
