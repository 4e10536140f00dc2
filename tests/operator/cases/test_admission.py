"""Whoever may create Investigations in one namespace does not look into another through the operator's eyes."""

from typing import Any

import pytest

from casebook_operator.cases.admission import refusal
from casebook_operator.cases.overflow import overflow_signal, overflow_subject
from casebook_operator.investigation import Investigation, parse
from casebook_operator.scope import Scope
from casebook_operator.settings import WatchSettings
from tests.operator.builders import NODE_SUBJECT, T0, investigation, node_signal, rfc

EVERYTHING = Scope()
SHOP_ALONE = Scope(watch=WatchSettings(namespaces=("shop",), nodes=False))


def by_hand(subject: dict[str, Any], signal: dict[str, Any] | None = None, namespace: str = "shop") -> Investigation:
    metadata = {"name": "why", "namespace": namespace, "uid": "u", "creationTimestamp": rfc()}
    return parse({"metadata": metadata, "spec": {"subjectRef": subject} | ({"signal": signal} if signal else {})})


def seen_on(**origin: str) -> dict[str, Any]:
    return {"failureClass": "CrashLoopBackOff", "occurredTime": rfc(), "originRef": origin}


def test_what_the_operator_opens_is_carried_out() -> None:
    assert refusal(investigation(), EVERYTHING) == ""
    assert refusal(investigation(of=node_signal(), about=NODE_SUBJECT), EVERYTHING) == ""


@pytest.mark.parametrize("kind", ["PersistentVolume", "Namespace"])
def test_what_has_no_namespace_is_looked_at_from_the_operators_namespace_like_a_node(kind: str) -> None:
    subject, seen = {"kind": kind, "name": "disk-1"}, seen_on(kind=kind, name="disk-1")
    assert refusal(by_hand(subject, seen, namespace="casebook"), EVERYTHING) == ""
    assert "casebook" in refusal(by_hand(subject, seen), EVERYTHING)


@pytest.mark.parametrize(
    "subject", [{"kind": "Deployment", "name": "a"}, {"kind": "Pod", "name": "a", "namespace": "shop"}]
)
def test_a_workload_of_the_own_namespace_is_carried_out(subject: dict[str, str]) -> None:
    assert refusal(by_hand(subject), EVERYTHING) == ""


def test_a_workload_of_another_namespace_is_refused_with_what_to_do() -> None:
    why = refusal(by_hand({"kind": "Deployment", "name": "a", "namespace": "kube-system"}), EVERYTHING)
    assert "Create it in kube-system" in why


def test_a_pod_of_another_namespace_behind_an_own_workload_is_refused() -> None:
    sly = by_hand({"kind": "Deployment", "name": "a"}, seen_on(kind="Pod", name="etcd", namespace="kube-system"))
    assert "originRef" in refusal(sly, EVERYTHING)


@pytest.mark.parametrize("kind", ["Node", "PersistentVolume", "ValidatingWebhookConfiguration"])
def test_what_belongs_to_nobody_behind_an_own_workload_is_refused(kind: str) -> None:
    sly = by_hand({"kind": "Deployment", "name": "a"}, seen_on(kind=kind, name="x", namespace="shop"))
    assert "originRef" in refusal(sly, EVERYTHING)


def test_a_node_is_only_looked_at_from_the_operators_namespace() -> None:
    node = {"kind": "Node", "name": "node-1"}
    assert "casebook" in refusal(by_hand(node), EVERYTHING)
    assert refusal(by_hand(node, namespace="casebook"), EVERYTHING) == ""


def test_a_pod_behind_a_node_is_refused() -> None:
    sly = by_hand(
        {"kind": "Node", "name": "node-1"},
        seen_on(kind="Pod", name="etcd", namespace="kube-system"),
        namespace="casebook",
    )
    assert "originRef" in refusal(sly, EVERYTHING)


def test_another_node_behind_a_node_is_refused() -> None:
    sly = by_hand({"kind": "Node", "name": "node-1"}, seen_on(kind="Node", name="node-2"), namespace="casebook")
    assert "originRef" in refusal(sly, EVERYTHING)


def test_what_is_not_watched_is_not_looked_into_by_hand_either() -> None:
    assert refusal(by_hand({"kind": "Deployment", "name": "a"}), SHOP_ALONE) == ""
    elsewhere = by_hand({"kind": "Deployment", "name": "a"}, namespace="billing")
    assert "The namespace billing is outside: watched are the namespaces shop" in refusal(elsewhere, SHOP_ALONE)
    assert "A node is outside" in refusal(by_hand({"kind": "Node", "name": "n"}, namespace="casebook"), SHOP_ALONE)


def test_the_case_that_stands_for_others_is_about_the_own_namespace_wherever_casebook_looks() -> None:
    about = overflow_subject("casebook")
    case = investigation(of=overflow_signal(about, now=T0), about=about)
    assert refusal(case, SHOP_ALONE) == ""


def test_an_outage_is_nothing_that_somebody_can_ask_about() -> None:
    assert "nothing in the cluster" in refusal(by_hand({"kind": "Outage", "name": "redis"}), EVERYTHING)
