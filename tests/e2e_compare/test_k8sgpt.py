"""What k8sgpt prints is read as its own types say, whatever it found."""

import json
from typing import Any

import pytest

from e2e.compare.k8sgpt import BEST_FILTERS, read
from e2e.compare.ledger import Remark


def printed(*results: dict[str, Any], **more: Any) -> str:
    return json.dumps({"provider": "", "errors": None, "status": "OK", "problems": 0, "results": list(results)} | more)


def result(kind: str, name: str, *texts: str) -> dict[str, Any]:
    errors = [{"Text": text, "KubernetesDoc": "", "Sensitive": []} for text in texts]
    return {"kind": kind, "name": name, "error": errors, "details": "", "parentObject": ""}


@pytest.mark.parametrize(
    ("kind", "name", "place", "about"),
    [
        ("Pod", "shop/checkout-7", "shop", "Pod/checkout-7"),
        ("Pod", "shop/checkout-7/app", "shop", "Pod/checkout-7/app"),
        ("Node", "node-a", "node-a", "Node/node-a"),
        ("ValidatingWebhookConfiguration", "/policy", "policy", "ValidatingWebhookConfiguration/policy"),
    ],
)
def test_a_name_says_where_something_is(kind: str, name: str, place: str, about: str) -> None:
    assert read(printed(result(kind, name, "it", "fails")))[0] == [Remark(place, about, "it fails")]


def test_nothing_found_is_no_error() -> None:
    assert read(printed(results=None)) == ([], [])


def test_what_stands_before_the_answer_is_passed_over_and_errors_of_analyzers_are_kept() -> None:
    remarks, errors = read("Debug: ready.\n" + printed(errors=["[Gateway] no matches for kind"]))
    assert (remarks, errors) == ([], ["[Gateway] no matches for kind"])


def test_the_best_filters_are_each_named_once() -> None:
    assert len(set(BEST_FILTERS)) == len(BEST_FILTERS)
