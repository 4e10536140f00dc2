"""The names of a case's own objects are taken out of its texts, and nothing else is."""

import time

import pytest

from casebook_analyzer.models import Entity, SubjectRef
from casebook_analyzer.text import without_names
from tests.analyzer.classify.builders import bundle


def _taken_out(text: str, *, name: str = "checkout", namespace: str = "shop", others: tuple[Entity, ...] = ()) -> str:
    subject = SubjectRef(kind="Deployment", namespace=namespace, name=name, node_name="metal-7")
    signal = {"origin": Entity(kind="Pod", namespace="shop", name="web-0"), "node_name": "worker-1"}
    return without_names(bundle(subject=subject, signal=signal, entities=others))(text)


def _config_map(name: str) -> Entity:
    return Entity(kind="ConfigMap", namespace="shop", name=name)


def test_the_same_words_about_another_workload_are_the_same() -> None:
    text = 'configmap "{}" not found in shop for {}'
    one = _taken_out(text.format("checkout-config", "checkout"), others=(_config_map("checkout-config"),))
    other = _taken_out(text.format("settings", "billing"), name="billing", others=(_config_map("settings"),))
    assert one == other == 'configmap "<name>" not found in <name> for <name>'


@pytest.mark.parametrize("name", ["checkout", "shop", "metal-7", "worker-1", "web-0", "settings"])
def test_subject_namespace_nodes_origin_and_entities_are_names(name: str) -> None:
    assert _taken_out(f"cannot find {name}: gone", others=(_config_map("settings"),)) == "cannot find <name>: gone"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("mapping failed in application: app", "mapping failed in application: <name>"),
        ("my-app and app-server", "my-app and <name>-server"),
        ("app_server", "app_server"),
        ("a.b is not axb", "a.b is not axb"),
    ],
)
def test_a_name_is_a_whole_word(text: str, left: str) -> None:
    assert _taken_out(text, name="app") == left


def test_a_dot_in_a_name_is_a_dot() -> None:
    assert _taken_out("api.v1 is not apixv1", name="api.v1") == "<name> is not apixv1"


def test_the_longest_name_is_taken_first() -> None:
    assert _taken_out("app app.web", name="app", others=(_config_map("app.web"),)) == "<name> <name>"


def test_a_pod_is_one_name_with_its_namespace_as_kubelet_writes_it() -> None:
    assert _taken_out("back-off in web-0_shop(uid)") == "back-off in <name>(uid)"
    assert _taken_out("settings_shop", others=(_config_map("settings"),)) == "settings_shop"


@pytest.mark.parametrize(("name", "left"), [("db", "db is locked"), ("sql", "<name> is locked")])
def test_a_name_of_two_letters_is_no_name(name: str, left: str) -> None:
    assert _taken_out(f"{name} is locked", name=name) == left


def test_a_case_without_names_keeps_its_words() -> None:
    nameless = bundle(
        subject=SubjectRef(kind="Node", name=""),
        signal={"origin": Entity(kind="Node", name="")},
        entities=(),
    )
    assert without_names(nameless)("it is gone after 3 tries") == "it is gone after <num> tries"


def test_what_differs_at_every_occurrence_is_masked_as_well() -> None:
    assert _taken_out("checkout: dial tcp 10.0.0.1:80: refused") == "<name>: dial tcp <ip>: refused"


def test_names_that_begin_alike_take_no_longer() -> None:
    """Ten texts with 200 names. Tried one by one from each place, they take half a minute."""
    others = tuple(_config_map("a." * 120 + f"{number}") for number in range(199))
    before = time.process_time()
    for number in range(10):
        _taken_out("a." * 900 + f"b{number}", others=others)
    assert time.process_time() - before < 3
