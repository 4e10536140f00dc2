"""One spelling and one order for what a case ran on."""

import pytest

from casebook_analyzer.classify.environment import environment_tags
from casebook_analyzer.models import SubjectRef
from tests.analyzer.classify.builders import bundle
from tests.rows import of_every


def tags(
    environment: dict[str, str] | None = None, namespace: str = "shop", own: dict[str, str] | None = None
) -> tuple[str, ...]:
    subject = SubjectRef(kind="StatefulSet", namespace=namespace, name="db")
    return environment_tags(bundle(environment=environment or {}, subject=subject), own or {})


def test_collectors_words_become_one_spelling_in_one_order() -> None:
    collected = {
        "zone": "a",
        "kernel": "6.8.0",
        "kubelet": "v1.34.2",
        "containerRuntime": "containerd://2.1.4",
        "gpuProduct": "NVIDIA-H100",
        "gpuDriver": "570.195.03",
    }
    assert tags(collected) == (
        "kubernetes=v1.34.2",
        "workload=StatefulSet",
        "runtime=containerd://2.1.4",
        "kernel=6.8.0",
        "gpu=NVIDIA-H100",
        "driver=570.195.03",
        "zone=a",
    )


def test_tags_of_the_users_own_come_last() -> None:
    assert tags({"kernel": "6", "cell": "3"}, own={"team": "payments"})[-2:] == ("cell=3", "team=payments")


@pytest.mark.parametrize(
    ("namespace", "tier"),
    [
        ("kube-system", "system"),
        ("shop-prod", "production"),
        ("prd-shop", "production"),
        ("shop-staging", "staging"),
        ("dev", "development"),
        ("shop-test-2", "development"),
    ],
)
def test_the_tier_is_told_by_the_words_that_namespaces_are_named_with(namespace: str, tier: str) -> None:
    assert f"tier={tier}" in tags(namespace=namespace)


@pytest.mark.parametrize("namespace", ["shop", "productivity", "devices", "contest", "livestream"])
def test_a_part_of_a_word_is_no_tier(namespace: str) -> None:
    assert not any(tag.startswith("tier=") for tag in tags(namespace=namespace))


def test_a_label_wins_over_the_name_and_the_taxonomy_over_both() -> None:
    assert "tier=gold" in tags({"namespaceTier": "gold"}, namespace="shop-prod")
    assert "tier=own" in tags({"namespaceTier": "gold"}, namespace="shop-prod", own={"tier": "own"})


@of_every(
    ("key", "tag"),
    [
        ("kubernetes", "kubernetes"),
        ("provider", "provider"),
        ("tier", "tier"),
        ("runtime", "runtime"),
        ("os", "os"),
        ("osImage", "os"),
        ("arch", "arch"),
        ("architecture", "arch"),
        ("gpu", "gpu"),
        ("driver", "driver"),
        ("cuda", "cuda"),
        ("cudaVersion", "cuda"),
        ("instance", "instance"),
        ("instanceType", "instance"),
        ("region", "region"),
    ],
)
def test_each_of_the_collectors_words_is_a_tag(key: str, tag: str) -> None:
    assert set(tags({key: "x"})) == {f"{tag}=x", "workload=StatefulSet"}


def test_the_first_word_for_a_tag_counts_and_the_others_are_no_tags() -> None:
    assert tags({"kubelet": "v1.34.2", "kubernetes": "v1.35.0"}) == ("kubernetes=v1.35.0", "workload=StatefulSet")
    assert tags({"kubelet": "v1.34.2", "kubernetes": ""}) == ("kubernetes=v1.34.2", "workload=StatefulSet")
