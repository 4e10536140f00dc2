"""Service addresses and DNS names: kube-proxy and CoreDNS in a network namespace of their own on the bridge.

The namespace owns all addresses of Services, so that pods and host find them by ARP like any neighbour, and kube-proxy
sends their connections on to pods. Its firewall and forwarding settings are those of the namespace, which leaves no
trace on the machine and ends with it; on the host itself, kube-proxy would have to change both. It masquerades
everything, because an answer that went straight to the pod on the same bridge would come from an address that the pod
never called.
"""

from __future__ import annotations

import ipaddress
import json
import shutil
from pathlib import Path

from e2e.cluster import network, process
from e2e.cluster.control_plane import component, kubeconfig_of
from e2e.cluster.errors import ClusterError
from e2e.cluster.state import Component, State, StateDir

LINK = "casebook-svc"
PROXY_PORT = 10256
DNS_PORT = 8181
TOOLS = ("nsenter", "unshare", "nft")


def obstacle() -> str | None:
    """Return why Services cannot work here, or None."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    return f"Services need {' and '.join(missing)} on PATH (Debian: nftables, util-linux)" if missing else None


def namespace_file(where: StateDir) -> Path:
    """Return the file that holds the namespace; `down` unmounts all that lies in the state folder."""
    return where.path / "services.netns"


def make_namespace(where: StateDir, state: State, plan: network.Plan) -> None:
    """Make the namespace and give it the addresses of all Services but the first, which is the bridge's own."""
    target = namespace_file(where)
    target.touch()
    inside = ["nsenter", f"--net={target}"]
    first, last = plan.subnet[2], plan.subnet[255]
    for command in (
        ["unshare", f"--net={target}", "true"],
        ["ip", "link", "add", LINK, "type", "veth", "peer", "name", "services"],
        ["ip", "link", "set", "services", "netns", str(target)],
        ["ip", "link", "set", LINK, "master", state.bridge, "up"],
        [*inside, "ip", "link", "set", "lo", "up"],
        [*inside, "ip", "addr", "add", f"{plan.services_gateway}/{plan.subnet.prefixlen}", "dev", "services"],
        [*inside, "ip", "link", "set", "services", "up"],
        *(
            [*inside, "ip", "route", "add", "local", str(block), "dev", "services"]
            for block in ipaddress.summarize_address_range(first, last)
        ),
        [*inside, "sysctl", "--quiet", "--write", "net.ipv4.ip_forward=1"],
        [*inside, "nft", _to_the_api(plan, state.api_port)],
    ):
        done = process.run(command)
        if done.returncode:
            raise ClusterError(f"`{' '.join(command)}` failed: {done.stderr.strip()}")


def _to_the_api(plan: network.Plan, port: int) -> str:
    """Return rules that take kube-proxy's own connections out of kube-proxy's hands.

    It refuses what still goes to a Service's address after it chose an endpoint, and here the Service `kubernetes` has
    the address of its endpoint.
    """
    there = f"tcp dport {port} ip daddr {plan.address}"
    back = f"tcp sport {port} ip saddr {plan.address} ip daddr {plan.services_gateway}"
    return f"""table ip casebook {{
        chain there {{ type filter hook output priority raw; {there} notrack; }}
        chain back {{ type filter hook prerouting priority raw; {back} notrack; }}
    }}"""


def delete_link() -> None:
    """Remove the host's end of the namespace's link, which else vanishes some time after the namespace."""
    if network.bridge_exists(LINK):
        process.run(["ip", "link", "delete", LINK])


def proxy_config(where: StateDir, state: State, plan: network.Plan) -> str:
    """Return kube-proxy's configuration; conntrack's limits are the machine's, and stay."""
    return json.dumps(
        {
            "apiVersion": "kubeproxy.config.k8s.io/v1alpha1",
            "kind": "KubeProxyConfiguration",
            "mode": "nftables",
            "clientConnection": {"kubeconfig": str(kubeconfig_of(where, "kube-proxy"))},
            "hostnameOverride": state.node_name,
            "healthzBindAddress": f"{plan.services_gateway}:{PROXY_PORT}",
            "metricsBindAddress": "127.0.0.1:10249",
            "nftables": {"masqueradeAll": True, "minSyncPeriod": "0s", "syncPeriod": "30s"},
            "conntrack": {"maxPerCore": 0, "min": 0, "tcpEstablishedTimeout": "0s", "tcpCloseWaitTimeout": "0s"},
        },
        indent=2,
    )


def corefile(where: StateDir, plan: network.Plan) -> str:
    """Return CoreDNS's configuration: names of the cluster, and "no such name" to everything else."""
    return f"""cluster.local:53 {{
    bind {plan.dns}
    errors
    ready {plan.services_gateway}:{DNS_PORT}
    kubernetes {{
        kubeconfig {kubeconfig_of(where, "coredns")}
        ttl 5
    }}
}}
.:53 {{
    bind {plan.dns}
    template ANY ANY {{
        rcode NXDOMAIN
    }}
}}
"""


def rights() -> str:
    """Return what CoreDNS may read, as kubeadm grants it; Kubernetes itself ships a role for kube-proxy alone."""
    api_group = "rbac.authorization.k8s.io"
    metadata = {"name": "system:coredns"}
    rules = [
        {"apiGroups": [""], "resources": ["services", "namespaces"], "verbs": ["list", "watch"]},
        {"apiGroups": ["discovery.k8s.io"], "resources": ["endpointslices"], "verbs": ["list", "watch"]},
    ]
    role = {"apiVersion": f"{api_group}/v1", "kind": "ClusterRole", "metadata": metadata, "rules": rules}
    binding = {
        "apiVersion": f"{api_group}/v1",
        "kind": "ClusterRoleBinding",
        "metadata": metadata,
        "roleRef": {"apiGroup": api_group, "kind": "ClusterRole", "name": "system:coredns"},
        "subjects": [{"apiGroup": api_group, "kind": "User", "name": "system:coredns"}],
    }
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": [role, binding]})


def kube_proxy(where: StateDir, state: State) -> Component:
    """Return kube-proxy."""
    return _inside(where, component(where, state, "kube-proxy", f"--config={where.path}/kube-proxy.json"))


def coredns(where: StateDir, state: State) -> Component:
    """Return CoreDNS."""
    return _inside(where, component(where, state, "coredns", "-conf", f"{where.path}/Corefile"))


def _inside(where: StateDir, made: Component) -> Component:
    # nsenter replaces itself by the program, so that the process id stays.
    made.argv[:0] = [shutil.which("nsenter") or "nsenter", f"--net={namespace_file(where)}"]
    return made
