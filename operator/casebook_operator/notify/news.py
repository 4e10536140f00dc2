"""What there is to tell of an Investigation. Pure."""

from datetime import datetime
from enum import StrEnum

import msgspec

from casebook_analyzer.models import Severity
from casebook_analyzer.timeline.times import span
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.causes import followers_count
from casebook_operator.kube.times import parse_time
from casebook_operator.kube.values import mapping, text
from casebook_operator.notify.known import Known, known_of


class Happening(StrEnum):
    """What a message tells."""

    OPENED = "opened"
    REOPENED = "reopened"
    """It was told as over, and is back."""
    ENDED = "ended"


class News(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to be told. Texts are as the status has them."""

    uid: str
    happening: Happening
    namespace: str
    name: str
    subject: str
    severity: Severity
    category: str
    summary: str
    resolution: str
    followers: int
    known: Known = Known()
    began_at: datetime
    ended_at: datetime | None = None

    @property
    def happened_at(self) -> datetime:
        """When it failed, or was over."""
        return self.ended_at or self.began_at if self.happening is Happening.ENDED else self.began_at

    @property
    def took(self) -> str:
        """From its beginning to its end, in words; empty while it goes on."""
        return "" if self.ended_at is None else span(max(0, int((self.ended_at - self.began_at).total_seconds())))


def is_told_by_another(case: Investigation) -> bool:
    """Whether the head of its outage is told in its place."""
    return bool(text(case.status, "causedBy", "name"))


def news_of(case: Investigation, happening: Happening) -> News:
    """What is told of a case in its present state."""
    return News(
        uid=case.uid,
        happening=happening,
        namespace=case.namespace,
        name=case.name,
        subject=case.subject.title,
        severity=severity_of(case),
        category=text(case.status, "category"),
        summary=text(case.status, "summary"),
        resolution=text(mapping(case.status, "resolution"), "summary"),
        followers=followers_count(case),
        known=known_of(case.status),
        began_at=case.began_at,
        ended_at=parse_time(mapping(case.status, "resolution").get("resolvedTime")),
    )


def severity_of(case: Investigation) -> Severity:
    """How urgent it is; what nobody knows is a warning."""
    try:
        return Severity(case.severity)
    except ValueError:
        return Severity.WARNING
