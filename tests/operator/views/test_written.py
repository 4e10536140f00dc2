"""Objects and tags have a form, and what is written otherwise is told, as it fits nothing."""

import pytest

from casebook_operator.views.written import form_problem
from tests.rows import of_every


@of_every(
    "given",
    [
        {},
        {"entity": "", "tag": None, "subject": ""},
        {"entity": "Service/shop/web", "tag": "zone=eu", "subject": "Node/gpu-1"},
        {"entity": "Secret/pay"},
        {"tag": "link=https://example.com/?a=b"},
        {"subject": "Incident/shop/https://tickets.example.com/OPS/17"},
    ],
)
def test_what_has_its_form_is_no_problem(given: dict[str, str]) -> None:
    assert form_problem(given) == ""


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("entity", "checkout", "KIND/NAMESPACE/NAME or KIND/NAME"),
        ("entity", "/checkout", "KIND/NAMESPACE/NAME or KIND/NAME"),
        ("subject", "Deployment/ ", "KIND/NAMESPACE/NAME or Node/NAME"),
        ("tag", "zone", "KEY=VALUE"),
        ("tag", "=eu", "KEY=VALUE"),
        ("tag", "zone=", "KEY=VALUE"),
    ],
)
def test_another_form_is_told_with_the_right_one(name: str, text: str, form: str) -> None:
    assert form_problem({name: text}) == f"{name} is written {form}, and {text!r} is not"


def test_a_long_text_is_told_by_its_beginning() -> None:
    assert len(form_problem({"tag": "x" * 10_000})) < 150
