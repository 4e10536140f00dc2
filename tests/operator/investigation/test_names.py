"""Names are the same however often they are computed, and always valid."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_operator.investigation.names import case_key, investigation_name
from tests.operator.builders import CLUSTER, subject

DNS_SUBDOMAIN = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
"""apimachinery: util/validation, ``dns1123SubdomainFmt``."""

_HOSTILE = st.text(alphabet=st.one_of(st.sampled_from("aZ0.-_/ \0é\u202eİ"), st.characters()), max_size=300)


def test_a_name_reads_as_workload_key_and_episode() -> None:
    key = case_key(CLUSTER, subject(), "CrashLoopBackOff")
    assert investigation_name(subject(), key, 2) == f"checkout-{key}-2"
    assert re.fullmatch("[0-9a-f]{10}", key)


def test_a_name_tells_the_device_and_leaves_the_node_as_much_room_as_there_is() -> None:
    short = subject(name="gpu-7", device="0000:3b:00")
    assert investigation_name(short, "0123456789", 1) == "gpu-7-3b-00-0123456789-1"
    long = subject(name="n" * 60, device="GPU-8a5c1111-2222-3333-4444-555566667777")
    assert investigation_name(long, "0123456789", 1) == f"{'n' * 24}-gpu-8a5c1111-22-0123456789-1"


def test_a_key_is_the_same_in_every_process() -> None:
    assert case_key("prod", subject(), "OOMKilled") == "a89f1b2f44"


@pytest.mark.parametrize(
    ("cluster", "changes", "failure_class"),
    [
        ("other-cluster", {}, "CrashLoopBackOff"),
        (CLUSTER, {"uid": "uid-of-a-workload-created-anew"}, "CrashLoopBackOff"),
        (CLUSTER, {"container": "sidecar"}, "CrashLoopBackOff"),
        (CLUSTER, {"device": "0000:3b:00"}, "CrashLoopBackOff"),
        (CLUSTER, {}, "OOMKilled"),
    ],
)
def test_cluster_owner_container_and_class_each_make_another_case(
    cluster: str, changes: dict[str, str], failure_class: str
) -> None:
    assert case_key(cluster, subject(**changes), failure_class) != case_key(CLUSTER, subject(), "CrashLoopBackOff")


def test_the_node_that_a_pod_runs_on_makes_no_other_case() -> None:
    elsewhere = subject(node_name="node-2")
    assert case_key(CLUSTER, elsewhere, "OOMKilled") == case_key(CLUSTER, subject(), "OOMKilled")


def test_a_subject_without_a_uid_is_known_by_its_name() -> None:
    one, other = (case_key(CLUSTER, subject(uid="", name=name), "OOMKilled") for name in ("checkout", "billing"))
    assert one != other


def test_parts_do_not_run_into_each_other() -> None:
    assert case_key("a", subject(uid="b", container="c"), "d") != case_key("a", subject(uid="bc", container=""), "d")


@given(_HOSTILE, st.just("") | _HOSTILE, st.integers(1, 1_000_000))
def test_every_name_is_a_dns_subdomain_of_at_most_62_characters(name: str, device: str, episode: int) -> None:
    made = investigation_name(subject(name=name, device=device), "0123456789", episode)
    assert len(made) <= 62
    assert DNS_SUBDOMAIN.fullmatch(made), made
    assert made == investigation_name(subject(name=name, device=device), "0123456789", episode)
