"""Whether an outage is over: of what has no status, those that fail for it tell."""

from collections.abc import Collection

from casebook_operator.cases.subject_health import UNDECIDED, SubjectHealth
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.manifest import ended_at


def outage_health(followers: Collection[Investigation]) -> SubjectHealth:
    """The health of an outage by what hangs on its head: well since the last of them was."""
    if any(not case.resolved for case in followers):
        return UNDECIDED
    ends = [at for case in followers if (at := ended_at(case)) is not None]
    return SubjectHealth(well=True, since=max(ends, default=None))
