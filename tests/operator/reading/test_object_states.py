"""What a case rests on is kept as people have set it, without contents, and read again in the same way."""

import pytest

from casebook_analyzer.models import ObjectState
from casebook_operator.kube import ApiStatusError, Object, paths
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import read_again
from casebook_operator.reading.object_states import missing_state, state_of
from casebook_operator.survey import survey
from tests.operator.evidence.fakes import NOT_FOUND, FakeKube, forbidden, obj
from tests.rows import of_every


def state(kind: str, made: Object) -> dict[str, str]:
    (found,) = state_of(kind, made)
    return found.state


def test_of_a_config_map_the_version_and_the_keys_are_kept_and_no_value() -> None:
    fields = {"manager": "kubectl", "fieldsV1": {"f:data": {"f:LEVEL": {}, ".": {}}}}
    made = obj("ConfigMap", "app", "shop", managedFields=[fields])
    made["metadata"]["resourceVersion"] = "42"
    assert state("ConfigMap", made) == {"version": "42", "keys": "LEVEL"}
    assert "s3cret" not in str(state("ConfigMap", made | {"data": {"LEVEL": "s3cret"}}))


def test_a_config_map_with_very_many_keys_is_known_by_its_version_alone() -> None:
    made = obj("ConfigMap", "app", "shop") | {"data": {f"k{n}": "" for n in range(101)}}
    assert state("ConfigMap", made) == {}


@of_every(
    ("kind", "made", "expected"),
    [
        (
            "ResourceQuota",
            obj("ResourceQuota", "q", "shop", spec={"hard": {"pods": "5"}}, status={"used": {"pods": "5"}}),
            {"pods": "5"},
        ),
        (
            "LimitRange",
            obj("LimitRange", "l", "shop", spec={"limits": [{"type": "Container", "max": {"memory": "1Gi"}}]}),
            {"max memory of a Container": "1Gi"},
        ),
        (
            "PersistentVolumeClaim",
            obj(
                "PersistentVolumeClaim",
                "c",
                "shop",
                spec={"resources": {"requests": {"storage": "1Gi"}}, "volumeName": "pv-1"},
                status={"phase": "Bound"},
            ),
            {"storage": "1Gi", "volume": "pv-1"},
        ),
        (
            "Service",
            obj("Service", "s", "shop", spec={"selector": {"app": "db"}, "ports": [{"port": 80, "targetPort": "web"}]}),
            {"selector": "app=db", "ports": "80:web"},
        ),
        (
            "ServiceAccount",
            obj("ServiceAccount", "a", "shop", imagePullSecrets=[{"name": "b"}, {"name": "a"}]),
            {"image pull secrets": "a,b"},
        ),
        (
            "Namespace",
            obj("Namespace", "shop", labels={"pod-security.kubernetes.io/enforce": "restricted"}),
            {"pod security level": "restricted"},
        ),
        ("Deployment", obj("Deployment", "d", "shop", spec={"replicas": 3}), {"number of replicas": "3"}),
        ("Deployment", obj("Deployment", "d", "shop", spec={}), {"number of replicas": "1"}),
        ("PriorityClass", obj("PriorityClass", "p"), {}),
    ],
)
def test_what_people_set_is_kept_and_what_controllers_report_is_not(
    kind: str, made: Object, expected: dict[str, str]
) -> None:
    assert state(kind, made) == expected


def test_of_a_policy_the_generation_is_the_version() -> None:
    made = obj("NetworkPolicy", "deny", "shop")
    made["metadata"] |= {"generation": 3, "resourceVersion": "99"}
    assert state("NetworkPolicy", made) == {"version": "3"}


def test_of_a_node_the_boot_the_versions_and_what_keeps_pods_away_are_kept() -> None:
    made = obj(
        "Node",
        "gpu-1",
        labels={"nvidia.com/gpu-driver-version": "550.90.07"},
        spec={"unschedulable": True, "taints": [{"key": "team/a"}, {"key": "node.kubernetes.io/unschedulable"}]},
        status={
            "nodeInfo": {
                "bootID": "b-1",
                "kernelVersion": "6.8.0",
                "kubeletVersion": "v1.33.1",
                "containerRuntimeVersion": "containerd://2.1",
                "osImage": "Ubuntu",
            }
        },
    )
    assert state("Node", made) == {
        "boot": "b-1",
        "cordoned": "true",
        "driver": "550.90.07",
        "kernel": "6.8.0",
        "kubelet": "v1.33.1",
        "os": "Ubuntu",
        "runtime": "containerd://2.1",
        "taints": "team/a",
    }


@pytest.mark.parametrize("kind", ["Pod", "Secret", "Lease", "Event"])
def test_nothing_rests_on_kinds_that_nobody_compares(kind: str) -> None:
    assert state_of(kind, obj(kind, "x", "shop")) == ()
    assert missing_state(kind, "shop", "x") == ()


async def test_a_crash_loop_rests_on_its_config_map_its_workload_and_its_node(context: CollectorContext) -> None:
    found = await survey(context)
    kinds = {one.kind for part in found.parts for one in part.objects}
    assert {"ConfigMap", "Deployment", "Node"} <= kinds


async def test_objects_that_are_read_again_are_the_same(context: CollectorContext, kube: FakeKube) -> None:
    collected = (one for part in (await survey(context)).parts for one in part.objects)
    before = {one.name: one for one in collected if one.kind == "ConfigMap"}
    again = await read_again(kube, before.values())
    assert list(again) == list(before.values())
    asked = [query for path, query in kube.requests if "/configmaps/" in path]
    assert asked
    assert all(query == {"metadata": True} for query in asked)


async def test_an_object_that_is_gone_is_told_and_one_that_may_not_be_read_is_not() -> None:
    before = [ObjectState(kind="Service", namespace="shop", name=name, uid="u") for name in ("gone", "hidden")]
    answers: dict[str, ApiStatusError] = {"gone": NOT_FOUND, "hidden": forbidden("get", "services")}
    kube = FakeKube()
    for name, answer in answers.items():
        kube.answers[paths.item("Service", "shop", name)] = answer
    assert await read_again(kube, before) == (ObjectState(kind="Service", namespace="shop", name="gone", exists=False),)


async def test_a_kind_that_is_not_installed_says_nothing() -> None:
    kube = FakeKube()
    missing = ApiStatusError(404, "NotFound", "the server could not find the requested resource")
    kube.answers[paths.item("APIService", "", "v1beta1.metrics.k8s.io")] = missing
    before = [ObjectState(kind="APIService", name="v1beta1.metrics.k8s.io", uid="u")]
    assert await read_again(kube, before) == ()
