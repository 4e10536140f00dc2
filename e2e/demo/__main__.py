"""The command ``python -m e2e.demo``: ``make demo`` and ``make demo-down``."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from types import FrameType
from typing import Any

from rich.console import Console
from rich.markdown import Markdown

from e2e import cluster
from e2e.demo import scenarios, world
from e2e.demo.errors import DemoError
from e2e.demo.show import case_lines, next_steps, table

console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)


class Steps:
    """Prints what happens, and how long it took since the start."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def say(self, text: str, style: str = "") -> None:
        console.print(f"[dim]{time.monotonic() - self._start:6.1f} s[/dim]  {text}", style=style, soft_wrap=True)

    def heading(self, text: str) -> None:
        console.print()
        self.say(text, style="bold")


def run(steps: Steps, here: world.World) -> None:
    """The six points, asserted."""
    steps.heading("A healthy Deployment, web, goes first: nothing may ever open for it")
    scenarios.start_healthy(here)

    steps.heading("1. Deployment checkout crash-loops: DATABASE_URL is not set")
    _show(steps, scenarios.missing_variable(here))
    steps.say("Somebody fixes it: kubectl set env deployment/checkout DATABASE_URL=...")
    _show(steps, scenarios.fixed_by_rollout(here))

    steps.heading("2. Another team's Deployment, billing, fails in the same way")
    _show(steps, scenarios.same_elsewhere(here))

    steps.heading("3. Billing is fixed too; a third Deployment, invoices, fails in the same way")
    third = scenarios.third_time(here)
    _show(steps, third)
    console.print(scenarios.explained(here, third), soft_wrap=True, markup=False)

    steps.heading("4. A container that the kernel kills for its memory, and one that merely exits with 137")
    scenarios.start_memory_failures(here)
    _show(steps, scenarios.out_of_memory(here))
    _show(steps, scenarios.exit_137_is_not_oom(here))

    steps.heading("5. A GPU falls off the bus: Xid 79 in the kernel log")
    scenarios.start_gpu(here)
    _show(steps, scenarios.gpu_lost(here))

    steps.heading("6. The healthy Deployment is rolled out once more")
    scenarios.healthy_stays_quiet(here)
    steps.say("It opened nothing.", style="green")


def _show(steps: Steps, case: dict[str, Any]) -> None:
    for line in case_lines(case):
        steps.say(line)


def demo(*, keep: bool) -> int:
    """Run the whole demo. With ``keep``, cluster and operator go on afterwards."""
    steps = Steps()
    here: world.World | None = None
    kept = False
    ran_before = cluster.current() is not None
    try:
        steps.say("Starting a cluster, an embedded PostgreSQL with pgvector, and Casebook's operator", style="bold")
        here = world.build(keep=keep)
        steps.say(f"{here.cluster.mode} cluster, Kubernetes {dict(here.cluster.versions).get('kube-apiserver', '')}")
        if here.standin is not None:
            steps.say("No node of our own here: container statuses are written by the demo.", style="yellow")
            steps.say("For real containers, run as root on Linux (or have Docker and kind).", style="yellow")
        run(steps, here)
        _finish(steps, here)
        kept = keep
    except (DemoError, cluster.ClusterError) as error:
        console.print(f"\n[bold red]The demo failed:[/bold red] {error}", markup=True, soft_wrap=True)
        return 1
    except KeyboardInterrupt:
        console.print("\nInterrupted; stopping everything.")
        return 130
    finally:
        if not kept:
            down(here, with_cluster=not ran_before)
    console.print(next_steps(here, kept=kept))
    return 0


def _finish(steps: Steps, here: world.World) -> None:
    steps.heading("kubectl get investigations -A")
    console.print(table(here), soft_wrap=True, markup=False)
    best = here.investigations("payments")[-1]
    steps.heading(f"casebook report -n payments {best['metadata']['name']}")
    console.print(Markdown(here.report(best)))


def down(here: world.World | None, *, with_cluster: bool) -> None:
    """Stop what the demo started; a cluster that ran before it goes on."""
    if here is not None:
        here.stop()
    world.clear(world.default_directory())
    if with_cluster:
        cluster.down()


def _interrupted(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> int:
    """Run one of the two commands and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m e2e.demo", description="The demo of Casebook.")
    parser.add_argument("command", choices=("up", "down"), nargs="?", default="up")
    parser.add_argument("--keep", action="store_true", help="leave cluster and operator running")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, _interrupted)
    if arguments.command == "up":
        return demo(keep=arguments.keep)
    down(None, with_cluster=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
