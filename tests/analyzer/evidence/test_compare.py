"""Every change between two templates has a line with names and values, and a fix without them."""

import msgspec
import pytest

from casebook_analyzer.evidence import compare_templates
from casebook_analyzer.models import ContainerTemplate, WorkloadTemplate
from tests.rows import of_every

APP = ContainerTemplate(
    name="app",
    image="shop/checkout:1.4",
    command=("serve",),
    env={"DATABASE_URL": "d1", "MODE": "d2"},
    limits={"memory": "64Mi"},
    probes={"liveness": "http :8080/healthz"},
    mounts=("config at /etc/app",),
)
BEFORE = WorkloadTemplate(revision="checkout-1", containers=(APP,))


def told(after: WorkloadTemplate) -> tuple[str, ...]:
    return tuple(change.text for change in compare_templates(BEFORE, after))


def changed(**fields: object) -> WorkloadTemplate:
    return WorkloadTemplate(revision="checkout-2", containers=(msgspec.structs.replace(APP, **fields),))


def changes(**fields: object) -> tuple[str, ...]:
    return told(changed(**fields))


def fixes(before: dict[str, object], after: dict[str, object]) -> list[str]:
    """What is to be done to get from a container with these fields to one with those."""
    return [change.fix for change in compare_templates(changed(**before), changed(**after))]


def test_another_name_of_the_revision_is_no_change() -> None:
    assert changes() == ()


def test_a_variable_is_named_and_its_value_is_not() -> None:
    assert changes(env={"DATABASE_URL": "other", "LEVEL": "d3"}) == (
        "env DATABASE_URL changed in container app",
        "env LEVEL added to container app",
        "env MODE removed from container app",
    )


def test_a_limit_is_shown_before_and_after() -> None:
    assert changes(limits={"memory": "256Mi"}) == ("memory limit of container app: 64Mi -> 256Mi",)
    assert changes(limits={}) == ("memory limit of container app: 64Mi -> none",)


def test_image_command_probe_and_mount_are_shown() -> None:
    assert changes(image="shop/checkout:1.5", command=("serve", "--fast"), probes={}, mounts=()) == (
        "image of container app: shop/checkout:1.4 -> shop/checkout:1.5",
        "command of container app: serve -> serve --fast",
        "liveness probe of container app: http :8080/healthz -> none",
        "mount config at /etc/app removed from container app",
    )


def test_containers_volumes_and_accounts_are_shown() -> None:
    after = WorkloadTemplate(
        containers=(APP, ContainerTemplate(name="proxy")), volumes=("data: pvc/data",), service_account="shop"
    )
    assert told(after) == (
        "container proxy added",
        "volume data: pvc/data added",
        "service account: default -> shop",
    )


def test_a_quantity_in_other_words_is_no_change() -> None:
    before = changed(limits={"memory": "1Gi", "cpu": "1"}, requests={"memory": "1Gi", "cpu": "1"})
    after = changed(limits={"memory": "1024Mi", "cpu": "1000m"}, requests={"memory": "1024Mi", "cpu": "1000m"})
    assert compare_templates(before, after) == ()


@of_every(
    ("before", "after", "fix"),
    [
        ({"limits": {"memory": "64Mi"}}, {"limits": {"memory": "256Mi"}}, "raise the memory limit"),
        ({"limits": {"memory": "1Gi"}}, {"limits": {"memory": "512Mi"}}, "lower the memory limit"),
        ({"limits": {}}, {"limits": {"cpu": "1"}}, "set the cpu limit"),
        ({"limits": {"cpu": "500m"}}, {"limits": {}}, "remove the cpu limit"),
        ({"limits": {"cpu": "a lot"}}, {"limits": {"cpu": "1"}}, "change the cpu limit"),
        ({"requests": {"memory": "9Gi"}}, {"requests": {"memory": "900Mi"}}, "lower the memory request"),
        ({"env": {}}, {"env": {"DATABASE_URL": "d"}}, "set the environment variable DATABASE_URL"),
        ({"env": {"DEBUG": "d"}}, {"env": {}}, "remove the environment variable DEBUG"),
        ({"env": {"MODE": "d"}}, {"env": {"MODE": "e"}}, "change the environment variable MODE"),
        ({"command": ("a",)}, {"command": ("b", "--secret-name")}, "change the command"),
        ({"image": "shop/a:1"}, {"image": "shop/a:2"}, "use another image tag"),
        ({"image": "shop/a@sha256:1"}, {"image": "shop/a:2"}, "use another image tag"),
        ({"image": "shop/a:1"}, {"image": "shop/b:1"}, "use another image"),
        ({"image": "nginx:1"}, {"image": "mirror.gcr.io/library/nginx:1"}, "pull the image from another registry"),
        ({"image": "docker.io/library/nginx:1"}, {"image": "nginx:2"}, "use another image tag"),
        ({"image": "localhost:5000/a"}, {"image": "localhost:5000/a:2"}, "use another image tag"),
        ({"env_from": ()}, {"env_from": ("secret/db",)}, "add a Secret as a source of the environment"),
        ({"env_from": ("secret/db",)}, {"env_from": ()}, "remove a Secret as a source of the environment"),
        ({"mounts": ()}, {"mounts": ("data:/data",)}, "add a mount"),
        ({"mounts": ("data:/data",)}, {"mounts": ()}, "remove a mount"),
        ({"probes": {}}, {"probes": {"liveness": "tcp :1 delay=0s"}}, "add a liveness probe"),
        ({"probes": {"startup": "tcp :1 delay=0s"}}, {"probes": {}}, "remove the startup probe"),
        (
            {"probes": {"preStop": "sleep 5s"}},
            {"probes": {"preStop": "sleep 9s"}},
            "change what the preStop hook asks for",
        ),
    ],
)
def test_a_fix_says_what_to_do_without_the_names_of_one_place(
    before: dict[str, object], after: dict[str, object], fix: str
) -> None:
    assert fixes(before, after) == [fix]


PROBE = "GET http://:8080/ready delay={}s timeout={}s period={}s successes=1 failures={}"


@pytest.mark.parametrize(
    ("before", "after", "fix"),
    [
        ((0, 1, 10, 3), (30, 1, 10, 3), "give the readiness probe more time"),
        ((0, 1, 10, 3), (0, 5, 10, 6), "give the readiness probe more time"),
        ((0, 5, 10, 3), (0, 1, 10, 3), "give the readiness probe less time"),
        ((0, 1, 10, 3), (0, 5, 10, 1), "change the times of the readiness probe"),
        ((0, 1, 10, 3), (0, 1, 30, 1), "change the readiness probe"),
    ],
)
def test_more_patience_of_a_probe_is_told_from_another_question(
    before: tuple[int, ...], after: tuple[int, ...], fix: str
) -> None:
    probes = [{"probes": {"readiness": PROBE.format(*times)}} for times in (before, after)]
    assert fixes(*probes) == [fix]
    elsewhere = {"probes": {"readiness": PROBE.format(*after).replace("8080", "80")}}
    assert fixes(probes[0], elsewhere) == ["change what the readiness probe asks for"]


def test_a_request_that_follows_its_limit_is_one_fix_with_it() -> None:
    before, after = ({"limits": {"memory": size}, "requests": {"memory": size}} for size in ("64Mi", "256Mi"))
    assert fixes(before, after) == ["raise the memory limit", "raise the memory limit"]


def test_one_config_map_for_another_is_one_fix_however_they_are_called() -> None:
    before, after = ({"env_from": (f"configmap/app-{hashed}",)} for hashed in ("f9d8", "b2c4"))
    assert set(fixes(before, after)) == {"take the environment from another ConfigMap"}


@pytest.mark.parametrize(
    ("before", "after", "fix"),
    [
        ((), ("config: configmap/app",), "add a volume (ConfigMap)"),
        (("cache: emptyDir",), (), "remove a volume (emptyDir)"),
        (("config: configmap/a",), ("config: configmap/b",), "use another ConfigMap for a volume"),
        (("config: configmap/a",), ("config: configmap/a (optional)",), "change a volume (ConfigMap)"),
        (("config: secret/a[x]",), ("config: secret/a[y]",), "change a volume (Secret)"),
        (("cache: emptyDir 1Gi",), ("cache: emptyDir 9Gi",), "change a volume (emptyDir)"),
        (("data: emptyDir",), ("data: pvc/data-0",), "use a PersistentVolumeClaim for a volume"),
    ],
)
def test_a_volume_is_told_by_its_kind(before: tuple[str, ...], after: tuple[str, ...], fix: str) -> None:
    compared = compare_templates(WorkloadTemplate(volumes=before), WorkloadTemplate(volumes=after))
    assert [change.fix for change in compared] == [fix]


@pytest.mark.parametrize(
    ("before", "after", "text", "fix"),
    [
        ({}, {"disk": "ssd"}, "node selector disk=ssd added", "set the node selector disk"),
        ({"disk": "ssd"}, {}, "node selector disk=ssd removed", "remove the node selector disk"),
        ({"disk": "ssd"}, {"disk": "hdd"}, "node selector disk: ssd -> hdd", "change the node selector disk"),
    ],
)
def test_of_a_node_selector_the_key_is_told(before: dict[str, str], after: dict[str, str], text: str, fix: str) -> None:
    (change,) = compare_templates(WorkloadTemplate(node_selector=before), WorkloadTemplate(node_selector=after))
    assert (change.text, change.fix) == (text, fix)


def test_containers_and_accounts_are_fixed_without_their_names() -> None:
    before = WorkloadTemplate(containers=(APP,), service_account="a")
    after = WorkloadTemplate(containers=(msgspec.structs.replace(APP, name="other"),), service_account="b")
    assert [change.fix for change in compare_templates(before, after)] == [
        "add a container",
        "remove a container",
        "use another service account",
    ]


def test_a_checksum_tells_that_a_secret_was_written_which_nobody_reads() -> None:
    before, after = (WorkloadTemplate(checksums={"checksum/secret": value}) for value in ("d1", "d2"))
    (change,) = compare_templates(before, after)
    assert change.fix == "change what checksum/secret stands for"
    assert compare_templates(WorkloadTemplate(), after) == ()


@pytest.mark.parametrize(("word", "kind"), [("SECRET", "Secret"), ("CONFIGMAP", "ConfigMap")])
def test_a_variable_that_makes_new_pods_is_told_as_what_it_stands_for(word: str, kind: str) -> None:
    before, after = ({"env": {f"STAKATER_SHOP_DB_{word}": value}} for value in ("d1", "d2"))
    assert fixes(before, after) == [f"change the {kind}"]
