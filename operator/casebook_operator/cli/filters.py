"""Options that say which incidents are wanted: the same for lists, searches and numbers, by a server or without one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from casebook_analyzer.models.category import Category
from casebook_analyzer.models.urgency import Severity
from casebook_operator.cli.options import C
from casebook_operator.cli.when import chosen_period, period_options

if TYPE_CHECKING:
    from datetime import timedelta

    from casebook_analyzer.memory.incidents.filters import IncidentFilter


def _namespaces(text: str) -> Callable[..., Any]:
    return click.option("-n", "--namespace", "namespaces", multiple=True, help=text)


_JUDGED: tuple[Callable[..., Any], ...] = (
    click.option("--category", type=click.Choice([one.value for one in Category]), help="Only of this category."),
    click.option("--severity", type=click.Choice([one.value for one in Severity]), help="Only of this severity."),
    click.option("--owner", default="", help="Only what this owner is asked about: the tag owner of an incident."),
    click.option("--entity", default="", help="Only what this object takes part in: KIND/NAMESPACE/NAME or KIND/NAME."),
    click.option("--tag", default="", help="Only where the environment has this tag, KEY=VALUE."),
    period_options,
)
_NARROWED: tuple[Callable[..., Any], ...] = (
    _namespaces("Only of this namespace; may be repeated."),
    *_JUDGED,
    click.option(
        "--role",
        type=click.Choice(["head", "follower"]),
        help="follower: only what hangs on the head of an outage; head: only what does not.",
    ),
    click.option("--subject", default="", help="Only of this workload or node: KIND/NAMESPACE/NAME or Node/NAME."),
    click.option("--node", default="", help="Only of pods that failed on this node, or of the node itself."),
    click.option("--family", default="", help="Only of this family."),
)
_STATE = click.option("--state", type=click.Choice(["open", "resolved"]), help="Only what is open, or resolved.")


def judged_options(namespaces: str) -> Callable[[C], C]:
    """The filters of families and timelines; ``namespaces`` says what is of the namespaces that are named."""
    return partial(_with, (_namespaces(namespaces), *_JUDGED, _STATE))


def narrowed_options(command: C) -> C:
    """The filters of an overview. Commands take filters as ``**filters``, for :func:`wanted_of`."""
    return _with(_NARROWED, command)


def chosen_options(command: C) -> C:
    """Those of a list, and of a search by text: all there are."""
    return _with((*_NARROWED, _STATE), command)


def _with(options: tuple[Callable[..., Any], ...], command: C) -> C:
    for option in reversed(options):
        command = option(command)
    return command


def wanted_of(given: Mapping[str, Any], usual: timedelta | None = None) -> IncidentFilter:
    """The filter that the options say; of the period ``usual``, where they name no beginning.

    Raises:
        click.UsageError: The period ends before it begins, or an object or a tag is written as none can be.
    """
    import msgspec

    from casebook_analyzer.memory.incidents.filters import IncidentFilter
    from casebook_operator.views.written import form_problem

    if problem := form_problem(given):
        raise click.UsageError(f"--{problem}.")
    since, until = chosen_period(given["since"], given["until"], usual)
    namespaces = frozenset(given.get("namespaces", ())) or None
    return msgspec.convert({**given, "since": since, "until": until, "namespaces": namespaces}, IncidentFilter)


def query_of(wanted: IncidentFilter) -> dict[str, Any]:
    """The same as parameters of the API."""
    values = {name: getattr(wanted, name) for name in wanted.__struct_fields__ if name not in ("namespaces", "ids")}
    given = {name: value.isoformat() if isinstance(value, datetime) else value for name, value in values.items()}
    return {"namespace": sorted(wanted.namespaces or ()), **given}
