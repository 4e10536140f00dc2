"""Environment tags: what a fix that worked elsewhere has to be compared with.

One spelling and one order, whatever the collectors call it. Tags of the user's own taxonomy come last, by name.

=================  ====================================================================================
``kubernetes``     version of the node's kubelet, else of the API server: ``v1.34.2``
``provider``       ``aws``, ``gce``, ``azure``, ``kind`` ...
``workload``       kind of the subject: ``Deployment``
``tier``           of the namespace: ``system``, ``production``, ``staging``, ``development``
``runtime``        ``containerd://2.1.4``
``os``             ``Ubuntu 24.04.3 LTS``
``kernel``         ``6.8.0-79-generic``
``arch``           ``amd64``
``gpu``            ``NVIDIA-H100-80GB-HBM3``
``driver``         ``570.195.03``
``cuda``           ``12.8``
``instance``       ``p5.48xlarge``
``region, zone``   ``eu-west-1``, ``eu-west-1b``
=================  ====================================================================================
"""

import re
from collections.abc import Mapping

from casebook_analyzer.models import EvidenceBundle

_SPELLINGS = {
    "kubernetes": ("kubernetes", "kubelet"),
    "provider": ("provider",),
    "workload": (),
    "tier": ("tier", "namespaceTier"),
    "runtime": ("runtime", "containerRuntime"),
    "os": ("os", "osImage"),
    "kernel": ("kernel",),
    "arch": ("arch", "architecture"),
    "gpu": ("gpu", "gpuProduct"),
    "driver": ("driver", "gpuDriver"),
    "cuda": ("cuda", "cudaVersion"),
    "instance": ("instance", "instanceType"),
    "region": ("region",),
    "zone": ("zone",),
}
"""Tag -> the keys of the bundle's environment that it is taken from, the first that is there."""
_TIERS = (
    ("system", re.compile(r"^(?:kube|openshift|gke|aks|eks)-|-system$")),
    ("production", re.compile(r"(?:^|-)(?:prod|prd|production|live)(?:-|$)")),
    ("staging", re.compile(r"(?:^|-)(?:stag|staging|stage|stg|uat|preprod|pre-prod|qa)(?:-|$)")),
    ("development", re.compile(r"(?:^|-)(?:dev|develop|development|test|testing|sandbox|preview|ci)(?:-|$)")),
)
"""By the words that namespaces are named with, where no label says it. No word, no tag."""


def environment_tags(bundle: EvidenceBundle, own: Mapping[str, str]) -> tuple[str, ...]:
    """``key=value``, in the order of the table above. ``own`` tags are those that the taxonomy gives every case."""
    left = {**bundle.environment, **own}
    tags: dict[str, str] = {}
    for tag, keys in _SPELLINGS.items():
        values = [value for key in keys if (value := left.pop(key, ""))]
        if values:
            tags[tag] = values[0]
        elif tag == "workload":
            tags[tag] = bundle.subject.kind
        elif tag == "tier" and (tier := _tier(bundle.subject.namespace)):
            tags[tag] = tier
    return tuple(f"{key}={value}" for key, value in (*tags.items(), *sorted(left.items())))


def _tier(namespace: str) -> str:
    return next((tier for tier, words in _TIERS if words.search(namespace)), "")
