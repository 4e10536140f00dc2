"""The Events of a conclusion. They say no more than the status that was written. Pure functions."""

from collections.abc import Iterator

from casebook_analyzer.models import Conclusion, FamilyRecord, Incident
from casebook_analyzer.report import family_in_words
from casebook_operator.cases.status_writer import Announcement
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.similar import ending, whereabouts
from casebook_operator.kube import Object


def of_conclusion(incident: Incident, family: FamilyRecord | None, case: Investigation) -> Iterator[Announcement]:
    """One Event about the Investigation, and one about the pod or node that showed the failure.

    Each is a write to the API server, of which a storm has thousands: what memory knows has no Event of its own.
    ``case`` is the Investigation with the status that was just written.
    """
    known = " ".join(_known(incident, family, case))
    note = _in_short(incident.conclusion)
    yield Announcement(reason="RootCauseClassified", note=f"{note} {known}" if known else note)
    if case.signal.origin_uid:  # otherwise a person has named the subject, and no pod or node
        see = f"See: kubectl describe investigation -n {case.namespace} {case.name}"
        yield Announcement(reason="RootCauseClassified", note=f"{note} {see}", regarding=_origin(case))


def of_revision(conclusion: Conclusion, was: str, _: Investigation) -> Iterator[Announcement]:
    """The Event of a conclusion that replaces another. ``was`` names the earlier one: ``out_of_memory (85)``."""
    why = conclusion.revision.why if conclusion.revision else "judged again"
    note = f"{why[:1].upper()}{why[1:]}, was {was}. {_in_short(conclusion)}"
    yield Announcement(reason="RootCauseRevised", note=note)


def _known(incident: Incident, family: FamilyRecord | None, case: Investigation) -> Iterator[str]:
    if incident.similar and case.status.get("similarIncidents"):
        yield f"{len(incident.similar)} similar; {_closest(case.status['similarIncidents'][0])}."
    if family is not None and family.count > 1:
        yield f"{family_in_words(family)}."


def _in_short(conclusion: Conclusion) -> str:
    if conclusion.nothing_wrong:
        return conclusion.summary
    return f"{conclusion.category} ({conclusion.confidence}): {conclusion.summary}"


def _closest(similar: Object) -> str:
    closest = f"closest {whereabouts(similar)} ({similar['scorePermille'] / 10:.0f} %)"
    return ", ".join(filter(None, (closest, ending(similar))))


def _origin(case: Investigation) -> dict[str, str]:
    origin = case.signal.origin
    return {
        "apiVersion": "v1",
        "kind": origin.kind,
        "namespace": origin.namespace,
        "name": origin.name,
        "uid": case.signal.origin_uid,
    }
