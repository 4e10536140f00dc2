"""How the demo shows what it found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.markup import escape

from e2e.demo.world import World, state_of


def case_lines(case: dict[str, Any]) -> Iterator[str]:
    """One Investigation in a few lines of rich markup."""
    metadata, status = case["metadata"], case["status"]
    resolution = status.get("resolution")
    if resolution:
        yield (
            f"[green]{state_of(case)}[/green] {metadata['namespace']}/{metadata['name']}"
            f" after {resolution['secondsToResolve']} s: {escape(resolution['summary'])}"
        )
        return
    yield (
        f"[yellow]{state_of(case)}[/yellow] {metadata['namespace']}/{metadata['name']}:"
        f" [bold]{status['category']}[/bold] ({status['confidence']})"
    )
    yield f"  {escape(status['summary'])}"
    for step in status["causalChain"]:
        yield f"    {step['role']:<8} {escape(step['text'])} [dim]{escape(', '.join(step['facts']))}[/dim]"
    family = status.get("family", {})
    if family.get("count", 1) > 1:
        yield f"  family {family['id']}: seen {family['count']} times"
    for fix in status.get("suggestedFixes", ()):
        yield (
            f"  [bold]fix: {escape(fix['fix'])}[/bold] worked {fix['succeeded']} of {fix['tried']} times"
            f" (at least {fix['boundPercent']} % with 95 % confidence)"
        )
    if not status.get("similarIncidents"):
        condition = next(c for c in status["conditions"] if c["type"] == "SimilarFound")
        yield f"  similar: none ({escape(condition['message'])})"
    for similar in status.get("similarIncidents", ()):
        yield (
            f"  similar: {similar['investigation']} {similar['scorePermille'] / 10:.0f} % ({similar['band']}),"
            f" because: {escape('; '.join(similar['why']))}"
        )
        if similar.get("resolution"):
            yield f"  [bold]what fixed it then: {escape(similar['resolution'])}[/bold]"


def table(here: World) -> str:
    return here.kubectl("get", "investigations", "-A").rstrip()


def next_steps(here: World | None, *, kept: bool) -> str:
    """What to type now."""
    if here is None or not kept:
        return "\nEverything is stopped again. To look around yourself: make demo KEEP=1"
    environment = " \\\n  ".join(
        f"{name}='{value}'" for name, value in sorted(here.operator.environment.items()) if name.startswith("CASEBOOK_")
    )
    return f"""
The cluster and the operator go on. Look around:

  export KUBECONFIG={here.cluster.kubeconfig}
  kubectl get investigations -A -o wide
  kubectl describe investigation -n payments
  kubectl explain investigation.status

  export {environment}
  .venv/bin/casebook search 'environment variable is not set'
  .venv/bin/casebook doctor

End it with: make demo-down"""
