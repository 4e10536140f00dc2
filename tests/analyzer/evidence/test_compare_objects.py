"""What became of the objects that a case rests on is told only where both times are known."""

from typing import Any

import pytest

from casebook_analyzer.evidence import compare_objects
from casebook_analyzer.models import ObjectState
from tests.rows import of_every


def config(**changes: Any) -> ObjectState:
    state = {"keys": "LEVEL,MODE", "version": "100"}
    return ObjectState(
        **({"kind": "ConfigMap", "namespace": "shop", "name": "app", "uid": "u1", "state": state} | changes)
    )


MISSING = ObjectState(kind="ConfigMap", namespace="shop", name="app", exists=False)


def quota(**hard: str) -> ObjectState:
    state = {name.replace("_", "."): value for name, value in hard.items()}
    return ObjectState(kind="ResourceQuota", namespace="shop", name="team", uid="q1", state=state)


@of_every(
    ("before", "after", "text", "fix"),
    [
        (MISSING, config(), "ConfigMap app created", "create the missing ConfigMap"),
        (config(), MISSING, "ConfigMap app deleted", "delete the ConfigMap"),
        (
            config(),
            config(uid="u2"),
            "ConfigMap app deleted and created anew",
            "delete and create the ConfigMap anew",
        ),
        (
            config(),
            config(state={"keys": "LEVEL,MODE,PORT", "version": "101"}),
            "key PORT added to ConfigMap app",
            "add the key PORT to the ConfigMap",
        ),
        (
            config(),
            config(state={"keys": "LEVEL", "version": "101"}),
            "key MODE removed from ConfigMap app",
            "remove the key MODE from the ConfigMap",
        ),
        (
            config(),
            config(state={"keys": "LEVEL,MODE", "version": "101"}),
            "ConfigMap app changed",
            "change the ConfigMap",
        ),
        (config(), config(state={"version": "101"}), "ConfigMap app changed", "change the ConfigMap"),
        (
            quota(requests_memory="1Gi"),
            quota(requests_memory="2Gi"),
            "requests.memory of ResourceQuota team: 1Gi -> 2Gi",
            "raise the requests.memory of the ResourceQuota",
        ),
        (
            quota(pods="10", requests_cpu="1"),
            quota(requests_cpu="1"),
            "pods of ResourceQuota team: 10 -> none",
            "remove the pods of the ResourceQuota",
        ),
    ],
)
def test_a_changed_object_is_told_with_its_name_and_fixed_without(
    before: ObjectState, after: ObjectState, text: str, fix: str
) -> None:
    (change,) = compare_objects([before], [after])
    assert (change.text, change.fix) == (text, fix)


@pytest.mark.parametrize("one", [MISSING, config(), quota(pods="10")])
def test_an_object_that_stayed_as_it_was_is_not_told(one: ObjectState) -> None:
    assert compare_objects([one], [one]) == ()


def test_what_could_not_be_read_again_says_nothing() -> None:
    assert compare_objects([config(), MISSING], []) == ()
    assert compare_objects([], [config()]) == ()
