"""What the healthy containers beside the failing one say."""

from casebook_operator.collectors.sidecars import COLLECTOR
from casebook_operator.kube import paths
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, FakeKube, Texts

PROXY = {"name": "proxy", "restartCount": 0, "ready": True, "state": {"running": {}}, "lastState": {}}


async def test_the_log_of_a_running_proxy_is_read(
    collect: Collect, context: CollectorContext, case: Case, kube: FakeKube, texts: Texts
) -> None:
    case["pod"]["status"]["containerStatuses"].append(PROXY)
    log = paths.item("Pod", "shop", case["pod"]["metadata"]["name"]) + "/log"
    kube.answers[log] = b"2026-03-01T12:00:12.000000000Z warning: no healthy upstream\n"
    findings = await collect(COLLECTOR, context)
    assert texts(findings) == ["warning: no healthy upstream"]
    assert findings.collected().looked_for == ("log of container proxy: 1 different lines",)
    assert [query["container"] for path, query in kube.requests] == ["proxy"]


def test_without_one_there_is_nothing_to_read(context: CollectorContext) -> None:
    assert not COLLECTOR.applies(context)
