"""``casebook taxonomy rejudge``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click
import msgspec

from casebook_analyzer.models import Conclusion
from casebook_operator.cli.inert import inert_json
from casebook_operator.cli.options import cluster_taxonomies_option, output_option
from casebook_operator.cli.progress import counting
from casebook_operator.cli.taxonomy_in_force import JudgingOptions, judging_options
from casebook_operator.cli.when import PastTime

if TYPE_CHECKING:
    from rich.table import Table

    from casebook_analyzer.memory import Memory
    from casebook_analyzer.taxonomy import Taxonomy
    from casebook_operator.settings import Settings


class ChangedConclusion(msgspec.Struct, frozen=True, kw_only=True):
    """An incident that another taxonomy judges otherwise."""

    incident: str
    """``namespace/name`` of its Investigation."""
    id: str
    opened_at: datetime
    was: str
    now: str
    """Category and confidence."""
    title: str
    rule: str
    """What decides now."""


@click.command()
@click.option("--since", type=PastTime(), help="Only incidents opened since then: 7d, 24h, 2w, or a date.")
@click.option("-n", "--namespace", default="", help="Only incidents of this namespace. Default: all.")
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@cluster_taxonomies_option
@judging_options
@output_option("table", "json")
def rejudge(
    since: datetime | None,
    namespace: str,
    dry_run: bool,  # noqa: FBT001
    judging: JudgingOptions,
    output: str,
) -> None:
    """Judge remembered incidents again, from the evidence that was kept, by the taxonomy of today.

    The operator judges open Investigations again by itself; the past changes only here. The conclusion that is
    replaced is kept beside the new one. `casebook replay` shows in full what would change, and changes nothing.

    \b
    Examples:
      casebook taxonomy rejudge --dry-run
      casebook taxonomy rejudge --dry-run --taxonomy new-rules.yaml --since 30d
      casebook taxonomy rejudge --since 2026-03-01 -n shop
    """
    from casebook_analyzer.text import counted
    from casebook_operator.views.screen import screen

    settings, judged_by = judging.resolve()
    judged, changes = asyncio.run(_rejudge(settings, judged_by, since, namespace, store=not dry_run))
    if output == "json":
        click.echo(inert_json(changes))
        return
    if changes:
        with screen() as console:
            console.print(_table(changes))
    verb = "would change" if dry_run else "changed"
    click.echo(f"{counted(judged, 'incident')} judged by taxonomy {judged_by.version}: {len(changes)} {verb}")


async def _rejudge(
    settings: Settings, taxonomy: Taxonomy, since: datetime | None, namespace: str, *, store: bool
) -> tuple[int, list[ChangedConclusion]]:
    from casebook_operator.recall import opened_memory

    changes = []
    async with opened_memory(settings) as memory:
        with counting("judged") as counted:
            async for change in _judged(memory, taxonomy, since, namespace, store=store):
                counted.advance()
                changes += [change] if change else []
    return counted.done, changes


async def _judged(
    memory: Memory, taxonomy: Taxonomy, since: datetime | None, namespace: str, *, store: bool
) -> AsyncIterator[ChangedConclusion | None]:
    """One item for each incident of memory: how its conclusion changes, or None when it stays the same."""
    from casebook_operator.taxonomies.replay import by_taxonomy, replayed

    async for incident, again, same in replayed(memory.history(since=since, namespace=namespace), taxonomy):
        if store and not same:
            await memory.judge_again(by_taxonomy(again, datetime.now(UTC)))
        elif store and incident.conclusion.taxonomy_version != taxonomy.version:
            await memory.confirm(incident.id, taxonomy.version)
        change = ChangedConclusion(
            incident=f"{incident.namespace}/{incident.name}",
            id=incident.id,
            opened_at=incident.opened_at,
            was=_verdict(incident.conclusion),
            now=_verdict(again.conclusion),
            title=again.conclusion.title,
            rule=next(iter(again.conclusion.rules), ""),
        )
        yield None if same else change


def _verdict(conclusion: Conclusion) -> str:
    return f"{conclusion.category} ({conclusion.confidence})"


def _table(changes: list[ChangedConclusion]) -> Table:
    from rich.table import Table

    from casebook_operator.views.styled import styled

    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("INCIDENT", "OPENED", "WAS", "NOW", "RULE"):
        table.add_column(name, overflow="fold")
    for change in changes:
        opened = change.opened_at.strftime("%Y-%m-%d %H:%M")
        cells = (change.incident, opened, change.was, change.now, change.rule or "none")
        table.add_row(*(styled(cell) for cell in cells))
    return table
