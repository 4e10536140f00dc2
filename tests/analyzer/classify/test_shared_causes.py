"""What a case has in common with others is the thing that its conclusion names, and no error text."""

import pytest

from casebook_analyzer.classify import classify
from casebook_analyzer.classify.shared_causes import OF_IMAGES, OF_REGISTRIES, full_image
from casebook_analyzer.models import Entity, Fact
from casebook_analyzer.taxonomy import shipped_taxonomy
from tests.analyzer.classify.builders import bundle, ended, fact, log

TAXONOMY = shipped_taxonomy()
WAITS = {"container": "app", "reason": "CreateContainerConfigError"}
PULLS = {"container": "app", "reason": "ErrImagePull"}
UNREACHABLE = (
    'Failed to pull image "{image}": failed to do request: '
    'Head "https://{host}/v2/": dial tcp 10.0.0.9:443: i/o timeout'
)


def shared(*facts: Fact, log_text: bool = True) -> list[tuple[str, str, str]]:
    found = classify(bundle(*facts), TAXONOMY, log_text=log_text).shared
    return [(one.kind, one.namespace, one.name) for one in found]


def refused(line: str) -> tuple[Fact, Fact]:
    return ended(1), log(line)


@pytest.mark.parametrize(
    "line",
    [
        'connection to server at "db.example.com" (10.1.2.3), port 5432 failed: Connection refused',
        "dial tcp db.example.com:5432: connect: connection refused",
        "dial tcp db.example.com:5432: i/o timeout",
    ],
)
def test_a_peer_is_named_however_it_is_missed(line: str) -> None:
    assert shared(*refused(line)) == [("Peer", "", "db.example.com:5432")]


def test_the_same_error_text_without_a_name_is_nothing_in_common() -> None:
    assert shared(*refused("connection refused")) == []


def test_a_case_without_a_known_cause_has_nothing_in_common() -> None:
    assert shared(*refused("something happened with db.example.com:5432")) == []


def test_a_name_that_a_log_alone_tells_is_marked_and_withheld() -> None:
    facts = refused("dial tcp db.example.com:5432: connect: connection refused")
    assert [one.logged for one in classify(bundle(*facts), TAXONOMY).shared] == [True]
    assert shared(*facts, log_text=False) == []


def test_an_object_that_is_missing_is_named_by_kubelet() -> None:
    waits = fact("state", 'CreateContainerConfigError: configmap "settings" not found', **WAITS)
    assert shared(waits) == shared(waits, log_text=False) == [("ConfigMap", "shop", "settings")]


def test_a_service_is_named_where_its_endpoints_are_missing_and_not_because_it_is_called() -> None:
    called = refused("dial tcp 10.96.0.7:5432: connect: connection refused")
    empty = fact("object", "Service shop/db has no endpoints", object="Service", name="db", finding="no-endpoints")
    healthy = fact("object", "Service shop/db has 3 endpoints", object="Service", name="db", finding="ok")
    assert ("Service", "shop", "db") in shared(*called, empty)
    assert shared(*called, healthy) == [("Peer", "", "10.96.0.7:5432")]


def test_an_image_is_one_of_its_registry() -> None:
    def missing(image: str) -> list[tuple[str, str, str]]:
        text = f'Back-off pulling image "{image}": failed to resolve reference "{image}": {image}: not found'
        return shared(fact("state", text, **PULLS, image=image))

    assert missing("shop/web:1.2") == [("Image", "", "docker.io/shop/web:1.2")]
    assert missing("registry.example.com/shop/web:1.2") == [("Image", "", "registry.example.com/shop/web:1.2")]


def test_of_a_registry_that_is_away_all_images_have_that_in_common() -> None:
    def away(image: str) -> list[tuple[str, str, str]]:
        host = full_image(image).partition("/")[0]
        event = fact("event", UNREACHABLE.format(image=image, host=host), reason="Failed", container="app")
        return shared(event, fact("state", "Container app waits: ErrImagePull", **PULLS, image=image))

    assert (
        away("registry.example.com/a:1")
        == away("registry.example.com/b:2")
        == [("Registry", "", "registry.example.com")]
    )
    assert away("other.example.com/a:1") == [("Registry", "", "other.example.com")]


@pytest.mark.parametrize(
    ("image", "full"),
    [
        ("nginx", "docker.io/library/nginx:latest"),
        ("docker.io/nginx", "docker.io/library/nginx:latest"),
        ("shop/web", "docker.io/shop/web:latest"),
        ("localhost:5000/web", "localhost:5000/web:latest"),
        ("registry.example.com/web@sha256:aa", "registry.example.com/web@sha256:aa"),
    ],
)
def test_an_image_is_named_as_the_runtime_pulls_it(image: str, full: str) -> None:
    assert full_image(image) == full


def test_the_rules_of_images_exist() -> None:
    assert {rule.id for rule in TAXONOMY.rules} >= OF_IMAGES | OF_REGISTRIES


def test_a_release_is_named_only_where_nothing_else_is() -> None:
    release = fact("change", "Application shop applied revision abc", change="release", revision="abc")
    release = Fact(
        id="",
        kind=release.kind,
        source="application",
        text=release.text,
        attributes=release.attributes,
        entity=Entity(kind="Application", namespace="argocd", name="shop"),
    )
    crash = (ended(1), log("panic: runtime error: invalid memory address or nil pointer dereference"))
    assert shared(*crash, release) == [("Application", "argocd", "shop@abc")]
    lost = refused("dial tcp db.example.com:5432: connect: connection refused")
    assert shared(*lost, release) == [("Peer", "", "db.example.com:5432")]


SILENT = fact(
    "node", "Node worker-1: Ready is Unknown (NodeStatusUnknown)", condition="Ready", status="Unknown",
    reason="NodeStatusUnknown", bad="true",
)  # fmt: skip
SEVERAL = fact("node", "3 of 6 nodes are not heard of", condition="Ready", status="Unknown", nodes="3", of="6")
PLACES = {"zone": "eu-1a", "switch": "leaf-7", "region": "eu-1"}


def places(*facts: Fact, node: bool = True) -> list[tuple[str, str]]:
    found = classify(bundle(*facts, node=node, environment=PLACES), TAXONOMY).shared
    return [(one.kind, one.name) for one in found]


def test_a_node_that_is_silent_as_others_are_names_its_switch_and_its_zone() -> None:
    assert places(SILENT, SEVERAL) == [("Switch", "leaf-7"), ("Zone", "eu-1a")]


def test_a_node_that_is_silent_alone_or_whose_kernel_says_why_names_no_place() -> None:
    alone = fact("node", "1 of 6 nodes are not heard of", condition="Ready", status="Unknown", nodes="1", of="6")
    disk = fact("kernel", "nvme nvme0: controller is down; will reset", pattern="nvme-down")
    assert places(SILENT, alone) == []
    assert places(SILENT, SEVERAL, disk) == []


def test_a_workload_on_such_a_node_names_no_place() -> None:
    assert places(SILENT, SEVERAL, node=False) == []
