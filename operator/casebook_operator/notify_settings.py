"""The group ``notify`` of the settings."""

from datetime import timedelta
from typing import Self

from pydantic import BaseModel, Field, model_validator

from casebook_analyzer.models import Severity
from casebook_operator.path_settings import OptionalPath

_TIME = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"
_OFFSET = r"^[+-](0[0-9]|1[0-4]):[0-5][0-9]$"
"""Clocks are from twelve hours behind UTC to fourteen before it (tz database, Pacific/Kiritimati)."""


class QuietSettings(BaseModel, extra="forbid", frozen=True):
    """Hours in which only what is critical is told; the rest is told in one message when they are over."""

    begins: str = Field(default="", pattern=rf"{_TIME}|^$")
    """``22:00``; empty: there are none."""
    ends: str = Field(default="07:00", pattern=_TIME)
    """When they end, on the next day if that is earlier."""
    offset: str = Field(default="+00:00", pattern=_OFFSET)
    """Of these times from UTC."""

    @model_validator(mode="after")
    def _never_without_length(self) -> Self:
        if self.begins == self.ends:
            raise ValueError(f"begins and ends are both {self.ends}: name two times, or leave begins empty")
        return self


class NotifySettings(BaseModel, extra="forbid", frozen=True):
    """Messages of ``casebook notify``, for clusters without Alertmanager."""

    urls: OptionalPath = None
    """A file, or a folder of files such as a mounted Secret, with an address of Apprise in each line. They are secrets,
    and so never stand in settings."""
    least: Severity = Severity.WARNING
    """What is less urgent is not told."""
    settle_seconds: float = Field(default=30.0, ge=0, le=3600)
    """For how long a case has to stand before it is told: what hangs on a head by then is told with it."""
    per_hour: int = Field(default=20, ge=1, le=1000)
    """Messages in the long run. What comes beyond is told together, in one message when there is room."""
    quiet: QuietSettings = QuietSettings()
    template: OptionalPath = None
    """A YAML file with the texts of messages (docs/notify.md)."""
    state: str = Field(default="casebook-notify", pattern=r"^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$")
    """The ConfigMap in ``cluster.namespace`` that keeps what was told."""
    port: int = Field(default=8083, ge=0, le=65535)
    """Of its own ``/metrics``, ``/healthz`` and ``/readyz``, at ``http.host``; 0 takes any free one."""

    @property
    def settles(self) -> timedelta:
        """The same as a duration."""
        return timedelta(seconds=self.settle_seconds)
