"""Start a cluster of our own processes: a control plane, and a real node where the machine allows one."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from subprocess import CompletedProcess

from e2e.cluster import (
    audit,
    cgroups,
    control_plane,
    credentials,
    images,
    kubectl,
    network,
    node,
    npd,
    probe,
    process,
    services,
)
from e2e.cluster.errors import ClusterError
from e2e.cluster.options import Options
from e2e.cluster.state import Component, State, StateDir

_HTTPS = 443
_LONGEST_PATH = 64


@dataclass(slots=True)
class Start:
    """One start, with its time limit."""

    where: StateDir
    state: State
    options: Options
    deadline: float

    def launch(self, component: Component) -> Component:
        """Start a process and write it down."""
        done = launch(self.where, self.state, component)
        self.where.save(self.state)
        return done


def launch(where: StateDir, state: State, component: Component) -> Component:
    """Start a component, or start it again."""
    handle = process.spawn(
        component.argv, log=Path(component.log), owner=where.path, path=process.path_with(Path(state.bin_dir))
    )
    component.pid, component.started = handle.pid, handle.started
    if component not in state.components:
        state.components.append(component)
    return component


def start(where: StateDir, state: State, options: Options, *, with_node: bool) -> None:
    """Start everything and return when the cluster can be used."""
    at = Start(where, state, options, time.monotonic() + options.ready_timeout)
    state.run = options.run.text if options.run else ""
    where.save(state)
    plan = _prepare_network(at) if with_node else None
    _choose_port(at)
    _start_control_plane(at, plan.services if plan else control_plane.SERVICES_ON_LOOPBACK)
    if plan is not None:
        _start_node(at, plan)
    admin = Path(state.kubeconfig)
    if (Path(state.bin_dir) / "kube-controller-manager").exists():
        account = "/api/v1/namespaces/default/serviceaccounts/default"
        probe.wait("the default ServiceAccount", lambda: probe.get(admin, account) is not None, at.deadline)
    state.phase = "running"
    where.save(state)


def serves(where: StateDir, state: State, name: str) -> bool:
    """Tell whether a component does its work, where one can ask; what the API says of the node may be old."""
    if name == "kubelet":
        return probe.http_ok(f"http://{state.address}:{node.HEALTH_PORT}/healthz")
    if name == "containerd":
        return _ctr(where, state, "version").returncode == 0
    if name == "node-problem-detector":
        log = Path(state.component(name).log)
        return npd.all_clear(Path(state.kubeconfig), state.node_name) and npd.reads_kernel_log(log)
    gateway = network.Plan(network.Network(state.subnet)).services_gateway if state.subnet else ""
    if name == "kube-proxy":
        return probe.http_ok(f"http://{gateway}:{services.PROXY_PORT}/healthz")
    if name == "coredns":
        return probe.http_ok(f"http://{gateway}:{services.DNS_PORT}/ready")
    return True


def await_serving(where: StateDir, state: State, component: Component, deadline: float) -> None:
    """Wait until a component does its work. A node-problem-detector that has lost the kernel log is started again."""

    def settled() -> bool:
        return _deaf(component) or serves(where, state, component.name)

    probe.wait(component.name, settled, deadline, component)
    while _deaf(component):
        if component.handle is not None:
            process.stop([component.handle])
        launch(where, state, component)
        where.save(state)
        probe.wait(component.name, settled, deadline, component)


def _deaf(component: Component) -> bool:
    return component.name == "node-problem-detector" and npd.deaf(Path(component.log).read_text(errors="replace"))


def has_services(state: State) -> bool:
    """Tell whether Service addresses work in a cluster of ours."""
    return any(component.name == "kube-proxy" for component in state.components)


def _prepare_network(at: Start) -> network.Plan:
    if len(str(at.where.path)) > _LONGEST_PATH:
        # The sockets of containerd and kubelet lie below it, and the path of a socket has 107 bytes at most.
        raise ClusterError(f"{at.where.path} is too long for a state folder ({_LONGEST_PATH} characters at most)")
    # Root could have a node here, so a collision is an error; a silent control plane would only skip tests.
    if network.bridge_exists():
        raise ClusterError(f"a link {network.BRIDGE} exists and is not ours; delete it, or use --no-node")
    if cgroups.pids():
        raise ClusterError("another kubelet runs pods on this machine; stop it, or use --no-node")
    if at.options.services and (missing := services.obstacle()):
        raise ClusterError(missing)
    plan = network.plan()
    at.state.node_name = node.NODE_NAME
    at.state.address, at.state.subnet, at.state.bridge = plan.address, str(plan.subnet), network.BRIDGE
    at.state.host_dirs = [folder for folder in node.HOST_DIRS if not Path(folder).exists()]
    at.state.owns_cgroups = True
    at.where.save(at.state)
    network.create_bridge(plan, at.where.path)
    return plan


def _choose_port(at: Start) -> None:
    address = at.state.address
    if at.options.api_port is not None:
        at.state.api_port = network.require_free(address, at.options.api_port)
    elif at.state.node_name and network.port_free(address, _HTTPS):
        # Pods use the Service `kubernetes`, which has our own address and this port.
        at.state.api_port = _HTTPS
    else:
        at.state.api_port = network.free_ports(1, address)[0]


def _start_control_plane(at: Start, services: str) -> None:
    where, state = at.where, at.state
    known = credentials.identities(state.node_name)
    where.write("auth/tokens.csv", "".join(f"{one.line()}\n" for one in known.values()))
    where.write("auth/sa.key", credentials.signing_key())
    where.write("audit-policy.json", audit.policy())
    (where.path / "certs").mkdir(exist_ok=True)
    etcd = at.launch(control_plane.etcd(where, state))
    url = control_plane.etcd_url(etcd)
    probe.wait("etcd", lambda: probe.http_ok(f"{url}/health"), at.deadline, etcd)
    server = at.launch(control_plane.kube_apiserver(where, state, etcd_at=url, services=services))
    probe.wait("the API server's certificate", lambda: control_plane.ca_is_written(where), at.deadline, server)
    _write_kubeconfigs(at, known)
    admin = Path(state.kubeconfig)
    probe.wait("the API server", lambda: probe.get(admin, "/readyz") == b"ok", at.deadline, server)
    for make in (control_plane.kube_controller_manager, control_plane.kube_scheduler):
        component = make(where, state)
        # A folder in KUBEBUILDER_ASSETS mostly holds etcd, kube-apiserver and kubectl only.
        if Path(component.argv[0]).exists():
            at.launch(component)


def _write_kubeconfigs(at: Start, known: dict[str, credentials.Identity]) -> None:
    server = f"https://{at.state.address}:{at.state.api_port}"
    ca = control_plane.ca_file(at.where).read_bytes()
    for one in known.values():
        text = credentials.kubeconfig(server, ca, one.token, one.user)
        at.where.write(f"auth/{one.name}.kubeconfig", text)
    admin = control_plane.kubeconfig_of(at.where, "admin").read_text()
    at.state.kubeconfig = str(at.where.write("kubeconfig", admin))


def _start_node(at: Start, plan: network.Plan) -> None:
    where, state = at.where, at.state
    registry = f"127.0.0.1:{network.free_ports(1)[0]}"
    at.launch(node.registry(where, state, registry))
    where.write("containerd/config.toml", node.containerd_config(where, state, registry))
    where.write("containerd/cni/10-casebook.conflist", node.cni_config(where, state, plan))
    where.write("kubelet.json", node.kubelet_config(where, state, plan, at.options.crash_loop_max))
    where.write("kernel-monitor.json", npd.monitor_config())
    containerd = at.launch(node.containerd(where, state))
    probe.wait("containerd", lambda: serves(where, state, "containerd"), at.deadline, containerd)
    _import_images(at)
    kubelet = at.launch(node.kubelet(where, state))
    _grant(at, "node-problem-detector", npd.rights())
    admin = Path(state.kubeconfig)
    probe.wait("the node", lambda: probe.node_ready(admin, state.node_name), at.deadline, kubelet)
    await_serving(where, state, at.launch(npd.node_problem_detector(where, state)), at.deadline)
    if at.options.services:
        _start_services(at, plan)


def _start_services(at: Start, plan: network.Plan) -> None:
    where, state = at.where, at.state
    services.make_namespace(where, state, plan)
    where.write("kube-proxy.json", services.proxy_config(where, state, plan))
    where.write("Corefile", services.corefile(where, plan))
    _grant(at, "CoreDNS", services.rights())
    for made in (services.kube_proxy(where, state), services.coredns(where, state)):
        started = at.launch(made)
        probe.wait(made.name, partial(serves, where, state, made.name), at.deadline, started)


def _import_images(at: Start) -> None:
    target = at.where.path / "images.tar"
    target.write_bytes(images.archive(Path(at.state.bin_dir) / "workload"))
    done = import_archive(at.where, at.state, target)
    if done.returncode:
        raise ClusterError(f"the test images cannot be loaded: {done.stderr.strip()}")
    target.unlink()


def import_archive(where: StateDir, state: State, archive: Path) -> CompletedProcess[str]:
    """Load an image archive into containerd."""
    return _ctr(where, state, "--namespace=k8s.io", "images", "import", str(archive), timeout=300.0)


def name_image(where: StateDir, state: State, name: str, new: str) -> CompletedProcess[str]:
    """Give an image of containerd a second name."""
    return _ctr(where, state, "--namespace=k8s.io", "images", "tag", "--force", name, new)


def _ctr(where: StateDir, state: State, *args: str, timeout: float = 60.0) -> CompletedProcess[str]:
    ctr = str(Path(state.bin_dir) / "ctr")
    return process.run([ctr, f"--address={node.socket_of(where)}", *args], timeout=timeout)


def _grant(at: Start, whom: str, rights: str) -> None:
    if problem := _kubectl(at, "apply", "-f", "-", stdin=rights):
        raise ClusterError(f"the rights of {whom} cannot be granted: {problem}")


def _kubectl(at: Start, *args: str, stdin: str) -> str:
    done = kubectl.run(at.state.kubectl, at.state.kubeconfig, *args, stdin=stdin)
    return done.stderr.strip() if done.returncode else ""
