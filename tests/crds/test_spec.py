"""What the API server takes as an Investigation, and what it says of everything else."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from casebook_operator.investigation import manifest
from casebook_operator.investigation.manifest import UNWRITTEN
from e2e.cluster import Cluster, ClusterError
from tests.crds.conftest import Body, body
from tests.crds.schema import SPEC
from tests.operator.builders import NODE_SUBJECT, node_signal, signal, subject

pytestmark = pytest.mark.cluster
Apply = Callable[..., Body]


def about(**reference: Any) -> Body:
    return {"subjectRef": {"kind": "Deployment", "name": "checkout"} | reference}


def test_the_smallest_investigation_gets_its_defaults(apply: Apply) -> None:
    spec = apply(body())["spec"]
    assert (spec["trigger"], spec["severity"], spec["episode"]) == ("Manual", "Warning", 1)


@pytest.mark.parametrize("kind", SPEC["properties"]["subjectRef"]["properties"]["kind"]["enum"])
def test_a_person_may_ask_about_every_kind(apply: Apply, kind: str) -> None:
    assert apply(body(about(kind=kind)))["spec"]["subjectRef"]["kind"] == kind


DEVICES = ("0000:3b:00", "0000:00:1c.4", "GPU-8a5c1111-2222-3333-4444-555566667777", "gpu3", "nvme0", "mlx5_0", "eth0")


@pytest.mark.parametrize("which", ["workload", "node", *DEVICES])
def test_what_the_operator_writes_is_taken_as_it_is(apply: Apply, namespace: str, which: str) -> None:
    of, who = (signal(message="x" * 900), subject()) if which == "workload" else (node_signal(), NODE_SUBJECT)
    if which in DEVICES:
        of, who = (msgspec.structs.replace(one, device=which) for one in (of, who))
    made = manifest(of, who, key="0123456789", episode=1, namespace=namespace)
    made["spec"]["subjectRef"].pop("namespace", None)
    assert apply(made)["spec"] == made["spec"]


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({}, "spec.subjectRef: Required value"),
        ({"subjectRef": {"kind": "Deployment"}}, "spec.subjectRef.name: Required value"),
        ({"subjectRef": {"name": "checkout"}}, "spec.subjectRef.kind: Required value"),
        (about(name=""), "spec.subjectRef.name"),
        (about(name="x" * 254), "spec.subjectRef.name: Too long: may not be more than 253"),
        (about(container="x" * 64), "spec.subjectRef.container: Too long"),
        (about(kind="Widget"), 'Unsupported value: "Widget"'),
        (about(kind="Node", namespace="shop"), "a Node has no namespace; leave subjectRef.namespace out"),
        (about(kind="Node", container="app"), "a Node has no containers; leave subjectRef.container out"),
        (about(device="sda"), "only a Node has devices; leave subjectRef.device out"),
        (about(kind="Node", device="0" * 65), "spec.subjectRef.device: Too long"),
        (about(kind="Node", device="../sda"), "spec.subjectRef.device"),
        (about() | {"trigger": "BadLuck"}, 'spec.trigger: Unsupported value: "BadLuck"'),
        (about() | {"severity": "Apocalypse"}, "spec.severity: Unsupported value"),
        (about() | {"episode": 0}, "spec.episode"),
        (about() | {"episode": "first"}, "spec.episode"),
        (about() | {"signal": {"failureClass": "X"}}, "spec.signal.originRef: Required value"),
        (about() | {"signal": {"occurredTime": "yesterday"}}, "spec.signal.occurredTime"),
        ("everything", "spec"),
    ],
)
def test_a_wrong_spec_is_refused_with_what_is_wrong(apply: Apply, spec: Any, said: str) -> None:
    with pytest.raises(ClusterError, match=re.escape(said)):
        apply(body(spec))


@pytest.mark.parametrize("name", ["..", "../../kube-system/pods/etcd", "a/b", "a%2fb", "A b", ".", "a..b"])
@pytest.mark.parametrize("field", ["subject", "origin"])
def test_a_name_that_no_object_can_have_is_refused(apply: Apply, name: str, field: str) -> None:
    """Names become parts of API paths."""
    seen = {"failureClass": "X", "occurredTime": "2026-03-01T12:00:00Z"}
    spec = (
        about(name=name)
        if field == "subject"
        else about() | {"signal": seen | {"originRef": {"kind": "Pod", "name": name}}}
    )
    with pytest.raises(ClusterError, match="name"):
        apply(body(spec))


def test_a_spec_never_changes(apply: Apply, cluster: Cluster, namespace: str) -> None:
    apply(body(name="fixed"), keep=True)
    with pytest.raises(ClusterError, match="spec is immutable; create another Investigation instead"):
        cluster.run_kubectl(
            "patch", "inv", "fixed", "-n", namespace, "--type=merge", "-p", '{"spec": {"severity": "Critical"}}'
        )
    cluster.run_kubectl("delete", "inv", "fixed", "-n", namespace)


def test_fields_that_nobody_knows_are_pruned(apply: Apply) -> None:
    taken = apply(body(about(color="red") | {"mood": "bad"}, extra={"x": 1}))
    assert "extra" not in taken
    assert "mood" not in taken["spec"]
    assert "color" not in taken["spec"]["subjectRef"]


def test_a_person_is_told_of_a_misspelt_field(cluster: Cluster, namespace: str) -> None:
    misspelt = '{"apiVersion":"casebook.dev/v1alpha1","kind":"Investigation","metadata":{"name":"x"},'
    misspelt += '"spec":{"subjectRef":{"kind":"Pod","name":"a","continer":"app"}}}'
    with pytest.raises(ClusterError, match=r'unknown field "spec\.subjectRef\.continer"'):
        cluster.run_kubectl("create", "--dry-run=server", "-n", namespace, "-f", "-", stdin=misspelt)


def test_a_status_cannot_be_smuggled_in_with_the_object(apply: Apply) -> None:
    assert apply(body(status={"category": "unknown"}))["status"] == UNWRITTEN


def test_an_investigation_is_deleted_at_once(apply: Apply, cluster: Cluster, namespace: str) -> None:
    made = apply(body(name="leaving"), keep=True)
    assert "finalizers" not in made["metadata"]
    assert "ownerReferences" not in made["metadata"]
    cluster.run_kubectl("delete", "inv", "leaving", "-n", namespace, "--timeout=10s")
    assert cluster.run_kubectl("get", "investigations", "leaving", "-n", namespace, "--ignore-not-found") == ""


@pytest.mark.parametrize("name", ["inv", "investigation", "investigations", "investigations.casebook.dev", "casebook"])
def test_people_may_call_it_by_its_names(cluster: Cluster, namespace: str, name: str) -> None:
    cluster.run_kubectl("get", name, "-n", namespace)
