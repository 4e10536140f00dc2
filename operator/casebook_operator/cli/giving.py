"""What ``casebook confirm``, ``correct`` and ``reject`` share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Feedback, FeedbackSource, Verdict
from casebook_operator.cli.options import cluster_options, config_option, investigation_options, settings_for_cluster

if TYPE_CHECKING:
    from casebook_operator.settings import Settings


C = TypeVar("C", bound=Callable[..., Any])


def giving_options(command: C) -> C:
    """The argument and the options that ``confirm``, ``correct`` and ``reject`` share."""
    command = cluster_options(config_option(command))
    command = click.option(
        "--memory",
        "directly",
        is_flag=True,
        help="Write to the database rather than to the Investigation, which may be gone from the cluster.",
    )(command)
    command = click.option(
        "--author", default="", help="Who says so. Default: who you are to the API server, else $USER."
    )(command)
    command = click.option("--note", default="", help="Anything that others should know.")(command)
    return investigation_options(command)


def give(
    verdict: Verdict,
    texts: dict[str, str],
    *,
    proposal: int = 0,
    name: str,
    namespace: str,
    directly: bool,
    config: Path | None,
    kubeconfig: Path | None,
    context: str | None,
) -> None:
    """Send feedback on an Investigation, and print where it went.

    ``texts`` has the values of the options by their names, empty for those left out; ``proposal`` is the number of the
    proposal that it confirms, 0 for none. With ``directly`` it goes to the database and not to the cluster.
    """
    from casebook_operator.feedback.annotations import FIELDS, PROPOSAL, VERDICT, parse_proposal, parse_word
    from casebook_operator.pseudonyms import PseudonymKey

    settings = settings_for_cluster(config, kubeconfig, context)
    sanitizer = PseudonymKey.of(settings.evidence).of_namespace(namespace).sanitizer
    send = _to_memory if directly else _to_cluster

    def word(author: str) -> Feedback:
        given = texts | {"author": texts["author"] or author}
        values = {VERDICT: verdict.value} | {FIELDS[option]: text for option, text in given.items()}
        values |= {PROPOSAL: str(proposal)} if proposal else {}
        parse_proposal(values, FeedbackSource.COMMAND)
        return parse_word(values, sanitizer, source=FeedbackSource.COMMAND, given_at=datetime.now(UTC))

    word("")  # what is wrong with it is said before anything is asked of a cluster or a database
    click.echo(asyncio.run(send(settings, namespace, name, word, proposal)))


async def _to_cluster(
    settings: Settings, namespace: str, name: str, word: Callable[[str], Feedback], proposal: int
) -> str:
    from casebook_operator.feedback.annotate import annotate, whoami
    from casebook_operator.kube import connect

    async with await connect(settings.cluster.kubeconfig, settings.cluster.context) as kube:
        given = word(await whoami(kube))
        await annotate(kube, namespace, name, given, proposal=proposal)
    return (
        f"{given.verdict} {_what(namespace, name, proposal)} as {given.author or 'nobody'}. "
        f"The operator takes it over: kubectl describe investigation -n {namespace} {name}"
    )


async def _to_memory(
    settings: Settings, namespace: str, name: str, word: Callable[[str], Feedback], proposal: int
) -> str:
    # Nothing is embedded for it.
    from casebook_analyzer.memory import Taken
    from casebook_operator.feedback.annotate import login
    from casebook_operator.feedback.annotations import no_proposal
    from casebook_operator.recall import opened_memory

    async with opened_memory(settings, embeds=False) as memory:
        incident = await memory.get(namespace, name)
        given = word(login())
        give = memory.give_feedback
        taken = Taken.NO_INCIDENT if incident is None else await give(incident.id, given, proposal=proposal)
    if taken is Taken.NO_PROPOSAL:
        raise ConfigurationError(no_proposal(proposal))
    if taken is Taken.NO_INCIDENT:
        raise ConfigurationError(
            f"Memory has no incident {namespace}/{name}. CASEBOOK_DATABASE__URL must name the operator's database, and "
            "CASEBOOK_CLUSTER__NAME its cluster."
        )
    again = " (memory knew it already)" if taken is Taken.KNOWN else ""
    return f"{given.verdict} {_what(namespace, name, proposal)} as {given.author or 'nobody'}{again}."


def _what(namespace: str, name: str, proposal: int) -> str:
    return f"proposal {proposal} of {namespace}/{name}" if proposal else f"{namespace}/{name}"
