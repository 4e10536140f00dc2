"""What a node says, for a pod on it and for itself."""

from dataclasses import replace

from casebook_analyzer.models import FactKind, GapReason
from casebook_operator.collectors.node import COLLECTOR
from casebook_operator.kube import paths
from casebook_operator.reading.context import CollectorContext
from tests.operator.evidence.fakes import Case, Collect, Texts, data, forbidden


async def test_a_healthy_node_of_a_pod(collect: Collect, context: CollectorContext, texts: Texts) -> None:
    findings = await collect(COLLECTOR, context)
    assert texts(findings) == ["Node node-1: Ready is True (KubeletReady): kubelet is posting ready status"]
    assert findings.facts[0].attributes == {
        "condition": "Ready",
        "status": "True",
        "reason": "KubeletReady",
        "bad": "false",
    }
    assert findings.environment == {
        "kubelet": "v1.35.4",
        "osImage": "Debian GNU/Linux 12",
        "kernel": "6.1.0",
        "containerRuntime": "containerd://2.2.1",
        "architecture": "amd64",
        "instanceType": "m5.large",
        "zone": "eu-1a",
    }


async def test_a_node_that_lost_a_gpu(collect: Collect, gpu_context: CollectorContext, texts: Texts) -> None:
    findings = await collect(COLLECTOR, gpu_context)
    told = texts(findings)
    assert "Node gpu-1 has 7 of 8 nvidia.com/gpu allocatable" in told
    assert "Node gpu-1 has taint nvidia.com/gpu-error=xid79:NoSchedule" in told
    assert "Node gpu-1 is cordoned" in told
    assert 'scitix.ai/sichek: {"nvidia":["GPULost"]}' in told
    assert not [text for text in told if "gpu.deploy" in text or "hugepages" in text or "ttl" in text]
    xid = next(fact for fact in findings.facts if fact.attributes.get("condition") == "XidCriticalError")
    assert xid.attributes["bad"] == "true"
    assert findings.environment["gpuProduct"] == "NVIDIA-H100-80GB-HBM3"


async def test_the_message_of_a_condition_is_read_as_a_kernel_line(
    collect: Collect, gpu_context: CollectorContext
) -> None:
    findings = await collect(COLLECTOR, gpu_context)
    lines = [fact for fact in findings.facts if fact.kind is FactKind.KERNEL]
    assert {fact.attributes["xid"] for fact in lines} == {"79"}


async def test_an_unknown_condition_is_not_fired_on(collect: Collect, gpu_context: CollectorContext) -> None:
    gpu_context.node["status"]["conditions"].append({"type": "MoonPhase", "status": "True", "reason": "Full"})
    findings = await collect(COLLECTOR, gpu_context)
    assert not [fact for fact in findings.facts if fact.attributes.get("condition") == "MoonPhase"]


async def test_the_pods_that_use_the_devices(collect: Collect, gpu_context: CollectorContext, texts: Texts) -> None:
    findings = await collect(COLLECTOR, gpu_context)
    (users,) = [text for text in texts(findings) if "use nvidia.com/gpu" in text]
    assert users.startswith("25 pods on node gpu-1 use nvidia.com/gpu: ml/train-00, ml/train-01, ")
    assert users.endswith("ml/train-19 and 5 more")
    affected = [entity for entity in findings.collected().entities if entity.role == "affected"]
    assert len(affected) == 20
    assert "web" not in {entity.name for entity in affected}


async def test_only_the_pods_of_this_node_are_listed(collect: Collect, gpu_context: CollectorContext) -> None:
    await collect(COLLECTOR, gpu_context)
    ((path, query),) = gpu_context.kube.requests
    assert path == "/api/v1/pods"
    assert query["fieldSelector"].startswith("spec.nodeName=gpu-1,")
    assert "continue" not in query


async def test_pods_are_forbidden(collect: Collect, gpu_context: CollectorContext) -> None:
    gpu_context.kube.answers[paths.collection("Pod")] = forbidden("list", "pods")
    findings = await collect(COLLECTOR, gpu_context)
    assert [gap.reason for gap in findings.gaps] == [GapReason.FORBIDDEN]
    assert findings.facts


async def test_a_broken_gpu_is_no_news_for_a_pod_without_one(
    collect: Collect, context: CollectorContext, case: Case, texts: Texts
) -> None:
    on_gpu_node = replace(context, node=data("gpu-node")["node"])
    assert not [text for text in texts(await collect(COLLECTOR, on_gpu_node)) if "Xid" in text]
    case["pod"]["spec"]["containers"][0]["resources"]["requests"]["nvidia.com/gpu"] = "1"
    assert [text for text in texts(await collect(COLLECTOR, on_gpu_node)) if "Xid" in text]


async def test_a_bad_condition_of_the_node_of_a_pod(collect: Collect, context: CollectorContext, case: Case) -> None:
    case["node"]["status"]["conditions"][0] |= {"status": "True", "reason": "KubeletHasInsufficientMemory"}
    bad = [f for f in (await collect(COLLECTOR, context)).facts if f.attributes["bad"] == "true"]
    assert [fact.attributes["condition"] for fact in bad] == ["MemoryPressure"]
