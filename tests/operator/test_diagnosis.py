"""``casebook doctor`` on what strangers have filled: what it reads and what it says have bounds."""

import json

import pytest

from casebook_operator.diagnosis import CheckResult
from casebook_operator.diagnosis.check_result import CheckVerdict
from casebook_operator.diagnosis.cluster import cluster_findings
from casebook_operator.settings import ClusterSettings, Settings, WatchSettings
from e2e.cluster import Cluster


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
    assert await _crd(settings) == CheckResult("crd", CheckVerdict.OK, "1 Investigations")
    monkeypatch.setattr("casebook_operator.diagnosis.cluster._ENOUGH", 100_000)
    assert (await _crd(settings)).detail == "more than 1 Investigations"


async def _crd(settings: Settings) -> CheckResult:
    return next(finding for finding in await cluster_findings(settings) if finding.check == "crd")
