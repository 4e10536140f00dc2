"""The group ``reflection`` of the settings."""

from ipaddress import ip_address
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, Field, model_validator

from casebook_operator.path_settings import OptionalPath


class ModelSettings(BaseModel, extra="forbid", frozen=True):
    """One model of the endpoint."""

    name: str = Field(min_length=1, max_length=128)
    """As the endpoint calls it."""
    input_price: float = Field(default=0.0, ge=0)
    """What a million tokens cost that it reads, in any currency; 0: nothing."""
    output_price: float = Field(default=0.0, ge=0)
    """The same of tokens that it writes."""


class AgreementSettings(BaseModel, extra="forbid", frozen=True):
    """How often a model is asked, and when that is an answer."""

    answers: int = Field(default=3, ge=1, le=9)
    """How often each model is asked the same."""
    least: int = Field(default=2, ge=1, le=9)
    """How many of these must pass all checks and name the same category. Else the next model is asked."""

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.least > self.answers:
            raise ValueError(f"{self.least} of {self.answers} answers cannot agree")
        return self


class SpendingSettings(BaseModel, extra="forbid", frozen=True):
    """What may be spent in a calendar month (UTC) in this cluster. What is asked is paid in advance."""

    tokens: int = Field(default=2_000_000, ge=0)
    """Read and written; 0: no bound."""
    cost: float = Field(default=0.0, ge=0)
    """In the currency of the prices; 0: no bound."""
    namespace_percent: int = Field(default=25, ge=1, le=100)
    """How much of each the cases of one namespace may take."""


class ReflectionSettings(BaseModel, extra="forbid", frozen=True):
    """A second opinion by a language model. It is off while there is no address, and it never decides anything."""

    url: str = ""
    """Where an endpoint with OpenAI's API is: ``https://models.example.com/v1``, to which ``/chat/completions`` is
    added. Empty: nobody is asked."""
    key_file: OptionalPath = None
    """A file with the key of the endpoint, read at each request. Keys never stand in settings."""
    ca_file: OptionalPath = None
    """Certificates that the endpoint's is checked with, where its issuer is not a public one."""
    models: tuple[ModelSettings, ...] = Field(default=(), max_length=4)
    """Which are asked, the cheapest first: ``[{name: small}, {name: large}]``. The next one is asked where the answers
    of one fail the checks or do not agree."""
    below: int = Field(default=40, ge=0, le=101)
    """Cases are asked about by themselves when their cause is unknown, or its confidence lower than this. 0: none is,
    and people ask by ``casebook reflect``."""
    agreement: AgreementSettings = AgreementSettings()
    timeout_seconds: float = Field(default=60.0, gt=0, le=600)
    """For one answer, from the first byte sent to the last one read."""
    answer_tokens: int = Field(default=1024, ge=64, le=32_768)
    """Of one answer at most, with what a model writes to think."""
    limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    """How the endpoint calls that bound."""
    spending: SpendingSettings = SpendingSettings()

    @property
    def on(self) -> bool:
        """Whether anybody is asked."""
        return bool(self.url)

    @model_validator(mode="after")
    def _usable(self) -> Self:
        if not self.url:
            return self
        parts = urlsplit(self.url)
        beside = (parts.username, parts.query, parts.fragment)
        if parts.scheme not in {"http", "https"} or not parts.hostname or any(beside) or parts.port == 0:
            raise ValueError("url must be http(s)://HOST[:PORT][/PATH], without a user and a question mark")
        if not self.models:
            raise ValueError("models must name at least one model of the endpoint")
        if self.key_file and parts.scheme == "http" and not _is_this_machine(parts.hostname):
            raise ValueError("a key is sent over https only: give an https url, or no key_file")
        return self


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
