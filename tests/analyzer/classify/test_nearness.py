"""How near a fact is to what fails."""

import msgspec
import pytest

from casebook_analyzer.classify.nearness import Nearness, Surroundings
from casebook_analyzer.models import Entity, Fact
from tests.analyzer.classify.builders import NODE, POD, bundle, ended, fact, log
from tests.rows import of_every

OWN, TOO, BYSTANDER = Nearness.OWN, Nearness.FAILS_TOO, Nearness.BYSTANDER
LONG = "a" * 46


def of(one: Fact, entity: Entity | None) -> Fact:
    return msgspec.structs.replace(one, entity=entity)


def pod(name: str, namespace: str = "shop") -> Entity:
    return Entity(kind="Pod", namespace=namespace, name=name)


@of_every(
    ("about", "near"),
    [
        (fact("event", "no container"), OWN),
        (log("x"), OWN),
        (of(log("x"), POD), OWN),
        (of(log("x"), NODE), OWN),
        (of(log("x"), pod("checkout-other")), OWN),
        (of(log("x"), pod("checkout-other", "till")), BYSTANDER),
        (of(log("x"), pod("cart-1")), BYSTANDER),
        (log("x", container="proxy"), BYSTANDER),
        (of(log("x", container="proxy"), pod("checkout-other")), BYSTANDER),
    ],
)
def test_the_failing_container_of_all_replicas_is_near(about: Fact, near: Nearness) -> None:
    assert Surroundings(bundle(about)).of(about) is near


@of_every(
    ("state", "near"),
    [
        ({"exitCode": "1"}, TOO),
        ({"exitCode": "0"}, BYSTANDER),
        ({"state": "waiting", "reason": "CrashLoopBackOff"}, TOO),
        ({"state": "waiting", "reason": "ContainerCreating"}, BYSTANDER),
        ({"state": "waiting", "reason": "PodInitializing"}, BYSTANDER),
        ({"state": "waiting", "reason": ""}, BYSTANDER),
        ({"state": "waiting"}, BYSTANDER),
        ({"state": "running", "reason": "Strange"}, BYSTANDER),
    ],
)
def test_another_container_fails_too_when_it_ended_badly_or_cannot_start(state: dict[str, str], near: Nearness) -> None:
    said = log("x", container="proxy")
    assert Surroundings(bundle(said, fact("state", "s", container="proxy", **state))).of(said) is near
    assert Surroundings(bundle(said, fact("event", "s", container="proxy", **state))).of(said) is BYSTANDER
    elsewhere = of(fact("state", "s", container="proxy", **state), pod("cart-1"))
    assert Surroundings(bundle(said, elsewhere)).of(said) is BYSTANDER


def test_on_a_node_everything_is_near() -> None:
    said = log("x", container="proxy")
    assert Surroundings(bundle(said, node=True)).of(said) is OWN


def test_the_container_is_that_of_the_signal_else_of_the_subject_else_any() -> None:
    said = log("x", container="proxy")
    assert Surroundings(bundle(said, signal={"container": "proxy"})).of(said) is OWN
    assert Surroundings(bundle(said, signal={"container": ""})).of(said) is BYSTANDER
    nobody = msgspec.structs.replace(bundle().subject, container="")
    assert Surroundings(bundle(said, signal={"container": ""}, subject=nobody)).of(said) is OWN


@pytest.mark.parametrize(("name", "near"), [(f"{LONG}-x", OWN), (f"{LONG[:-1]}-x", BYSTANDER)])
def test_a_long_name_is_cut_in_the_names_of_its_pods(name: str, near: Nearness) -> None:
    subject = msgspec.structs.replace(bundle().subject, name=f"{LONG}bc")
    said = of(log("x"), pod(name))
    assert Surroundings(bundle(said, subject=subject)).of(said) is near


def test_the_namespace_is_the_subjects_else_the_origins() -> None:
    subject = msgspec.structs.replace(bundle().subject, namespace="")
    said = of(log("x"), pod("checkout-other"))
    assert Surroundings(bundle(said, subject=subject)).of(said) is OWN
    assert Surroundings(bundle(said, ended(1), subject=subject, signal={"origin": pod("y", "till")})).of(said) is (
        BYSTANDER
    )
