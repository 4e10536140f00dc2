"""Name servers and network plugins: what every pod's network rests on."""

import re

from casebook_analyzer.text import compiled
from casebook_operator.kube.objects import name_of, namespace_of
from casebook_operator.kube.pods import ready
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.network.mentions import DNS_SILENT, UNRESOLVED
from casebook_operator.reading.network.name_servers import name_server_facts
from casebook_operator.reading.nodes.pods import maker_of, pods_of_node, reaches_host
from casebook_operator.reading.object_facts import ref, tell
from casebook_operator.reading.objects import listing

_NETWORK_DAEMONS = re.compile(
    r"^(?:calico|cilium|canal|kube-flannel|weave-net|kube-router|antrea|kube-ovn|ovnkube|aws-node|azure-cni|azure-npm"
    r"|kindnet|multus|kube-proxy|whereabouts|netd|anetd|terway|spiderpool)"
)
"""How the pods of common network plugins are called by their own manifests."""

SANDBOX = compiled(
    r"(?i)fail\w{0,10} .{0,30}sandbox|network plugin|NetworkPluginNotReady|\bCNI\b|NetworkUnavailable|no route to host"
)
"""How kubelet, the runtime and the kernel say that a pod gets no network."""


async def cluster_network_facts(context: CollectorContext, findings: Findings) -> None:
    texts = context.texts
    if any(DNS_SILENT.search(text) or UNRESOLVED.search(text) for text in texts):
        await name_server_facts(context, findings)
    if context.node is not None and any(SANDBOX.search(text) for text in texts):
        await _daemons(context, findings, name_of(context.node))


async def _daemons(context: CollectorContext, findings: Findings, node: str) -> None:
    pods = await pods_of_node(context, findings, node)
    if pods is None:
        return
    daemons = [pod for pod in pods if _NETWORK_DAEMONS.match(name_of(pod)) and reaches_host(pod)]
    broken = [pod for pod in daemons if not ready(pod)]
    state = f"{len(daemons) - len(broken)} of {len(daemons)} ready"
    findings.looked_for(f"pods of the network plugin on node {node}", state if daemons else "none")
    for pod in broken:
        kind, name = maker_of(pod)
        which = f"Pod {namespace_of(pod)}/{name_of(pod)}" if context.is_node_case else f"The pod of {kind} {name}"
        text = f"{which} of the network plugin on node {node} is not ready"
        tell(findings, ref(kind, namespace_of(pod), name), "pending", text)
    if daemons and not broken:
        names = listing(sorted({maker_of(pod)[1] for pod in daemons}))
        kind, name = maker_of(daemons[0])
        tell(findings, ref(kind, namespace_of(daemons[0]), name), "ok", f"Network plugin on node {node}: {names} ready")
