"""Two revisions are compared by these projections, so they must hold what matters and nothing that is secret."""

import copy

import msgspec
import pytest

from casebook_operator.reading.changes.template import project_template, revision_of_pod, template_of_pod
from tests.operator.evidence.fakes import Case
from tests.operator.evidence.fixtures import digest


def test_values_of_variables_leave_as_digests_only(case: Case) -> None:
    template = project_template(case["replicaSets"][0]["spec"]["template"], revision="r", digest=digest)
    assert template.containers[0].env == {
        "LOG_LEVEL": digest("info"),
        "DATABASE_URL": digest("postgres://checkout:hunter2@db/checkout"),
        "DB_PASSWORD": "secret/checkout-db:password",
        "FEATURES": "configmap/checkout:features (optional)",
        "POD_NAME": "field/metadata.name",
    }
    assert "hunter2" not in str(msgspec.to_builtins(template))


def test_headers_of_probes_are_left_out(case: Case) -> None:
    template = template_of_pod(case["pod"], digest)
    probe = "GET http://:8080/healthz delay=0s timeout=1s period=10s successes=1 failures=3"
    assert template.containers[0].probes == {"liveness": probe}


def test_the_rest_of_the_projection(case: Case) -> None:
    template = template_of_pod(case["pod"], digest)
    assert template.revision == "checkout-5bd69bbfbf"
    assert template.volumes == ("config: configmap/checkout",)
    assert template.service_account == "default"
    container = template.containers[0]
    assert container.env_from == ("configmap/checkout-env prefix APP_",)
    assert container.mounts == ("config:/etc/checkout readOnly",)
    assert container.command == ("serve",)


def test_a_pod_gives_the_same_as_the_template_it_was_made_from(case: Case) -> None:
    template = case["replicaSets"][1]["spec"]["template"]
    made_from = project_template(template, revision="checkout-5bd69bbfbf", digest=digest)
    assert template_of_pod(case["pod"], digest) == made_from


def test_a_pod_of_a_stateful_set_loses_the_claims_it_was_given(case: Case) -> None:
    pod = copy.deepcopy(case["pod"])
    pod["metadata"]["name"] = "web-0"
    pod["spec"]["volumes"].append({"name": "data", "persistentVolumeClaim": {"claimName": "data-web-0"}})
    pod["spec"]["volumes"].append({"name": "shared", "persistentVolumeClaim": {"claimName": "shared"}})
    assert template_of_pod(pod, digest).volumes == ("config: configmap/checkout", "shared: pvc/shared")


def test_a_pod_of_an_indexed_job_loses_its_index(case: Case) -> None:
    pod = copy.deepcopy(case["pod"])
    index = {"fieldRef": {"fieldPath": "metadata.labels['batch.kubernetes.io/job-completion-index']"}}
    pod["spec"]["containers"][0]["env"].append({"name": "JOB_COMPLETION_INDEX", "valueFrom": index})
    assert template_of_pod(pod, digest) == template_of_pod(case["pod"], digest)


def test_init_containers_and_devices_are_part_of_it() -> None:
    spec = {
        "initContainers": [{"name": "wait", "image": "wait:1", "command": ["sh"], "args": ["-c", "true"]}],
        "containers": [{"name": "db", "image": "db:1", "volumeDevices": [{"name": "raw", "devicePath": "/dev/xvda"}]}],
        "volumes": [{"name": "raw", "persistentVolumeClaim": {"claimName": "raw"}}, {"name": "odd", "newKind": {}}],
        "nodeSelector": {"disk": "ssd"},
    }
    template = project_template(spec, revision="r", digest=digest)
    assert [container.name for container in template.containers] == ["wait", "db"]
    assert template.containers[0].command == ("sh", "-c", "true")
    assert template.containers[1].mounts == ("raw:/dev/xvda",)
    assert template.volumes == ("raw: pvc/raw", "odd: newKind")
    assert template.node_selector == {"disk": "ssd"}


@pytest.mark.parametrize(
    ("kind", "labels", "revision"),
    [
        ("ReplicaSet", {}, "owner"),
        ("DaemonSet", {"controller-revision-hash": "56557dcbdf"}, "owner-56557dcbdf"),
        ("StatefulSet", {"controller-revision-hash": "web-5d7d85bfbd"}, "web-5d7d85bfbd"),
        ("Job", {}, "generation/1"),
        (None, {}, "generation/3"),
    ],
)
def test_what_a_revision_is_called(kind: str | None, labels: dict[str, str], revision: str) -> None:
    metadata = {"name": "p", "generation": 3, "labels": labels}
    if kind:
        metadata["ownerReferences"] = [{"kind": kind, "name": "owner", "uid": "1", "controller": True}]
    assert revision_of_pod({"metadata": metadata}) == revision


def test_checksums_of_charts_are_kept_as_digests_and_other_annotations_are_not(case: Case) -> None:
    annotations = {"checksum/secret": "0a1b2c", "cni.projectcalico.org/podIP": "10.0.0.7/32"}
    pod = copy.deepcopy(case["pod"])
    pod["metadata"]["annotations"] = annotations
    made = {"metadata": {"annotations": {"checksum/secret": "0a1b2c"}}, "spec": pod["spec"]}
    expected = {"checksum/secret": digest("0a1b2c")}
    assert template_of_pod(pod, digest).checksums == expected
    assert project_template(made, revision="r", digest=digest).checksums == expected
