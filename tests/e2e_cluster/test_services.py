"""Services and names work without a word to the outside and without a trace on the machine's own firewall."""

import ipaddress
import json
import re
from pathlib import Path

import pytest

from e2e.cluster import cleanup, lifecycle, network, node, services
from e2e.cluster.options import Options
from e2e.cluster.state import Component, State, StateDir

PLAN = network.Plan(network.CANDIDATES[0])


def state(tmp_path: Path) -> State:
    return State(mode="node", bin_dir=str(tmp_path), address=PLAN.address, api_port=443, node_name="n", bridge="b")


def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    ran: list[list[str]] = []

    class _Done:
        returncode, stderr = 0, ""

    monkeypatch.setattr(services.process, "run", lambda argv: ran.append(argv) or _Done())
    services.make_namespace(StateDir(tmp_path), state(tmp_path), PLAN)
    return ran


def test_the_namespace_answers_for_every_service_and_never_for_the_api_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    routed = [argv[argv.index("local") + 1] for argv in commands(tmp_path, monkeypatch) if "local" in argv]
    owned = {address for block in routed for address in ipaddress.IPv4Network(block)}
    assert owned == set(ipaddress.IPv4Network(PLAN.services)) - {PLAN.subnet[0], PLAN.subnet[1]}


def test_whatever_forwards_or_filters_is_set_inside_the_namespace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changing = [argv for argv in commands(tmp_path, monkeypatch) if "sysctl" in argv or "nft" in argv]
    assert len(changing) == 2
    assert all(argv[:2] == ["nsenter", f"--net={tmp_path}/services.netns"] for argv in changing)


@pytest.mark.parametrize("make", [services.kube_proxy, services.coredns])
def test_kube_proxy_and_coredns_run_inside_the_namespace(make: object, tmp_path: Path) -> None:
    component = make(StateDir(tmp_path), state(tmp_path))  # type: ignore[operator]
    assert component.argv[0].endswith("nsenter")
    assert component.argv[1] == f"--net={tmp_path}/services.netns"


def test_kubelet_keeps_its_hands_off_the_firewall(tmp_path: Path) -> None:
    config = json.loads(node.kubelet_config(StateDir(tmp_path), state(tmp_path), PLAN, "10s"))
    assert config["makeIPTablesUtilChains"] is False
    assert config["clusterDNS"] == [PLAN.dns]


def test_coredns_asks_no_other_server(tmp_path: Path) -> None:
    told = services.corefile(StateDir(tmp_path), PLAN)
    assert not re.search(r"\b(forward|proxy|resolv)", told)
    assert "NXDOMAIN" in told


def test_answers_come_back_through_the_namespace(tmp_path: Path) -> None:
    assert json.loads(services.proxy_config(StateDir(tmp_path), state(tmp_path), PLAN))["nftables"]["masqueradeAll"]


def test_what_is_missing_on_the_machine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert "nsenter and unshare and nft" in str(services.obstacle())


def test_a_cluster_without_services_is_not_taken_for_one_that_has_them(tmp_path: Path) -> None:
    running = state(tmp_path)
    asked = Options(services=True, kubeconfig=None)
    assert "no Service addresses" in str(lifecycle._conflict(running, asked))
    running.components.append(Component("kube-proxy", [], ""))
    assert lifecycle._conflict(running, asked) is None


def test_both_are_stopped_before_the_api_server() -> None:
    order = cleanup._ORDER
    assert max(order.index("kube-proxy"), order.index("coredns")) < order.index("kube-apiserver")
