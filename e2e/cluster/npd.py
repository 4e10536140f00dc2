"""node-problem-detector: which kernel line makes which condition of the node.

A permanent condition stays until node-problem-detector restarts: it never reads lines from before its own start
("lookback" is unset), so `restart("node-problem-detector")` makes the node healthy again.
"""

from __future__ import annotations

import json
import secrets
from pathlib import Path

from e2e.cluster import kmsg, probe
from e2e.cluster.control_plane import component, kubeconfig_of
from e2e.cluster.state import Component, State, StateDir
from e2e.waiting import until_found

HARDWARE_XIDS = {
    46: "Xid46GpuStopped",
    48: "Xid48DoubleBitEcc",
    62: "Xid62PmuHalt",
    64: "Xid64RowRemapFailed",
    74: "Xid74NvlinkError",
    79: "Xid79GpuFellOffBus",
    95: "Xid95UncontainedEcc",
    119: "Xid119GspTimeout",
    120: "Xid120GspError",
    140: "Xid140UnrecoverableEcc",
}
"""Xids after which a GPU must be reset or replaced. Others, such as 13 and 31, mostly are a program's own fault."""

APPLICATION_XIDS = (8, 11, 13, 31, 32, 43, 45, 63, 68, 69, 92, 94, 109)

_CONDITIONS = {
    "XidCriticalError": ("NoCriticalXid", "no critical Xid in the kernel log"),
    "PcieAerError": ("NoUncorrectedAer", "no uncorrected PCIe error in the kernel log"),
    "GpuDriverMismatch": ("GpuDriverMatches", "no mismatch of GPU driver versions in the kernel log"),
    "KernelDeadlock": ("KernelHasNoDeadlock", "kernel has no deadlock"),
}

_PERMANENT = [
    *(
        ("XidCriticalError", reason, rf"NVRM: Xid \((PCI:)?[0-9a-fA-F:.]+\): {number}, .*")
        for number, reason in HARDWARE_XIDS.items()
    ),
    ("XidCriticalError", "GpuFellOffBus", r"NVRM: GPU .* has fallen off the bus.*"),
    ("PcieAerError", "UncorrectedAer", r"PCIe Bus Error: severity=Uncorrect.*"),
    ("PcieAerError", "AerRecoveryFailed", r"AER: (can't recover|device recovery failed).*"),
    ("GpuDriverMismatch", "ApiMismatch", r"NVRM: API mismatch: .*"),
    ("GpuDriverMismatch", "VersionMagic", r"nvidia.*: version magic '.*' should be '.*"),
    ("KernelDeadlock", "DockerHung", r"task docker:\w+ blocked for more than \w+ seconds\."),
]

# As in node-problem-detector's own kernel-monitor.json, and the GPU lines that are no reason to distrust the node.
_TEMPORARY = [
    ("XidReported", rf"NVRM: Xid \((PCI:)?[0-9a-fA-F:.]+\): ({'|'.join(map(str, APPLICATION_XIDS))}), .*"),
    ("CorrectedAer", r"PCIe Bus Error: severity=Correct.*"),
    (
        "OOMKilling",
        r"Killed process \d+ (.+) total-vm:\d+kB, anon-rss:\d+kB, file-rss:\d+kB.*",
    ),
    ("TaskHung", r"task [\S ]+:\w+ blocked for more than \w+ seconds\."),
    ("UnregisterNetDevice", r"unregister_netdevice: waiting for \w+ to become free. Usage count = \d+"),
    ("KernelOops", r"BUG: unable to handle kernel NULL pointer dereference at .*"),
    ("KernelOops", r"divide error: 0000 \[#\d+\] SMP"),
    ("Ext4Error", r"EXT4-fs error .*"),
    ("Ext4Warning", r"EXT4-fs warning .*"),
    ("IOError", r"Buffer I/O error .*"),
    ("MemoryReadError", r"CE memory read error .*"),
    ("KernelLogRead", r"casebook-e2e: is this read\? \w+"),
]

_BEGINS = "Finish parsing log monitor config file"
"""The first line of every run (pkg/systemlogmonitor/log_monitor.go)."""
_ENDED = "Kmsg channel closed"
"""The last line of its reader (pkg/systemlogmonitor/logwatchers/kmsg/log_watcher_linux.go)."""
_READ_SECONDS = 0.5
"""Until a line that is read has left its trace; it takes a few milliseconds."""


def monitor_config() -> str:
    """Return the system-log-monitor; every pattern must match to the end of the line."""
    permanent = [
        {"type": "permanent", "condition": condition, "reason": reason, "pattern": pattern}
        for condition, reason, pattern in _PERMANENT
    ]
    temporary = [{"type": "temporary", "reason": reason, "pattern": pattern} for reason, pattern in _TEMPORARY]
    return json.dumps(
        {
            "plugin": "kmsg",
            "logPath": "/dev/kmsg",
            "bufferSize": 10,
            "source": "kernel-monitor",
            "metricsReporting": False,
            "conditions": [
                {"type": condition, "reason": reason, "message": message}
                for condition, (reason, message) in _CONDITIONS.items()
            ],
            "rules": permanent + temporary,
        },
        indent=2,
    )


def rights() -> str:
    """Return the binding that every installation of node-problem-detector makes; Kubernetes ships the role unbound."""
    api_group = "rbac.authorization.k8s.io"
    return json.dumps(
        {
            "apiVersion": f"{api_group}/v1",
            "kind": "ClusterRoleBinding",
            "metadata": {"name": "node-problem-detector"},
            "roleRef": {"apiGroup": api_group, "kind": "ClusterRole", "name": "system:node-problem-detector"},
            "subjects": [{"apiGroup": api_group, "kind": "User", "name": "system:node-problem-detector"}],
        }
    )


def all_clear(kubeconfig: Path, node: str) -> bool:
    """Tell whether node-problem-detector has reported every condition, and none is bad."""
    found = probe.conditions(kubeconfig, node)
    return all(found.get(condition) == "False" for condition in _CONDITIONS)


def reads_kernel_log(log: Path) -> bool:
    """Write a line into the kernel log, and tell whether node-problem-detector has found it there.

    It reports good conditions before it reads anything, and throws lines away that seem older than itself: the kernel
    log has a clock of its own. ``log`` is what it says itself: "New status generated" (pkg/systemlogmonitor).
    """
    word = secrets.token_hex(8)
    kmsg.write(f"casebook-e2e: is this read? {word}")
    return until_found(lambda: word in log.read_text(errors="replace") or None, _READ_SECONDS, every=0.02) is not None


def deaf(said: str) -> bool:
    """Tell from its log whether it reads no kernel log any more since it was started last.

    It begins with the oldest line. Where the log is full, each new line overwrites that one; if this happens before it
    was read, the reader ends and nothing else does (go-kmsg-parser v2.0.0 takes a wrapped EPIPE for an end).
    """
    return _ENDED in said.rpartition(_BEGINS)[2]


def node_problem_detector(where: StateDir, state: State) -> Component:
    """Return node-problem-detector on the host; `inClusterConfig=false` makes it take our kubeconfig."""
    kubeconfig = kubeconfig_of(where, "node-problem-detector")
    server = f"https://{state.address}:{state.api_port}"
    return component(
        where,
        state,
        "node-problem-detector",
        f"--config.system-log-monitor={where.path}/kernel-monitor.json",
        f"--apiserver-override={server}?inClusterConfig=false&auth={kubeconfig}",
        f"--hostname-override={state.node_name}",
        "--k8s-exporter-heartbeat-period=30s",
        "--prometheus-port=0",
        "--port=0",
    )
