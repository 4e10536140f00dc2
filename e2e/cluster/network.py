"""The one bridge of the test node, and the choice of addresses that nobody uses yet.

The bridge carries node, pods and Services in one subnet, and pods get no default route: nothing that a test does can
leave the machine, no packet is forwarded, and the machine's forwarding settings and firewall stay as they are.
"""

from __future__ import annotations

import ipaddress
import json
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from e2e.cluster.errors import ClusterError
from e2e.cluster.process import run

Network = ipaddress.IPv4Network

BRIDGE = "casebook0"
CANDIDATES = tuple(
    ipaddress.IPv4Network(text)
    for text in ("10.213.0.0/19", "10.87.64.0/19", "172.29.96.0/19", "172.22.160.0/19", "192.168.192.0/19")
)


@dataclass(frozen=True, slots=True)
class Plan:
    """How the subnet of the bridge is divided.

    Services take the first /24, and their first address is the one of the bridge itself: so `kubernetes.default`
    reaches the API server from every pod also without a kube-proxy.
    """

    subnet: Network

    @property
    def address(self) -> str:
        """Return the address of node, API server and the Service `kubernetes`."""
        return str(self.subnet[1])

    @property
    def services(self) -> str:
        """Return the range of Service addresses."""
        return f"{self.subnet.network_address}/24"

    @property
    def services_gateway(self) -> str:
        """Return where connections to Services are sent on to pods, if anywhere."""
        return str(self.subnet[2])

    @property
    def dns(self) -> str:
        """Return where CoreDNS is or would be; pods without any such address get a warning Event each."""
        return str(self.subnet[10])

    @property
    def first_pod(self) -> str:
        """Return the first address for pods, behind those of Services."""
        return str(self.subnet[256])

    @property
    def last_pod(self) -> str:
        """Return the last address for pods."""
        return str(self.subnet[-2])


def choose_subnet(taken: Iterable[Network], candidates: Sequence[Network] = CANDIDATES) -> Network:
    """Return the first candidate that overlaps no route or address of the machine."""
    used = list(taken)
    for candidate in candidates:
        if not any(candidate.overlaps(network) for network in used):
            return candidate
    raise ClusterError("every subnet that the node's bridge could take is in use on this machine")


def networks_of(routes: str, addresses: str) -> list[Network]:
    """Read the answers of `ip -j route` and `ip -j addr`; the default route overlaps nothing."""
    found = [route.get("dst", "default") for route in json.loads(routes or "[]")]
    found += [
        f"{info['local']}/{info['prefixlen']}"
        for link in json.loads(addresses or "[]")
        for info in link.get("addr_info", [])
        if info.get("family") == "inet"
    ]
    return [ipaddress.IPv4Network(text, strict=False) for text in found if text not in {"default", "0.0.0.0/0"}]


def plan() -> Plan:
    """Choose addresses for a new node."""
    routes = run(["ip", "-4", "-j", "route", "show", "table", "all"])
    addresses = run(["ip", "-4", "-j", "addr", "show"])
    if routes.returncode or addresses.returncode:
        raise ClusterError(f"`ip` cannot list routes and addresses: {(routes.stderr + addresses.stderr).strip()}")
    return Plan(choose_subnet(networks_of(routes.stdout, addresses.stdout)))


def bridge_exists(name: str = BRIDGE) -> bool:
    """Tell whether a link of that name exists."""
    return Path("/sys/class/net", name).exists()


def bridge_owner(name: str = BRIDGE) -> str:
    """Return what the bridge was marked with, so that it is known as ours even when the state file is lost."""
    try:
        return Path("/sys/class/net", name, "ifalias").read_text().strip()
    except OSError:
        return ""


def create_bridge(chosen: Plan, owner: Path, name: str = BRIDGE) -> None:
    """Make the bridge and see its address on it: an address that no link carries would leave the machine."""
    for command in (
        ["ip", "link", "add", name, "type", "bridge"],
        ["ip", "link", "set", name, "alias", str(owner)],
        ["ip", "addr", "add", f"{chosen.address}/{chosen.subnet.prefixlen}", "dev", name],
        ["ip", "link", "set", name, "up"],
    ):
        done = run(command)
        if done.returncode:
            raise ClusterError(f"`{' '.join(command)}` failed: {done.stderr.strip()}")
    shown = run(["ip", "-4", "-j", "addr", "show", "dev", name]).stdout
    if chosen.address not in shown:
        raise ClusterError(f"the bridge {name} did not take the address {chosen.address}")


def delete_bridge(name: str) -> None:
    """Remove a bridge that we made; the pods' ends of it vanish with their network namespaces."""
    if bridge_exists(name):
        done = run(["ip", "link", "delete", name])
        if done.returncode:
            raise ClusterError(f"the bridge {name} could not be deleted: {done.stderr.strip()}")


def port_free(address: str, port: int) -> bool:
    """Tell whether a server could listen there now."""
    with socket.socket() as probe:
        # As servers do: a port whose last connection still times out is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError:
            return False
    return True


def require_free(address: str, port: int) -> int:
    """Return the port, or say that it is in use."""
    if not port_free(address, port):
        raise ClusterError(f"port {port} on {address} is in use")
    return port


def free_ports(count: int, address: str = "127.0.0.1") -> list[int]:
    """Return free ports; all are held until the last is known, so no two are the same."""
    probes = [socket.socket() for _ in range(count)]
    try:
        for probe in probes:
            probe.bind((address, 0))
        return [int(probe.getsockname()[1]) for probe in probes]
    finally:
        for probe in probes:
            probe.close()
