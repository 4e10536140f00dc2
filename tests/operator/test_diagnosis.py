"""``casebook doctor`` on what strangers have filled: what it reads and what it says have bounds."""

import json

import pytest

from casebook_analyzer.memory import SchemaState, SchemaStatus
from casebook_operator.diagnosis import CheckResult
from casebook_operator.diagnosis.check_result import CheckVerdict
from casebook_operator.diagnosis.cluster import cluster_findings
from casebook_operator.diagnosis.memory import schema_finding
from casebook_operator.settings import ClusterSettings, Settings, WatchSettings
from e2e.cluster import Cluster
from tests.rows import of_every


@of_every(
    ("state", "embedded", "verdict", "detail"),
    [
        ("current", False, "ok", "schema 0007, all migrations are done"),
        ("missing", False, "broken", "it answers, and has no schema of Casebook yet: run casebook db upgrade"),
        (
            "missing",
            True,
            "warning",
            "it answers, and has no schema of Casebook yet: the operator makes it at its start",
        ),
        ("older", False, "broken", "schema 0007 is of an older Casebook, this one needs 0008: run casebook db upgrade"),
        (
            "older",
            True,
            "warning",
            "schema 0007 is of an older Casebook, this one needs 0008: the operator upgrades it at its start",
        ),
        (
            "newer",
            False,
            "broken",
            "schema 0007 is of a newer Casebook: upgrade Casebook, or restore a backup from before",
        ),
        (
            "newer",
            True,
            "broken",
            "schema 0007 is of a newer Casebook: upgrade Casebook, or restore a backup from before",
        ),
    ],
)
def test_what_is_said_of_a_schema_is_what_there_is_and_what_to_do(
    state: str, *, embedded: bool, verdict: str, detail: str
) -> None:
    current = None if state == "missing" else "0007"
    found = SchemaStatus(current=current, head="0008", state=SchemaState(state))
    assert schema_finding(found, embedded=embedded) == CheckResult("database", CheckVerdict(verdict), detail)


@pytest.mark.cluster
async def test_investigations_are_counted_until_enough_was_read(
    cluster: Cluster, namespace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = {
        "apiVersion": "casebook.dev/v1alpha1",
        "kind": "Investigation",
        "metadata": {"name": "filled", "namespace": namespace, "annotations": {"evil": "x" * 200_000}},
        "spec": {"subjectRef": {"kind": "Pod", "namespace": namespace, "name": "a"}},
    }
    cluster.run_kubectl("create", "-f", "-", stdin=json.dumps(made))
    settings = Settings(
        cluster=ClusterSettings(kubeconfig=cluster.kubeconfig, namespace=namespace),
        watch=WatchSettings(namespaces=(namespace,)),
    )
    assert await _crd(settings) == CheckResult("crd", CheckVerdict.OK, "1 Investigation")
    monkeypatch.setattr("casebook_operator.diagnosis.cluster._ENOUGH", 100_000)
    assert (await _crd(settings)).detail == "more than 1 Investigation"


async def _crd(settings: Settings) -> CheckResult:
    return next(finding for finding in await cluster_findings(settings) if finding.check == "crd")
