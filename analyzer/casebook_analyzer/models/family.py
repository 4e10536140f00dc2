"""What memory has learned: families of incidents, what fixed them how often, and what people say."""

from datetime import datetime
from enum import StrEnum

import msgspec

from casebook_analyzer.models.category import Category
from casebook_analyzer.models.identity import IncidentIdentity
from casebook_analyzer.models.usage import Usage


class Verdict(StrEnum):
    """What a person says of a conclusion. The same word stands in commands, annotations, the CRD and the database."""

    CONFIRMED = "confirmed"
    CORRECTED = "corrected"
    REJECTED = "rejected"


class FeedbackSource(StrEnum):
    """How the feedback came in."""

    COMMAND = "command"
    ANNOTATION = "annotation"
    PAGE = "page"
    """Through the web, by a form or the API: the author is who the cluster says that the reader is."""
    AGENT = "agent"
    """Passed on by the agent of whoever said it."""


class Feedback(msgspec.Struct, frozen=True, kw_only=True):
    """What one person says of one incident, once. It is kept as it was given; later feedback does not replace it."""

    verdict: Verdict
    category: Category | None = None
    cause: str = ""
    """What was wrong, in a few words: it takes the place of the title."""
    fix: str = ""
    note: str = ""
    author: str = ""
    """Who says so, by his own account. Empty when nobody put his name to it."""
    source: FeedbackSource
    client: str = ""
    """The field manager that wrote the annotation, by the API server's account; what brought it over the web; empty for
    a command."""
    given_at: datetime

    @property
    def speaker(self) -> str:
        """Who says so, as readers are told: `somebody` without a name, and whether an agent has passed it on."""
        through = ", through an agent" if self.source is FeedbackSource.AGENT else ""
        return (self.author or "somebody") + through


class ProposedFix(msgspec.Struct, frozen=True, kw_only=True):
    """A fix that an agent passed on, of which no person has said yet that it helped."""

    number: int
    """By which a person confirms it: that of the word which brought it, from 1, among all words on the incident. They
    are only added, so that it never comes to mean another fix."""
    fix: str
    author: str = ""
    """The name that the agent passed it on under."""
    given_at: datetime

    @property
    def standing(self) -> str:
        """``proposed by ana (agent), not yet confirmed``."""
        return f"proposed by {self.author or 'somebody'} (agent), not yet confirmed"


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What holds of all that people have said of one incident."""

    verdict: Verdict
    category: Category | None = None
    cause: str = ""
    fix: str = ""
    """What a person named as the fix himself."""
    proposed_fix: str = ""
    """What an agent passed on as the fix, as long as no person has named one since."""
    speaker: str
    """Whoever spoke last, as readers are told."""
    given_at: datetime
    """When the last of it was said."""

    def disputes(self, category: Category) -> bool:
        """Whether it takes back a conclusion of this category."""
        return self.verdict is Verdict.REJECTED or self.category not in (None, category)


class FixSource(StrEnum):
    """Who knows of a fix."""

    OBSERVED = "Observed"
    """Casebook saw it end at least one incident."""
    PERSON = "Person"
    """Only people named it."""
    AGENT = "Agent"
    """Only an agent passed it on. No person has confirmed it, and no recovery has shown it."""


class FixRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A fix and how often it worked, over distinct incidents."""

    fix: str
    tried: int
    """0 for a proposal: what a person names for an incident that is not over, or an agent for any."""
    succeeded: int
    """How often the failure stayed away from the subject for the recurrence window, or has so far."""
    success_percent: int
    bound_percent: int
    """The lower end of Wilson's 95 % interval for the rate, rounded down."""
    source: FixSource
    last_used: datetime | None = None
    usage: Usage | None = None
    """Of what use the incidents were that it ended; None where nobody asked for it."""


class FamilyRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The incidents in view that share a signature."""

    id: str
    category: Category
    """That of the latest correction, else that of the latest incident."""
    title: str
    count: int
    """How many incidents there are, without the rejected ones."""
    first_seen: datetime
    last_seen: datetime
    open: int
    resolved: int
    disputed: int
    """Incidents that people rejected. They count nowhere else, and teach nothing."""
    recovered_by_itself: int
    """Of the incidents in view: how many ended with no change that Casebook saw. Nothing is learned from them."""
    clusters: tuple[str, ...]
    namespaces: tuple[str, ...]
    """Where the incidents in view were."""
    elsewhere: int
    """How many incidents are in namespaces that the view does not show."""
    median_seconds_to_resolve: int | None = None
    fixes: tuple[FixRecord, ...] = ()
    """The one that can be trusted most stands first."""

    @property
    def best(self) -> FixRecord | None:
        """The fix with the highest bound, None when none ever worked."""
        return self.fixes[0] if self.fixes and self.fixes[0].succeeded else None


class Mention(IncidentIdentity, frozen=True, kw_only=True):
    """An incident as reports of other incidents refer to it."""

    resolution: str = ""
    """What ended it; empty while it is open."""


class Differences(msgspec.Struct, frozen=True, kw_only=True):
    """What the evidence of a case has that another of its family has not, and the other way round."""

    compared_with: Mention
    new: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
