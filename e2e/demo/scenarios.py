"""The six points of the demo. Each returns what it wants to show, or raises :class:`DemoError`."""

from __future__ import annotations

import json
from typing import Any

from e2e.demo import workloads
from e2e.demo.errors import DemoError
from e2e.demo.world import World

SECRET = "postgres://checkout:s3cr3t-Pa55w0rd@db.shop:5432/checkout"  # noqa: S105 (planted, to see that it stays hidden)
XID_LINE = "NVRM: Xid (PCI:0000:3b:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus."

THIRD = 3

Case = dict[str, Any]


def expect(truth: object, what: str, there: object) -> None:
    """Raise with what was expected and what was there instead."""
    if not truth:
        shown = there if isinstance(there, str) else json.dumps(there, indent=2, default=str)
        raise DemoError(f"expected {what}; there is:\n{shown}")


def start_healthy(world: World) -> None:
    """A healthy Deployment, deployed first so that it lives through everything else."""
    world.apply(workloads.WEB)


def missing_variable(world: World) -> Case:
    """Point 1a: a crash loop, its cause, and an honest "nothing similar yet"."""
    world.apply(workloads.CHECKOUT)
    case = world.case("shop", "checkout")
    status = case["status"]
    expect(status["category"] == "config_error", "category config_error", status)
    expect("DATABASE_URL" in status["summary"], "a summary that names DATABASE_URL", status)
    expect(status["similarCount"] == 0, "nothing similar yet", status)
    expect(case["spec"]["trigger"] == "CrashLoopBackOff", "the trigger CrashLoopBackOff", case["spec"])
    roles = [step["role"] for step in status["causalChain"]]
    expect("Cause" in roles and roles[-1] == "Symptom", "a chain from the cause to the symptom", status)
    expect(all(step["facts"] for step in status["causalChain"]), "every step to cite a fact", status)
    report = world.report(case)
    expect("DATABASE_URL" in report and "Nothing similar" in report, "a report that says so", report)
    return case


def fixed_by_rollout(world: World) -> Case:
    """Point 1b: the fix is a rollout. The episode closes, and the diff that fixed it is remembered."""
    world.kubectl("set", "env", "-n", "shop", "deployment/checkout", f"DATABASE_URL={SECRET}")
    case = world.case("shop", "checkout", "Resolved")
    resolution = case["status"]["resolution"]
    expect(resolution["kind"] == "TemplateChanged", "a template change", resolution)
    expect(any("DATABASE_URL" in change for change in resolution["changes"]), "DATABASE_URL in the diff", resolution)
    everything = json.dumps(case) + world.report(case)
    expect("s3cr3t" not in everything, "the value of DATABASE_URL nowhere", everything)
    return case


def same_elsewhere(world: World) -> Case:
    """Point 2: another team, another namespace, the same failure: memory knows what fixed it."""
    world.apply(workloads.BILLING)
    case = world.case("payments", "billing")
    status = case["status"]
    expect(status["category"] == "config_error", "category config_error", status)
    expect(status.get("similarIncidents"), "checkout's incident as similar", status)
    best = status["similarIncidents"][0]
    expect("checkout" in best["investigation"], "checkout's incident first", best)
    expect(best["scorePermille"] >= 350 and best["why"], "a score and why it matched", best)  # noqa: PLR2004 (design: floor)
    expect("DATABASE_URL" in best.get("resolution", ""), "what fixed it", best)
    return case


def third_time(world: World) -> Case:
    """Point 3: fixed there too, and once more elsewhere: by now it is a family, with a fix that has a record."""
    world.kubectl("set", "env", "-n", "payments", "deployment/billing", f"DATABASE_URL={SECRET}")
    world.case("payments", "billing", "Resolved")
    world.apply(workloads.INVOICES)
    case = world.case("payments", "invoices")
    status = case["status"]
    expect(status["family"]["count"] >= THIRD, "a family of three incidents", status)
    best = status["suggestedFixes"][0]
    expect("DATABASE_URL" in best["fix"], "the fix that worked", status)
    expect(best["tried"] >= THIRD - 1 and 0 < best["succeeded"] <= best["tried"], "how often it worked", status)
    expect(0 < best["boundPercent"] < 100, "a lower bound of its rate", status)  # noqa: PLR2004 (per cent)
    report = world.report(case)
    expect("times" in report and best["fix"] in report, "a report that opens with the family", report)
    return case


def explained(world: World, case: Case) -> str:
    """Point 3 ends: why the closest past incident was attached, in numbers that one can follow."""
    hit = case["status"]["similarIncidents"][0]["investigation"]
    namespace, name = case["metadata"]["namespace"], case["metadata"]["name"]
    told = world.operator.casebook("explain", f"{namespace}/{name}", hit)
    expect("cosine" in told.lower() and "bm25" in told.lower(), "both legs", told)
    return told


def start_memory_failures(world: World) -> None:
    """Point 4 begins: one container eats memory, the other merely exits with the same code."""
    world.apply(workloads.THUMBNAILS, workloads.IMPORTER)


def out_of_memory(world: World) -> Case:
    """Point 4a: killed by the kernel."""
    case = world.case("media", "thumbnails")
    expect(case["spec"]["trigger"] == "OOMKilled", "the trigger OOMKilled", case["spec"])
    expect(case["status"]["category"] == "resource_exhaustion", "category resource_exhaustion", case["status"])
    return case


def exit_137_is_not_oom(world: World) -> Case:
    """Point 4b: exit code 137, and not a matter of memory."""
    case = world.case("media", "importer")
    status = case["status"]
    expect(status["category"] != "resource_exhaustion", "anything but resource_exhaustion", status)
    expect(case["spec"]["trigger"] == "CrashLoopBackOff", "the trigger CrashLoopBackOff", case["spec"])
    return case


def start_gpu(world: World) -> None:
    """Point 5 begins: a node with a GPU, and a pod that uses it."""
    if world.standin is None:
        world.cluster.advertise_gpus(world.node, 1)
    world.apply(workloads.TRAINER)
    world.kubectl("wait", "-n", "research", "pod/trainer", "--for=condition=Ready", "--timeout=60s")


def gpu_lost(world: World) -> Case:
    """Point 5: a kernel line becomes a node condition, and that an Investigation that names the pod."""
    world.kernel_log(XID_LINE)
    case = world.case("casebook", world.node)
    status = case["status"]
    expect(status["category"] in ("pcie_error", "hardware_failure"), "pcie_error or hardware_failure", status)
    names = [(entity["kind"], entity["name"]) for entity in status["affectedEntities"]]
    expect(("Pod", "trainer") in names, "the pod that used the GPU", status)
    return case


def healthy_stays_quiet(world: World) -> None:
    """Point 6: a healthy Deployment and a normal rollout open nothing."""
    world.kubectl("rollout", "status", "-n", "shop", "deployment/web", "--timeout=60s")
    world.kubectl("rollout", "restart", "-n", "shop", "deployment/web")
    world.kubectl("rollout", "status", "-n", "shop", "deployment/web", "--timeout=60s")
    cases = [case for case in world.investigations("shop") if case["spec"]["subjectRef"]["name"] == "web"]
    expect(not cases, "no Investigation of shop/web", cases)
