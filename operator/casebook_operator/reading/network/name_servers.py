"""The cluster's name servers: whether they are ready, when they were set up anew, and whom they wait for themselves.

Their log names what everybody in the cluster asks for. Of it a case is told the servers that they forward to, alone.
"""

from collections import Counter
from datetime import timedelta
from functools import partial

from casebook_analyzer.text import compiled
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, spec_of
from casebook_operator.kube.pods import ready
from casebook_operator.kube.times import parse_time
from casebook_operator.kube.values import mappings
from casebook_operator.reading.boundary import SYSTEM
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every, find_metadata
from casebook_operator.reading.findings import Findings, side_by_side
from casebook_operator.reading.logs.reader import read_log
from casebook_operator.reading.network.mentions import DNS_SILENT, service_named, troubled_peers
from casebook_operator.reading.nodes.pods import maker_of
from casebook_operator.reading.object_facts import ref, tell, told_writes

_NO_ANSWER = compiled(
    r"plugin/errors: \d+ .{0,300}?(?:->|dial (?:tcp|udp)[46]? )(?P<server>[\da-fA-F.:\[\]]{3,45}:\d{1,5}): "
    r"(?:(?:read|write|connect): )?"
    r"(?P<why>i/o timeout|no route to host|connection refused|(?:network|host) is unreachable)"
)
"""CoreDNS plugin/errors of what plugin/forward got from its socket (Go net.OpError); NodeLocal DNS is CoreDNS."""
_LABELS = ("k8s-app=kube-dns", "app.kubernetes.io/name=coredns")
"""Of kubernetes cluster/addons/dns; the chart coredns/coredns has that one only as the cluster's Service."""
_RECENT = timedelta(minutes=15)
"""How long before the failure a line may have been written to be about it."""
_MOST_LOGS, _MOST_SERVERS = 2, 3
_FEWEST = 3
"""Queries that are lost without a failure: UDP has no second try of its own."""

_Lost = Counter[tuple[str, str]]


async def name_server_facts(context: CollectorContext, findings: Findings) -> None:
    pods = await _name_servers(context, findings)
    if pods is None:
        return
    if not pods:
        findings.looked_for(f"pods of CoreDNS ({' or '.join(_LABELS)} in {SYSTEM})", "none")
        return
    serving = [pod for pod in pods if ready(pod)]
    findings.looked_for("pods of CoreDNS", f"{len(serving)} of {len(pods)} ready")
    kind, name = maker_of(pods[0])
    text = f"{len(serving)} of {len(pods)} pods of {kind} {SYSTEM}/{name}, the cluster's name server, are ready"
    tell(findings, ref(kind, SYSTEM, name), "ok" if serving else "no-ready-endpoints", text, ready=len(serving))
    config = await find_metadata(context, findings, "ConfigMap", SYSTEM, "coredns")
    if config.obj is not None:
        told_writes(context, findings, "ConfigMap", config.obj, "config")
    if serving and _forwarded(context):
        await _silent_servers(context, findings, serving[:_MOST_LOGS])


async def _name_servers(context: CollectorContext, findings: Findings) -> list[Object] | None:
    for selector in _LABELS:
        pods = await every(context, findings, "Pod", SYSTEM, labelSelector=selector)
        if pods is None or pods:
            return pods
    return []


def _forwarded(context: CollectorContext) -> bool:
    """Whether a name got no answer that the name server may have asked others for: it knows the cluster's itself."""
    silent = [text for text in context.texts if DNS_SILENT.search(text)]
    hosts = {peer.host for peer in troubled_peers(silent)}
    own = {host for host in hosts if (named := service_named(host, context.subject.namespace)) and named[2]}
    return bool(silent) and (not hosts or hosts > own)


async def _silent_servers(context: CollectorContext, findings: Findings, pods: list[Object]) -> None:
    lost = _Lost()
    for one in await side_by_side(findings, *(partial(_lost_queries, context, pod) for pod in pods)):
        lost += one
    kind, name = maker_of(pods[0])
    for (server, why), times in lost.most_common(_MOST_SERVERS):
        if times >= _FEWEST:
            about, source = ref(kind, SYSTEM, name), f"logs of {kind.lower()} {SYSTEM}/{name}"
            text = f"{kind} {SYSTEM}/{name} forwards to {server} and gets no answer: {why} ({times} times in its log)"
            tell(findings, about, "server-silent", text, source=source, suspected=False, server=server, why=why)
    findings.looked_for("servers that CoreDNS gets no answer from", ", ".join(sorted({s for s, _ in lost})) or "none")


async def _lost_queries(context: CollectorContext, pod: Object, findings: Findings) -> _Lost:
    """How often each server gave no answer, by the lines of the failure's time and those without one."""
    container = next((str(one["name"]) for one in mappings(spec_of(pod), "containers")), "")
    log = await findings.read(f"log of pod {name_of(pod)}", read_log(context.kube, pod, container, previous=False))
    since, lost = context.signal.occurred_at - _RECENT, _Lost()
    for line in log.raw.decode(errors="replace").splitlines() if log is not None else ():
        match = _NO_ANSWER.search(line)
        time = parse_time(line.partition(" ")[0]) if match is not None else None
        if match is not None and (time is None or time >= since):
            lost[match["server"], match["why"]] += 1
    return lost
