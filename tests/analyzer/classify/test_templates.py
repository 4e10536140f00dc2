"""Names of the case are put into sentences and commands, and no value becomes more than a name there."""

import shlex

from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.classify.actions import advice
from casebook_analyzer.classify.templates import fill, fill_command, fill_name, known_names
from casebook_analyzer.models import Action, Category
from tests.analyzer.classify.builders import bundle, log, rule, says, weighing
from tests.rows import of_every

COMMAND = "kubectl -n {namespace} get configmap {configmap} -o yaml"


def test_every_case_knows_its_subject_its_pod_and_its_node() -> None:
    assert known_names(bundle()) == {
        "subject": "Deployment/shop/checkout",
        "kind": "Deployment",
        "namespace": "shop",
        "name": "checkout",
        "workload": "checkout",
        "revised": "Deployment/checkout",
        "pod": "checkout-5d9f7c8b6d-x2k9p",
        "container": "app",
        "node": "worker-1",
    }
    assert "pod" not in known_names(bundle(node=True))


def test_a_part_whose_name_is_not_known_is_left_out() -> None:
    assert fill("It needs[ {what}], now.", {}) == "It needs, now."
    assert fill("It needs[ {what}], now.", {"what": "URL"}) == "It needs URL, now."
    assert fill_command("kubectl get pod[ -n {namespace}]", {}) == "kubectl get pod"


def test_of_several_names_the_first_that_is_known_stands() -> None:
    assert fill("It needs {url|uri}[ of {host|peer}].", {"uri": "/x", "peer": "db"}) == "It needs /x of db."
    assert fill("It needs[ {url|uri}].", {}) == "It needs."
    assert fill_command("ls {url|path}", {"path": "/etc"}) == "ls /etc"


def test_plain_names_stand_in_a_command_as_they_are() -> None:
    assert fill_command(COMMAND, {"namespace": "shop", "configmap": "app.settings-1"}) == (
        "kubectl -n shop get configmap app.settings-1 -o yaml"
    )
    assert fill_command("ls {path}", {"path": "/etc/app/config.yaml"}) == "ls /etc/app/config.yaml"


@of_every(
    "hostile",
    [
        "x; rm -rf /",
        "$(id)",
        "`id`",
        "a b",
        "--all",
        "-n",
        "a|b",
        "a>b",
        "a\nb",
        "'",
        '"',
        "a&b",
        "*",
        "~",
        "!x",
        "",
        "é",
        "/",
    ],
)
def test_any_other_value_stands_as_its_name(hostile: str) -> None:
    filled = fill_command(COMMAND, {"namespace": "shop", "configmap": hostile})
    assert filled == "kubectl -n shop get configmap <configmap> -o yaml"


@given(st.text(max_size=40))
def test_no_value_changes_the_words_of_a_command(value: str) -> None:
    filled = fill_command(COMMAND, {"namespace": value, "configmap": value})
    words = shlex.split(filled)
    assert len(words) == 8
    assert [*words[:2], *words[3:5], *words[6:]] == ["kubectl", "-n", "get", "configmap", "-o", "yaml"]
    assert not words[5].startswith("-")


def test_braces_of_jsonpath_are_left_alone() -> None:
    command = "kubectl get pod {pod} -o jsonpath='{.status.containerStatuses[*].state}'"
    assert fill_command(command, {"pod": "a"}) == command.replace("{pod}", "a")


def test_an_object_is_named_only_when_all_of_its_name_is_known() -> None:
    assert fill_name("{a}-{b}", {"a": "x"}) == ""
    assert fill_name("{a}-{b}", {"a": "x", "b": "y"}) == "x-y"


def test_advice_has_the_names_of_the_case_and_a_safe_command() -> None:
    action = Action(
        do="Set {variable} in {subject}.",
        verify="kubectl -n {namespace} set env {kind}/{name} --list",
        risk="{pod} restarts.",
    )
    known = rule(Category.CONFIG_ERROR, says("(?P<variable>[A-Z_]+) is not set"), actions=(action,))
    of = bundle(log("DATABASE_URL is not set"))
    (found,) = advice(of, weighing(of, known))
    assert found.do == "Set DATABASE_URL in Deployment/shop/checkout."
    assert found.verify == "kubectl -n shop set env Deployment/checkout --list"
    assert found.risk == "checkout-5d9f7c8b6d-x2k9p restarts."


def test_who_does_not_know_says_where_to_look_and_asks_to_be_taught() -> None:
    pod, node = bundle(), bundle(node=True)
    assert [len(advice(of, weighing(of))) for of in (pod, node)] == [2, 2]
    assert "container" in advice(pod, weighing(pod))[0].do
    assert "kubelet" in advice(node, weighing(node))[0].do
