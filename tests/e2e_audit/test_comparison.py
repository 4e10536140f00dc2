"""The rights of the operator's role are those that it uses: nothing missing, nothing spare."""

import json
import secrets
import time
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import yaml

from e2e.audit.__main__ import ELSEWHERE, ROLE
from e2e.audit.calls import GrantedRight, calls
from e2e.audit.comparison import compare, granted
from e2e.cluster import Cluster, ClusterError
from e2e.cluster.audit import log_of, policy
from e2e.cluster.options import Options
from e2e.cluster.state import StateDir
from tests.operator.clusters import cluster, namespace

__all__ = ["cluster", "namespace"]

US = "system:serviceaccount:casebook:casebook-operator"
GET_PODS, LIST_PODS = GrantedRight("get", "", "pods"), GrantedRight("list", "", "pods")
LOGS, LEASES = GrantedRight("get", "", "pods/log"), GrantedRight("get", "coordination.k8s.io", "leases")


def line(right: GrantedRight, *, user: str = US, decision: str = "allow", code: int = 200) -> str:
    resource, _, part = right.resource.partition("/")
    about = {"resource": resource, "apiGroup": right.group, "subresource": part}
    event: dict[str, Any] = {
        "kind": "Event",
        "stage": "ResponseComplete",
        "requestURI": f"/uri/of/{right.resource}",
        "verb": right.verb,
        "user": {"username": user},
        "objectRef": {name: value for name, value in about.items() if value},
        "responseStatus": {"code": code},
        "annotations": {"authorization.k8s.io/decision": decision},
    }
    return json.dumps(event) + "\n"


def test_a_role_that_is_used_to_the_last_right_is_just_right() -> None:
    rights = {GET_PODS, LOGS, LEASES}
    assert not any(compare(rights, calls(map(line, rights), US), ()))


def test_a_right_that_nobody_used_is_spare() -> None:
    assert compare({GET_PODS, LOGS}, calls([line(GET_PODS)], US), ()).spare == [LOGS]


def test_what_somebody_else_asked_does_not_count_as_used() -> None:
    asked = calls([line(GET_PODS, user="system:serviceaccount:casebook:casebook-web")], US)
    assert compare({GET_PODS}, asked, ()).spare == [GET_PODS]


def test_what_the_authorizer_forbade_is_missing_unless_the_role_grants_it() -> None:
    """A server that has just started forbids for a moment what is granted."""
    asked = calls([line(right, decision="forbid", code=403) for right in (GET_PODS, LEASES)], US)
    assert compare({GET_PODS}, asked, ()).refused == {LEASES: "/uri/of/leases"}


def test_what_admission_forbade_is_no_missing_right() -> None:
    assert not compare({GET_PODS}, calls([line(GET_PODS, code=403)], US), ()).refused


def test_what_only_other_scenes_use_is_not_spare() -> None:
    assert not any(compare({GET_PODS, LOGS}, calls([line(GET_PODS)], US), (LOGS,)))


def test_an_exception_for_what_is_not_granted_is_told_and_one_for_what_was_used_is_not() -> None:
    exceptions = (GET_PODS, LIST_PODS)
    assert compare({GET_PODS}, calls([line(GET_PODS)], US), exceptions).outdated == [LIST_PODS]


def test_a_line_that_is_still_being_written_and_one_about_no_resource_are_passed_over() -> None:
    about_none = json.dumps({"user": {"username": US}, "verb": "get", "requestURI": "/version"}) + "\n"
    assert not list(calls([about_none, line(GET_PODS)[:-20]], US))


def test_a_right_is_told_as_kubectl_is_asked_for_it() -> None:
    assert list(map(str, (LIST_PODS, LOGS, LEASES))) == ["list pods", "get pods/log", "get leases.coordination.k8s.io"]


def test_every_exception_has_a_reason_and_is_granted() -> None:
    (role,) = (one for one in yaml.safe_load_all(ROLE.read_text(encoding="utf-8")) if one["kind"] == "ClusterRole")
    groups = yaml.safe_load(ELSEWHERE.read_text(encoding="utf-8"))
    assert all(group["reason"].endswith(".") for group in groups)
    assert set(chain.from_iterable(map(granted, groups))) <= granted(role)


def test_nothing_is_written_down_but_who_asked_for_what() -> None:
    assert {rule["level"] for rule in json.loads(policy())["rules"]} == {"None", "Metadata"}


@pytest.mark.cluster
def test_the_api_server_writes_down_what_a_service_account_asked(
    cluster: Cluster, namespace: str, tmp_path: Path
) -> None:
    name = f"asks-{secrets.token_hex(3)}"
    cluster.run_kubectl("create", "serviceaccount", name, "-n", namespace)
    kubeconfig = cluster.service_account_kubeconfig(namespace, name, tmp_path / "kubeconfig")
    with pytest.raises(ClusterError, match="forbidden"):
        cluster.run_kubectl("get", "pods", "-n", namespace, f"--kubeconfig={kubeconfig}")
    log = log_of(StateDir(Options().state_dir))
    deadline, found = time.monotonic() + 10, []
    while not found and time.monotonic() < deadline:
        with log.open(encoding="utf-8") as lines:
            found = [call for call in calls(lines, f"system:serviceaccount:{namespace}:{name}") if call.forbidden]
    assert {call.right for call in found} == {LIST_PODS}
