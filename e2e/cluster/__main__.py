"""The command `python -m e2e.cluster`."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

from e2e.cluster import lifecycle
from e2e.cluster.errors import ClusterError
from e2e.cluster.options import Options, node_wanted
from e2e.cluster.state import State, StateDir


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m e2e.cluster", description="A Kubernetes cluster for the tests.")
    commands = parser.add_subparsers(dest="command", required=True)
    starting = commands.add_parser("up", help="start a cluster, or find the one that runs")
    starting.add_argument("--kubeconfig", type=Path, help="use this cluster (never the default kubeconfig)")
    starting.add_argument("--no-kind", action="store_true", help="do not use kind")
    starting.add_argument("--no-node", action="store_true", help="control plane alone")
    starting.add_argument("--services", action="store_true", help="make Service addresses and DNS names work")
    starting.add_argument("--api-port", type=int, help="port of the API server")
    starting.add_argument("--crash-loop-max", default="10s", help="longest wait between two starts of a container")
    commands.add_parser("down", help="stop it and leave nothing behind")
    status = commands.add_parser("status", help="show what runs")
    status.add_argument("-o", "--output", choices=["text", "json"], default="text")
    for name, text in (("restart", "stop and start a component"), ("stop", "stop a component")):
        commands.add_parser(name, help=text).add_argument("component")
    return parser


def _up(args: argparse.Namespace) -> None:
    options = Options(
        allow_kind=not args.no_kind,
        allow_node=node_wanted() and not args.no_node,
        services=args.services,
        api_port=args.api_port,
        crash_loop_max=args.crash_loop_max,
    )
    if args.kubeconfig is not None:
        options = replace(options, kubeconfig=args.kubeconfig.absolute())
    cluster = lifecycle.up(options)
    if cluster.note:
        print(cluster.note, file=sys.stderr)
    print(f"{cluster.mode} cluster is ready; kubeconfig: {cluster.kubeconfig}")


def _description(state: State | None) -> dict[str, Any]:
    if state is None:
        return {"mode": None, "phase": "down", "healthy": False, "components": []}
    return {
        "mode": state.mode,
        "phase": state.phase,
        "healthy": lifecycle.healthy(state),
        "kubeconfig": state.kubeconfig,
        "node": state.node_name or None,
        "bin_dir": state.bin_dir,
        "note": state.note,
        "versions": state.versions,
        "components": [
            {"name": one.name, "pid": one.pid, "state": "running" if one.running else "dead", "log": one.log}
            for one in state.components
        ],
    }


def _status(output: str) -> None:
    shown = _description(StateDir(Options().state_dir).load())
    if output == "json":
        print(json.dumps(shown, indent=2))
        return
    if shown["mode"] is None:
        print("no cluster runs")
        return
    print(f"{shown['mode']} cluster, {shown['phase']}, {'healthy' if shown['healthy'] else 'NOT healthy'}")
    print(f"kubeconfig {shown['kubeconfig']}")
    for line in filter(None, (shown["node"] and f"node       {shown['node']}", shown["note"])):
        print(line)
    for one in shown["components"]:
        version = shown["versions"].get(one["name"], "")
        print(f"  {one['name']:<24} {version:<9} {one['state']:<8} pid {one['pid']:<8} {one['log']}")


def _interrupted(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    args = _parser().parse_args(argv)
    # `kill` and a CI that cancels must clean up as Ctrl-C does.
    signal.signal(signal.SIGTERM, _interrupted)
    # `status | head` is no failure.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        if args.command == "up":
            _up(args)
        elif args.command == "down":
            lifecycle.down()
        elif args.command == "status":
            _status(args.output)
        elif args.command == "restart":
            lifecycle.restart(args.component)
        else:
            lifecycle.stop(args.component)
    except ClusterError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; everything that was started is stopped again", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
