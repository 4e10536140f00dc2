"""Bundles that were written before anybody looked what is said of them: since they were looked at, each stays right."""

import asyncio
from pathlib import Path

from casebook_analyzer.taxonomy import shipped_taxonomy
from casebook_operator.evaluation import evaluate_all, read_cases
from tests.rows import of_every

SETS = Path(__file__).parents[2] / "blind"
UNSAID = {
    "image-for-another-processor": "said in other words",
    "postgres-wal-no-room": "said in other words",
    "rails-migrations-pending": "the migration stands in another line than the error",
    "ray-version-differs": "the second release stands in another record than the first",
    "readiness-of-a-peer": "the Service is named as Kubernetes names it",
    "akka-downs-itself": "the member that is out of reach stands in another line than the decision",
    "amd-uncorrectable-in-umc": "said in other words",
    "celery-child-killed": "whose process it is",
    "istio-proxy-does-not-trust-its-root": "the peer stands in another line than its certificate",
    "coredns-upstream-silent": "the server above stands in the log of the name server, which is no log of the program",
    "kueue-keeps-the-gate": "objects of Kueue are not read",
    "linkerd-unknown-issuer": "the words take the place of the peer",
    "volcano-gang-waits": "its request is larger than any node of the bundle, which was not meant",
    "xe-device-wedged": "said in other words",
    "catalogue-indices-turned-read-only": "whose disk is full stands in the log of the server, not of the program",
    "gunicorn-children-killed-in-their-cgroup": "the pod is named beside every summary",
    "drive-leaves-its-slot": "the controller behind the slot is told by its address",
    "latency-alert-with-healthy-everything": "the workload is named beside every summary",
    "gateway-etcd-quota-reached": "the claim stands in an object of the bundle that the pod does not mount",
    "exits-one-and-says-nothing": "the workload is named beside every summary",
    "nvml-mismatch-after-unattended-upgrade": "the versions stand in a command's output beside the error",
    "gpu-node-back-without-module": "the validator of the driver has a case of its own, which names it",
    "log-shipper-inotify-instances": "said in other words",
    "reporting-user-lost-schema-right": "the role stands in the pod's environment, and is not read",
    "volume-lives-in-the-emptied-zone": "the volume is told, and its claim in the chain",
    "cilium-node-health-one-way": "the node stands in another line than its probe",
    "spread-over-zones-leaves-no-room": "the key of the constraint stands in the pod, and is not read",
}
"""Bundles whose summary does not name what their writer thought of, and why."""
WRONG = {
    "ingress-503-empty-endpoints": "its Service is of another namespace, of which a case reads no selector and no pods",
    "link-corrects-itself": "five corrected errors name no fault, and a full queue beside them is shown as possible",
    "metrics-away-all-along": "the last line is what it lived with, so that 69 is said of it and why",
}
"""Bundles that are not mended yet, and why."""


@of_every("folder", sorted(SETS.iterdir()), ids=lambda folder: folder.name)
def test_what_was_missed_stays_mended(folder: Path) -> None:
    outcomes = asyncio.run(evaluate_all(read_cases(folder), shipped_taxonomy()))
    assert [(one.id, one.got, one.rule) for one in outcomes if not (one.lenient or one.id in WRONG)] == []
    assert [(one.id, one.unsaid) for one in outcomes if one.unsaid and one.id not in {*UNSAID, *WRONG}] == []
