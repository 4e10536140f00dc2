"""The group ``evidence.redaction`` of the settings."""

from typing import Self

from pydantic import BaseModel, model_validator

from casebook_analyzer.redaction_policy import OwnPattern, RedactionPolicy


class PatternSettings(BaseModel, extra="forbid", frozen=True):
    """What else is replaced, by an expression of RE2. Each line is searched by itself."""

    name: str
    """The kind in the marker: lower-case letters and digits, with dashes between them."""
    regex: str
    """In the syntax of RE2. The group ``secret``, else the first group, says which part is replaced."""

    @model_validator(mode="after")
    def _usable(self) -> Self:
        OwnPattern(self.name, self.regex)
        return self


class RedactionSettings(BaseModel, extra="forbid", frozen=True):
    """What is replaced beside secrets and ``<private>`` blocks, which always are."""

    addresses: bool = False
    """IP addresses. They are evidence, and tell which two messages are about one peer."""
    emails: bool = True
    """Addresses of mail."""
    phones: bool = False
    """Telephone numbers that begin with a plus, follow a word that says so, or have a code of an area in brackets."""
    ibans: bool = False
    """Numbers of bank accounts whose check digits are right."""
    national_ids: bool = False
    """Numbers that states give to people, such as that of US Social Security."""
    patterns: tuple[PatternSettings, ...] = ()
    """Up to 50 patterns of your own: ``[{name: customer, regex: "customer-([0-9]{6})"}]``."""

    @model_validator(mode="after")
    def _distinct(self) -> Self:
        _ = self.policy
        return self

    @property
    def policy(self) -> RedactionPolicy:
        """These settings as the analyzer takes them."""
        given = self.model_dump(exclude={"patterns"})
        return RedactionPolicy(patterns=tuple(OwnPattern(one.name, one.regex) for one in self.patterns), **given)
