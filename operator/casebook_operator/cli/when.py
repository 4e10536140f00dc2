"""Options that name a time in the past, and the period between two of them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import click
from typing_extensions import override

C = TypeVar("C", bound=Callable[..., Any])
Period = tuple[datetime | None, datetime | None]
"""From one time up to another; None is open."""


class PastTime(click.ParamType[datetime]):
    """``7d``, ``24h``, ``2w`` before now, ``yesterday``, or a date."""

    name = "when"

    @override
    def convert(self, value: str | datetime, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        from casebook_operator.views.periods import past_time

        if isinstance(value, datetime):
            return value
        try:
            return past_time(value, datetime.now(UTC))
        except ValueError as error:
            self.fail(f"{error}.", param, ctx)


def period_options(command: C) -> C:
    """``--since`` and ``--until``, for :func:`chosen_period`."""
    until = click.option("--until", type=PastTime(), help="Only what was opened before: today, 7d, or a date.")
    since = click.option("--since", type=PastTime(), help="Only what was opened then or later: yesterday, 7d, a date.")
    return since(until(command))


def chosen_period(since: datetime | None, until: datetime | None, usual: timedelta | None = None) -> Period:
    """The period that was asked for: of length ``usual`` up to now or to its end, where no beginning was given.

    Raises:
        click.UsageError: It ends before it begins, or begins in the future.
    """
    from casebook_operator.views.periods import period_problem, usual_beginning

    now = datetime.now(UTC)
    if since is None and usual is not None:
        since = usual_beginning(until, usual, now)
    if problem := period_problem(since, until, now):
        raise click.UsageError(f"--{problem.replace('than until', 'than --until')}.")
    return since, until
