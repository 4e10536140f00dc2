"""What memory knows of one incident at the moment it is asked."""

import msgspec

from casebook_analyzer.models.conclusion import Judgement
from casebook_analyzer.models.exhibit import Erasure, Exhibit
from casebook_analyzer.models.family import Differences, FamilyRecord, Feedback, Mention, ProposedFix
from casebook_analyzer.models.incident import SimilarIncident
from casebook_analyzer.models.usage import Usage


class Outage(msgspec.Struct, frozen=True, kw_only=True):
    """Who hangs on whom, as far as the reader may see it."""

    head: Mention | None = None
    """The incident that stands for the cause; None where it is in a namespace that the reader does not see."""
    followers: tuple[Mention, ...] = ()
    """The first of those that hang on it, the earliest first."""
    count: int = 0
    """How many hang on it in all that the reader sees."""
    open: int = 0
    """How many of these are not over."""


class CasePast(msgspec.Struct, frozen=True, kw_only=True):
    """What memory knows of a case now. It is never stored, because later feedback and incidents change it."""

    family: FamilyRecord | None = None
    differences: Differences | None = None
    """What differs from the last incident of the family that was resolved before."""
    previous: Mention | None = None
    """The incident of the same subject before this one, whatever failed then."""
    following: Mention | None = None
    outage: Outage | None = None
    """The head and its followers, where the case is one of them."""
    feedback: tuple[Feedback, ...] = ()
    """The oldest first."""
    proposed: tuple[ProposedFix, ...] = ()
    """Fixes that agents passed on and that wait for a person, the oldest first."""
    earlier: tuple[Judgement, ...] = ()
    """What was concluded of it before it was judged again, the oldest first."""
    similar: tuple[SimilarIncident, ...] = ()
    """The similar incidents that were attached to it, as people have corrected them since."""
    usage: Usage | None = None
    """Of what use it was to later cases."""
    exhibits: tuple[Exhibit, ...] = ()
    """What people attached, each with the beginning of its text; what came first stands first."""
    erased: tuple[Erasure, ...] = ()
    """Who erased what people had attached, the first first."""
