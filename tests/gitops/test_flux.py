"""The expressions for Flux, evaluated by Flux's own library, and our objects as kstatus sees them."""

import shutil

import pytest
import yaml

from e2e.gitops import judge
from tests.gitops.objects import ROOT, everything

pytestmark = [
    pytest.mark.timeout(1200),  # the judge is compiled once
    pytest.mark.skipif(shutil.which("go") is None, reason="the judge is built with Go"),
]

STATUS = {"healthy": "Current", "busy": "InProgress", "refused": "Failed"}


def expressions() -> dict[str, dict[str, str]]:
    text = (ROOT / "examples" / "gitops" / "flux" / "sync.yaml").read_text(encoding="utf-8")
    (checks,) = [
        found["spec"]["healthCheckExprs"] for found in yaml.safe_load_all(text) if "healthCheckExprs" in found["spec"]
    ]
    assert {check["apiVersion"] for check in checks} == {"casebook.dev/v1alpha1"}
    return {check["kind"]: {name: check[name] for name in ("failed", "current")} for check in checks}


def test_every_state_that_the_operator_writes_is_judged_right() -> None:
    known, wanted = everything(), expressions()
    found = judge([(one.object, wanted[one.object["kind"]]) for one in known])
    named = [(one.object["kind"], one.what) for one in known]
    assert dict(zip(named, [one.flux for one in found], strict=True)) == {
        name: STATUS[one.health] for name, one in zip(named, known, strict=True)
    }


def test_without_expressions_nothing_unfinished_is_called_current() -> None:
    """By kstatus alone a refused Taxonomy is waited for; Investigations that end are all the same to it."""
    known, wanted = everything(), expressions()
    found = judge([(one.object, wanted[one.object["kind"]]) for one in known])
    for one, verdict in zip(known, found, strict=True):
        if one.health == "healthy":
            assert verdict.kstatus == "Current", one.what
        if one.what in {"new", "stale"} or (one.object["kind"] == "Taxonomy" and one.health == "refused"):
            assert verdict.kstatus == "InProgress", one.what
