"""An Investigation is written from a signal and read back as the same."""

from typing import Any

import msgspec
import pytest

from casebook_analyzer.models import Severity, Trigger
from casebook_operator.investigation import manifest, parse
from casebook_operator.investigation.manifest import UNWRITTEN
from casebook_operator.kube import Object
from tests.crds.schema import STATUS
from tests.operator.builders import (
    NODE_SUBJECT,
    at,
    investigation,
    node_signal,
    pod,
    rfc,
    signal,
    stored,
    subject,
)

KEY = "0123456789"


def made(of: Any = None, about: Any = None, namespace: str = "shop") -> Object:
    return manifest(of or signal(), about or subject(), key=KEY, episode=1, namespace=namespace)


def test_what_is_written_of_a_workload_is_read_back() -> None:
    of = signal(3, message="no such table: orders")
    case = parse(stored(made(of)))
    assert case.signal == of
    assert case.subject == subject()
    assert (case.key, case.episode, case.name) == (KEY, 1, f"checkout-{KEY}-1")


def test_what_is_written_of_a_node_is_read_back() -> None:
    case = parse(stored(made(node_signal(3), NODE_SUBJECT, namespace="casebook")))
    assert (case.signal, case.subject, case.namespace) == (node_signal(3), NODE_SUBJECT, "casebook")


def test_a_manifest_of_a_node_has_neither_namespace_nor_container() -> None:
    reference = made(node_signal(), NODE_SUBJECT, namespace="casebook")["spec"]["subjectRef"]
    assert reference == {"kind": "Node", "name": "node-1", "uid": "uid-node-1", "nodeName": "node-1"}


def test_a_device_is_written_beside_its_node_and_read_in_one_spelling() -> None:
    of, about = (msgspec.structs.replace(one, device="0000:00:1c.4") for one in (node_signal(3), NODE_SUBJECT))
    written = made(of, about, namespace="casebook")
    assert written["spec"]["subjectRef"]["device"] == "0000:00:1c.4"
    case = parse(stored(written))
    assert (case.signal, case.subject) == (of, about)
    for spelling, device in (("00000000:3B:00.0", "0000:3b:00"), ("GPU 3", "gpu3"), ("tape7", "tape7")):
        written["spec"]["subjectRef"]["device"] = spelling
        assert parse(stored(written)).subject.device == device


def test_only_casebooks_own_labels_and_no_annotations_or_owners_are_written() -> None:
    metadata = made()["metadata"]
    assert set(metadata) == {"name", "namespace", "labels"}
    assert metadata["labels"] == {"casebook.dev/case": KEY, "app.kubernetes.io/managed-by": "casebook"}


def test_nothing_of_the_pod_but_its_identity_is_copied() -> None:
    labelled = pod(labels={"argocd.argoproj.io/instance": "shop"}, annotations={"secret": "s3cr3t"})
    text = msgspec.json.encode(made()).decode()
    assert "argocd" not in text
    assert "s3cr3t" not in text
    assert labelled["metadata"]["name"] in text


def test_an_exit_code_of_zero_is_written() -> None:
    assert made(signal(exit_code=0))["spec"]["signal"]["exitCode"] == 0


def test_a_long_message_is_cut_to_what_the_schema_takes() -> None:
    assert len(made(signal(message="x" * 5000))["spec"]["signal"]["message"]) <= 1024


def test_an_investigation_that_a_person_made_is_read_with_defaults() -> None:
    body = {
        "metadata": {"name": "why", "namespace": "shop", "uid": "u", "generation": 1, "creationTimestamp": rfc(9)},
        "spec": {"trigger": "Manual", "subjectRef": {"kind": "Deployment", "name": "checkout"}},
    }
    case = parse(body)
    assert (case.subject.namespace, case.key, case.episode) == ("shop", "why", 1)
    assert (case.signal.trigger, case.signal.failure_class, case.signal.severity) == (
        Trigger.MANUAL,
        "Manual",
        Severity.WARNING,
    )
    assert case.signal.occurred_at == at(9)


@pytest.mark.parametrize("end", ["0001-01-01T00:00:01Z", "9999-12-31T23:59:59Z"])
def test_a_person_cannot_say_that_it_failed_at_an_end_of_the_calendar(end: str) -> None:
    """Nothing can be reckoned with that: it was never concluded, and tried again for ever."""
    body = {
        "metadata": {"name": "why", "namespace": "shop", "uid": "u", "creationTimestamp": rfc(9)},
        "spec": {
            "subjectRef": {"kind": "Pod", "name": "checkout"},
            "signal": {"failureClass": "x", "occurredTime": end, "originRef": {"kind": "Pod", "name": "checkout"}},
        },
    }
    assert parse(body).signal.occurred_at == at(9)


def test_an_investigation_of_a_node_that_a_person_made_knows_its_node() -> None:
    body = {
        "metadata": {"name": "why", "namespace": "casebook", "uid": "u", "creationTimestamp": rfc(9)},
        "spec": {"subjectRef": {"kind": "Node", "name": "node-1"}},
    }
    case = parse(body)
    assert (case.subject.namespace, case.subject.node_name, case.signal.origin.kind) == ("", "node-1", "Node")


def test_states_tell_whether_there_is_work_left() -> None:
    concluded = {state: investigation(state).concluded for state in ("", "Investigating", "Open", "Resolved", "Failed")}
    assert concluded == {"": False, "Investigating": False, "Open": True, "Resolved": True, "Failed": True}
    assert investigation("Resolved").resolved
    assert not investigation("Open").resolved


def test_last_seen_is_at_least_when_the_signal_occurred() -> None:
    assert investigation().last_seen == at(0)
    assert investigation(lastSeen=rfc(-60)).last_seen == at(0)
    assert investigation(lastSeen=rfc(60)).last_seen == at(60)


def test_the_default_of_the_schema_is_no_status_that_was_written() -> None:
    assert STATUS["default"] == UNWRITTEN
    assert parse(stored(made(), status=dict(UNWRITTEN))).status == {}
