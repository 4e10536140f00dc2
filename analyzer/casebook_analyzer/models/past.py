"""What memory knows of one incident at the moment it is asked."""

import msgspec

from casebook_analyzer.models.family import Differences, FamilyRecord, Feedback, Mention
from casebook_analyzer.models.incident import SimilarIncident


class CasePast(msgspec.Struct, frozen=True, kw_only=True):
    """Never stored: what people say and what happens later changes it, and the incident stays what it was."""

    family: FamilyRecord | None = None
    differences: Differences | None = None
    """From the last incident of the family that was resolved before."""
    previous: Mention | None = None
    """Of the same subject, whatever failed then."""
    following: Mention | None = None
    feedback: tuple[Feedback, ...] = ()
    """The first word first."""
    similar: tuple[SimilarIncident, ...] = ()
    """Those that were attached to it, as people see them by now."""
