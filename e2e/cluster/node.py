"""Command lines and configuration files of a real node: containerd, kubelet and what they need."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

from e2e.cluster import network
from e2e.cluster.control_plane import component, kubeconfig_of
from e2e.cluster.images import PAUSE
from e2e.cluster.state import Component, State, StateDir

NODE_NAME = "casebook-node"
HEALTH_PORT = 10248

HOST_DIRS = ("/var/lib/kubelet", "/var/log/containers", "/var/lib/cni", "/run/containerd")
"""Folders that kubelet, containerd and CNI make whatever their configuration says."""


def obstacle() -> str | None:
    """Return why this machine cannot run the node, or None."""
    if sys.platform != "linux":
        return "a real node needs Linux"
    if os.geteuid() != 0:
        return "a real node needs root (run the same command with sudo)"
    if missing := [tool for tool in ("ip", "gcc", "mount") if shutil.which(tool) is None]:
        return f"a real node needs {' and '.join(missing)} on PATH"
    if not os.access("/dev/kmsg", os.W_OK):
        return "a real node needs a writable /dev/kmsg"
    return None


def containerd_config(where: StateDir, state: State, registry: str) -> str:
    """Return the configuration of containerd 2.

    `restrict_oom_score_adj`: a container or VM may lack CAP_SYS_RESOURCE, and runc then dies on the sandbox's score.
    `netns_mounts_under_state_dir`: network namespaces lie where `down` finds them, and no others can be among them.
    The registry on loopback knows no image, so a wrong image name fails without a request to the outside.
    """
    base = where.path / "containerd"
    hosts = where.write("containerd/certs.d/_default/hosts.toml", f'server = "http://{registry}"\n')
    return f"""version = 3
root = "{base}/root"
state = "{base}/run"
disabled_plugins = ["io.containerd.internal.v1.opt", "io.containerd.nri.v1.nri"]
[grpc]
address = "{socket_of(where)}"
[plugins.'io.containerd.cri.v1.images'.pinned_images]
sandbox = "{PAUSE.name}"
[plugins.'io.containerd.cri.v1.images'.registry]
config_path = "{hosts.parent.parent}"
[plugins.'io.containerd.cri.v1.runtime']
restrict_oom_score_adj = true
netns_mounts_under_state_dir = true
cdi_spec_dirs = ["{base}/cdi"]
[plugins.'io.containerd.cri.v1.runtime'.cni]
bin_dirs = ["{state.bin_dir}"]
conf_dir = "{base}/cni"
[plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"
[plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc.options]
BinaryName = "{state.bin_dir}/runc-test"
Root = "{base}/runc"
[plugins.'io.containerd.grpc.v1.cri']
stream_server_address = "127.0.0.1"
"""


def cni_config(where: StateDir, state: State, plan: network.Plan) -> str:
    """Return the pod network: addresses on our bridge, no gateway, no masquerading, no way out."""
    pods = {"subnet": str(plan.subnet), "rangeStart": plan.first_pod, "rangeEnd": plan.last_pod}
    bridge = {
        "type": "bridge",
        "bridge": state.bridge,
        "isGateway": False,
        "ipMasq": False,
        "ipam": {"type": "host-local", "dataDir": f"{where.path}/ipam", "ranges": [[pods]]},
    }
    return json.dumps({"cniVersion": "1.0.0", "name": "casebook", "plugins": [bridge]}, indent=2)


def kubelet_config(where: StateDir, state: State, plan: network.Plan, crash_loop_max: str) -> str:
    """Return kubelet's configuration; whoever reaches the bridge may use kubelet, so it is for test nodes only."""
    return json.dumps(
        {
            "apiVersion": "kubelet.config.k8s.io/v1beta1",
            "kind": "KubeletConfiguration",
            "address": state.address,
            "healthzBindAddress": state.address,
            "healthzPort": HEALTH_PORT,
            "authentication": {"anonymous": {"enabled": True}, "webhook": {"enabled": False}},
            "authorization": {"mode": "AlwaysAllow"},
            "containerRuntimeEndpoint": f"unix://{socket_of(where)}",
            "cgroupDriver": "cgroupfs",
            "failCgroupV1": False,
            "failSwapOn": False,
            "enforceNodeAllocatable": [],
            "localStorageCapacityIsolation": False,
            "evictionHard": {"memory.available": "100Mi"},
            "imageGCHighThresholdPercent": 100,
            "oomScoreAdj": 0,
            "maxPods": 250,
            # The firewall of the machine is not ours to change.
            "makeIPTablesUtilChains": False,
            "clusterDNS": [plan.dns],
            "clusterDomain": "cluster.local",
            "podLogsDir": f"{where.path}/pods",
            "staticPodPath": "",
            "volumePluginDir": f"{where.path}/volume-plugins",
            "featureGates": {"KubeletCrashLoopBackOffMax": True},
            "crashLoopBackOff": {"maxContainerRestartPeriod": crash_loop_max},
            "nodeStatusUpdateFrequency": "5s",
            "shutdownGracePeriod": "0s",
        },
        indent=2,
    )


def socket_of(where: StateDir) -> Path:
    """Return the socket of containerd; `ctr` insists on an absolute path."""
    return where.path / "containerd" / "containerd.sock"


def containerd(where: StateDir, state: State) -> Component:
    """Return containerd."""
    return component(where, state, "containerd", f"--config={where.path}/containerd/config.toml", "--log-level=info")


def kubelet(where: StateDir, state: State) -> Component:
    """Return kubelet."""
    return component(
        where,
        state,
        "kubelet",
        f"--config={where.path}/kubelet.json",
        f"--kubeconfig={kubeconfig_of(where, 'kubelet')}",
        f"--hostname-override={state.node_name}",
        f"--node-ip={state.address}",
        f"--root-dir={where.path}/kubelet",
        f"--cert-dir={where.path}/kubelet/pki",
        "--node-labels=node.kubernetes.io/instance-type=casebook-e2e",
    )


def registry(where: StateDir, state: State, address: str) -> Component:
    """Return the registry that has no image."""
    found = component(where, state, "registry", "registry", f"--listen={address}")
    found.argv[0] = str(Path(state.bin_dir) / "workload")
    return found
