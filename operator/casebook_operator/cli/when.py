"""Options that name a time in the past."""

import re
from datetime import UTC, datetime, timedelta

import click
from typing_extensions import override

_SPAN = re.compile(r"(?P<number>\d{1,6})(?P<unit>[hdw])")
_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


class PastTime(click.ParamType[datetime]):
    """``7d``, ``24h``, ``2w`` before now, or a date."""

    name = "when"

    @override
    def convert(self, value: str | datetime, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        if isinstance(value, datetime):
            return value
        try:
            span = _SPAN.fullmatch(value)
            if span is not None:
                return datetime.now(UTC) - int(span["number"]) * _UNITS[span["unit"]]
            given = datetime.fromisoformat(value)
            return given.astimezone(UTC) if given.tzinfo else given.replace(tzinfo=UTC)
        except (ValueError, OverflowError):
            self.fail(f"{value!r} is neither a time span such as 7d or 24h nor a date such as 2026-03-04.", param, ctx)
