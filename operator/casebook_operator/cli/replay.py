"""``casebook replay``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import click

from casebook_operator.cli.options import cluster_taxonomies_option
from casebook_operator.cli.output import page_option, print_answer
from casebook_operator.cli.progress import Counted, counting
from casebook_operator.cli.remote import RemoteCasebook, chosen_server
from casebook_operator.cli.taxonomy_in_force import JudgingOptions, judging_options
from casebook_operator.cli.when import PastTime

if TYPE_CHECKING:
    from casebook_analyzer.models import Incident
    from casebook_analyzer.taxonomy import Taxonomy
    from casebook_operator.settings import Settings
    from casebook_operator.taxonomies.difference import Difference
    from casebook_operator.views.replay import Replay


@click.command()
@click.argument("incidents", nargs=-1)
@click.option("--since", type=PastTime(), help="Only incidents opened since then: 7d, 24h, 2w, or a date.")
@click.option("-n", "--namespace", default="", help="Only incidents of this namespace. Default: all.")
@cluster_taxonomies_option
@judging_options
@page_option
def replay(
    incidents: tuple[str, ...],
    since: datetime | None,
    namespace: str,
    judging: JudgingOptions,
    output: str,
) -> None:
    """Judge remembered incidents again by the taxonomy of today, and show what differs.

    The evidence that was kept is judged; verdict, rules, cited facts, causal chain and actions are compared. Nothing is
    stored.

    INCIDENTS are names of Investigations, with or without the namespace, or ids. Without any, all that were opened
    since --since are judged, and those that differ are shown. With --server they are those that the token may read; the
    taxonomy is that of this machine and of the kubeconfig's cluster all the same.

    \b
    Examples:
      casebook replay checkout-0a1b2c3d4e-1
      casebook replay --since 30d --taxonomy new-rules.yaml
      casebook replay -o json | jq '.differences[].incident'
    """
    from casebook_operator.views.replay import replay_page

    if incidents and (since or namespace):
        raise click.UsageError("Give names of incidents, or --since and --namespace, not both.")
    settings, judged_by = judging.resolve()
    answer = asyncio.run(_replay(settings, chosen_server(), judged_by, incidents, since, namespace))
    print_answer(output, answer, lambda: replay_page(answer))


async def _replay(
    settings: Settings,
    server: RemoteCasebook | None,
    taxonomy: Taxonomy,
    names: Sequence[str],
    since: datetime | None,
    namespace: str,
) -> Replay:
    from casebook_operator.cli.past import the_past
    from casebook_operator.taxonomies.difference import difference
    from casebook_operator.taxonomies.replay import replay as judge
    from casebook_operator.views.replay import Replay

    async with the_past(settings, server) as past:
        if names:
            found = [difference(judge(await past.incident(name), taxonomy)) for name in names]
            return Replay(taxonomy=taxonomy.version, judged=len(found), differences=found)
        with counting("judged") as counted:
            every = [one async for one in _differences(past.history(since, namespace), taxonomy, counted)]
        return Replay(taxonomy=taxonomy.version, judged=counted.done, differences=every)


async def _differences(
    history: AsyncIterator[Incident], taxonomy: Taxonomy, counted: Counted
) -> AsyncIterator[Difference]:
    from casebook_operator.taxonomies.difference import difference
    from casebook_operator.taxonomies.replay import replayed

    async for one in replayed(history, taxonomy):
        counted.advance()
        if not one.same:
            yield difference(one)
