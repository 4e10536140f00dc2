"""Nobody but the operator makes an Investigation that is taken for one of the operator's own."""

from typing import Any

import pytest

from casebook_operator.investigation import manifest, parse
from casebook_operator.investigation.seal import Seal
from casebook_operator.kube import Object
from tests.operator.builders import investigation, signal, stored, subject

SEAL = Seal(b"k" * 32)


def opened(seal: Seal = SEAL) -> Object:
    return stored(seal.sealed(manifest(signal(), subject(), key="0123456789", episode=1, namespace="shop")))


def test_what_the_operator_opened_is_known_after_a_restart() -> None:
    assert Seal(b"k" * 32).is_own(parse(opened()))


def test_what_has_no_seal_or_one_of_another_key_is_somebody_elses() -> None:
    assert not SEAL.is_own(investigation())
    assert not SEAL.is_own(parse(opened(Seal(b"l" * 32))))


@pytest.mark.parametrize(
    "forged",
    [
        {"metadata": {"namespace": "evil"}},
        {"metadata": {"name": "another"}},
        {"spec": {"subjectRef": {"kind": "Node", "name": "node-1"}}},
        {"spec": {"episode": 2}},
    ],
)
def test_a_seal_that_is_copied_to_something_else_is_worth_nothing(forged: dict[str, Any]) -> None:
    body = opened()
    for part, changes in forged.items():
        body[part] = body[part] | changes
    assert not SEAL.is_own(parse(body))


def test_a_seal_that_is_no_text_is_none() -> None:
    body = opened()
    body["metadata"]["annotations"] = {"casebook.dev/seal": "\u1234"}
    assert not SEAL.is_own(parse(body))
