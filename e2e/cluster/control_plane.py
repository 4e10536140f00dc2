"""Command lines of etcd, API server, controller-manager and scheduler."""

from __future__ import annotations

from pathlib import Path

from e2e.cluster import audit, network
from e2e.cluster.state import Component, State, StateDir

SERVICES_ON_LOOPBACK = "10.96.0.0/16"


def kubeconfig_of(where: StateDir, name: str) -> Path:
    """Return the kubeconfig of one identity."""
    return where.path / "auth" / f"{name}.kubeconfig"


def component(where: StateDir, state: State, name: str, *args: str) -> Component:
    """Return a component with its program from the bin folder and a log of its own."""
    return Component(name, [str(Path(state.bin_dir) / name), *args], str(where.logs / f"{name}.log"))


def etcd(where: StateDir, state: State) -> Component:
    """Return etcd, on loopback and without fsync: its data is worth nothing after the test."""
    client, peer = (f"http://127.0.0.1:{port}" for port in network.free_ports(2))
    return component(
        where,
        state,
        "etcd",
        "--name=default",
        f"--data-dir={where.path}/etcd",
        f"--listen-client-urls={client}",
        f"--advertise-client-urls={client}",
        f"--listen-peer-urls={peer}",
        f"--initial-advertise-peer-urls={peer}",
        f"--initial-cluster=default={peer}",
        "--unsafe-no-fsync",
        "--log-level=warn",
    )


def etcd_url(component: Component) -> str:
    """Return the client URL that etcd was given."""
    prefix = "--advertise-client-urls="
    return next(arg.removeprefix(prefix) for arg in component.argv if arg.startswith(prefix))


def kube_apiserver(where: StateDir, state: State, *, etcd_at: str, services: str) -> Component:
    """Return the API server; it makes its own certificate, and the kubeconfigs carry that as CA."""
    return component(
        where,
        state,
        "kube-apiserver",
        f"--etcd-servers={etcd_at}",
        f"--bind-address={state.address}",
        f"--advertise-address={state.address}" if state.node_name else "--endpoint-reconciler-type=none",
        f"--secure-port={state.api_port}",
        f"--cert-dir={where.path}/certs",
        f"--token-auth-file={where.path}/auth/tokens.csv",
        "--authorization-mode=Node,RBAC",
        "--enable-admission-plugins=NodeRestriction",
        "--service-account-issuer=https://kubernetes.default.svc.cluster.local",
        f"--service-account-key-file={where.path}/auth/sa.key",
        f"--service-account-signing-key-file={where.path}/auth/sa.key",
        f"--service-cluster-ip-range={services}",
        "--kubelet-preferred-address-types=InternalIP",
        "--allow-privileged=true",
        "--event-ttl=2h",
        *audit.arguments(where),
    )


def ca_file(where: StateDir) -> Path:
    """Return the certificate that the API server made, with the CA that signed it."""
    return where.path / "certs" / "apiserver.crt"


def ca_is_written(where: StateDir) -> bool:
    """Tell whether that file is whole: the API server makes it first and fills it then (client-go, ``WriteCert``)."""
    try:
        return ca_file(where).read_text().endswith("-----END CERTIFICATE-----\n")
    except FileNotFoundError:
        return False


def kube_controller_manager(where: StateDir, state: State) -> Component:
    """Return the controller-manager, without the part that would hand out pod subnets."""
    return component(
        where,
        state,
        "kube-controller-manager",
        f"--kubeconfig={kubeconfig_of(where, 'kube-controller-manager')}",
        "--controllers=*,-nodeipam",
        # A node on a busy machine renews its lease late, and is alive.
        "--node-monitor-grace-period=5m",
        f"--flex-volume-plugin-dir={where.path}/volume-plugins",
        "--use-service-account-credentials=true",
        f"--root-ca-file={ca_file(where)}",
        f"--service-account-private-key-file={where.path}/auth/sa.key",
        "--leader-elect=false",
        "--secure-port=0",
        f"--cert-dir={where.path}/certs",
    )


def kube_scheduler(where: StateDir, state: State) -> Component:
    """Return the scheduler."""
    return component(
        where,
        state,
        "kube-scheduler",
        f"--kubeconfig={kubeconfig_of(where, 'kube-scheduler')}",
        "--leader-elect=false",
        "--secure-port=0",
        f"--cert-dir={where.path}/certs",
    )
