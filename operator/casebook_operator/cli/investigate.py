"""``casebook investigate``."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_analyzer.errors import CasebookError, ConfigurationError
from casebook_operator.cli.inert import inert_json
from casebook_operator.cli.options import cluster_options, config_option, output_option, settings_for_cluster
from casebook_operator.cli.remote import chosen_server

if TYPE_CHECKING:
    from casebook_analyzer.models import Entity
    from casebook_analyzer.report import Page
    from casebook_operator.investigation import Investigation
    from casebook_operator.kube import KubeClient, Object
    from casebook_operator.settings import Settings
    from casebook_operator.views.incident import ShownIncident


CAUSE_NAMED, NOTHING_NAMED, NO_ANSWER = 3, 4, 5
"""Exit codes. 0 is that nothing wrong was found, 1 any error, 2 a wrong call."""


@click.command()
@click.argument("target", metavar="KIND/NAME")
@click.option(
    "-n", "--namespace", default="", help="The namespace of the object. Default: default; of nodes Casebook's."
)
@click.option("-c", "--container", default="", help="Ask about this container alone.")
@click.option(
    "--timeout", type=click.FloatRange(min=1), default=120, show_default=True, help="Seconds to wait for the answer."
)
@config_option
@cluster_options
@output_option("terminal", "markdown", "json")
def investigate(
    *,
    target: str,
    namespace: str,
    container: str,
    timeout: float,
    config: Path | None,
    kubeconfig: Path | None,
    context: str | None,
    output: str,
) -> None:
    """Have Casebook look at something now, also where Kubernetes sees nothing wrong with it.

    It creates an Investigation with your rights, and waits for its answer: the logs of running pods are read, and those
    that they call, changes, neighbours, and use against limits are looked at. Ctrl-C ends the waiting and not the look.

    The answer is the whole report where --server names casebook web, or CASEBOOK_DATABASE__URL its database, else what
    the Investigation says: that has … for words of logs, unless everybody may read them (evidence.log_text).

    \b
    Exit codes:
      0  nothing wrong was found
      1  it could not be asked: no such object, container, kind or namespace, no rights, outside of what is watched
      3  a cause is named
      4  something is wrong, or stands out, and no cause is named
      5  no answer within --timeout

    \b
    Examples:
      casebook investigate deployment/checkout -n shop
      casebook investigate svc/payments -n shop -o json
      casebook investigate node/worker-7 --timeout 300
    """
    from casebook_operator.investigation import parse

    settings = settings_for_cluster(config, kubeconfig, context)
    subject = _subject(target, namespace)
    place = subject.namespace or namespace or settings.cluster.namespace
    body = asyncio.run(_answer(settings, subject, place, container, timeout))
    if body is None:
        raise click.exceptions.Exit(NO_ANSWER)
    case = parse(body)
    if output == "json":
        body["metadata"].pop("managedFields", None)
        click.echo(inert_json(body))
    else:
        _print(asyncio.run(_page(settings, case)), output)
    raise click.exceptions.Exit(_code(case))


def _subject(target: str, namespace: str) -> Entity:
    from casebook_analyzer.models import Entity
    from casebook_operator.asking.question import ASKABLE
    from casebook_operator.kube import paths
    from casebook_operator.offline.kinds import kind_called

    word, slash, name = target.partition("/")
    kind = kind_called(word)
    if not slash or not name or "/" in name:
        raise ConfigurationError(f"{target!r} names no object. Write KIND/NAME, and the namespace with -n.")
    if kind is None:
        askable = ", ".join(sorted(ASKABLE))
        raise ConfigurationError(f"Casebook knows no kind {word!r}. These can be asked about: {askable}.")
    return Entity(kind=kind, namespace="" if kind in paths.CLUSTER_SCOPED else namespace or "default", name=name)


async def _answer(settings: Settings, subject: Entity, place: str, container: str, seconds: float) -> Object | None:
    from rich.console import Console

    from casebook_operator.asking.following import Stage, answered
    from casebook_operator.kube import connect
    from casebook_operator.kube.objects import name_of

    screen = Console(stderr=True)
    async with await connect(settings.cluster.kubeconfig, settings.cluster.context) as kube:
        asked = await _asked(kube, subject, place, container)
        name = name_of(asked)
        try:
            with screen.status(f"Asked as {place}/{name}") as shown:

                def tell(stage: Stage) -> None:
                    shown.update(f"{place}/{name}: {stage.value}")
                    if not screen.is_terminal:
                        click.echo(f"{place}/{name}: {stage.value}", err=True)

                body = await answered(kube, asked, seconds=seconds, tell=tell)
        except asyncio.CancelledError:
            click.echo(_left(place, name), err=True)
            raise
        if body is None:
            unseen = "Is an operator running? `casebook doctor` says so."
            click.echo(f"There is no answer after {seconds:.0f} s. {unseen}\n{_left(place, name)}", err=True)
        return body


async def _asked(kube: KubeClient, subject: Entity, place: str, container: str) -> Object:
    from casebook_operator.asking.nearest import nearest, nearest_container
    from casebook_operator.asking.question import NoSuchContainerError, NoSuchObjectError, ask

    try:
        return await ask(kube, subject, namespace=place, container=container)
    except NoSuchObjectError as error:
        elsewhere = "Another namespace is named by -n, another cluster by --context."
        told = (str(error), await nearest(kube, subject), elsewhere)
        raise ConfigurationError(" ".join(part for part in told if part)) from error
    except NoSuchContainerError as error:
        raise ConfigurationError(f"{error} {await nearest_container(kube, subject, container)}".strip()) from error


def _left(namespace: str, name: str) -> str:
    return (
        f"Investigation {namespace}/{name} stays, and is answered as soon as an operator comes to it.\n"
        f"  See it:     kubectl describe investigation -n {namespace} {name}\n"
        f"  Remove it:  kubectl delete investigation -n {namespace} {name}"
    )


async def _page(settings: Settings, case: Investigation) -> Page:
    """The report, where somebody has said which server or database has it; else what the Investigation says."""
    from casebook_analyzer.report import outline, read_case
    from casebook_operator.views.answer import answer_page

    if chosen_server() is None and "url" not in settings.database.model_fields_set:
        return answer_page(case)
    try:
        shown = await _report(settings, case)
    except CasebookError as error:
        click.echo(f"The report cannot be read, so here is what the Investigation says. {error}", err=True)
        return answer_page(case)
    if shown is None:
        return answer_page(case)
    return outline(read_case(shown.incident, now=datetime.now(UTC), past=shown.past))


async def _report(settings: Settings, case: Investigation) -> ShownIncident | None:
    from casebook_operator.cli.reading import reading
    from casebook_operator.cli.show import read_from
    from casebook_operator.views.incident import ShownIncident

    if server := chosen_server():
        return await read_from(server, f"{case.namespace}/{case.name}")
    async with reading(settings) as memory:
        incident = await memory.by_id(case.uid)
        if incident is None:
            return None
        return ShownIncident(incident=incident, past=await memory.past(incident, settings.memory.view(case.namespace)))


def _print(page: Page, output: str) -> None:
    from casebook_analyzer.report import markdown
    from casebook_operator.views.terminal import print_page

    if output == "terminal":
        print_page(page)
    else:
        click.echo(markdown(page), nl=False)


def _code(case: Investigation) -> int:
    category = case.status.get("category")
    if not category:
        return 0
    return NOTHING_NAMED if category == "unknown" else CAUSE_NAMED
