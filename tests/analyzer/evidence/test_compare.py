import msgspec

from casebook_analyzer.evidence import compare_templates
from casebook_analyzer.models import ContainerTemplate, WorkloadTemplate

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


def changes(**fields: object) -> tuple[str, ...]:
    after = msgspec.structs.replace(APP, **fields)
    return compare_templates(BEFORE, WorkloadTemplate(revision="checkout-2", containers=(after,)))


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
        containers=(APP, ContainerTemplate(name="proxy")), volumes=("data",), service_account="shop"
    )
    assert compare_templates(BEFORE, after) == (
        "container proxy added",
        "volume data added",
        "service account: default -> shop",
    )
