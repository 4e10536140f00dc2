"""Addresses are ours alone, and nothing is unmounted that is not."""

import json
import socket
from ipaddress import IPv4Network
from pathlib import Path

import pytest

from e2e.cluster import network
from e2e.cluster.cleanup import mounts_below
from e2e.cluster.errors import ClusterError


def test_the_first_subnet_without_an_overlap_is_taken() -> None:
    first, second, *_ = network.CANDIDATES
    assert network.choose_subnet([]) == first
    assert network.choose_subnet([IPv4Network(f"{first[77]}/32")]) == second


def test_a_larger_network_around_a_candidate_counts_as_an_overlap() -> None:
    chosen = network.choose_subnet([IPv4Network("10.0.0.0/8")])
    assert not chosen.overlaps(IPv4Network("10.0.0.0/8"))


def test_no_free_subnet_is_an_error() -> None:
    with pytest.raises(ClusterError, match="every subnet"):
        network.choose_subnet([IPv4Network("0.0.0.0/0")])


def test_routes_and_addresses_are_read_and_the_default_route_is_no_overlap() -> None:
    routes = json.dumps([{"dst": "default"}, {"dst": "10.1.0.0/16"}, {"dst": "10.2.0.9"}])
    addresses = json.dumps(
        [
            {
                "addr_info": [
                    {"family": "inet", "local": "192.0.2.2", "prefixlen": 24},
                    {"family": "inet6", "local": "::1"},
                ]
            }
        ]
    )
    assert network.networks_of(routes, addresses) == [
        IPv4Network("10.1.0.0/16"),
        IPv4Network("10.2.0.9/32"),
        IPv4Network("192.0.2.0/24"),
    ]
    assert network.networks_of("", "") == []


@pytest.mark.parametrize("subnet", network.CANDIDATES)
def test_pods_and_services_share_the_subnet_and_no_address(subnet: IPv4Network) -> None:
    plan = network.Plan(subnet)
    services = IPv4Network(plan.services)
    # The first Service is `kubernetes`, and its address must be the API server's.
    assert str(services[1]) == plan.address
    assert subnet.is_private
    assert IPv4Network(plan.first_pod) not in services
    assert IPv4Network(f"{plan.first_pod}/32").subnet_of(subnet)
    assert IPv4Network(f"{plan.last_pod}/32").subnet_of(subnet)


def test_a_used_port_is_named() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        with pytest.raises(ClusterError, match=f"port {port} on 127.0.0.1 is in use"):
            network.require_free("127.0.0.1", port)


def test_free_ports_differ() -> None:
    assert len(set(network.free_ports(5))) == 5


MOUNTINFO = """\
21 1 8:1 / / rw - ext4 /dev/sda rw
30 21 0:30 / /tmp/state/kubelet/a rw - tmpfs tmpfs rw
31 30 0:31 / /tmp/state/kubelet/a/b\\040c rw - tmpfs tmpfs rw
32 21 0:32 / /tmp/state-of-another rw - tmpfs tmpfs rw
"""


def test_mounts_are_found_deepest_first_and_only_below_the_folder() -> None:
    found = mounts_below(Path("/tmp/state"), MOUNTINFO)
    assert found == ["/tmp/state/kubelet/a/b c", "/tmp/state/kubelet/a"]
