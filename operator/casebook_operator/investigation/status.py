"""``status`` of an Investigation: a conclusion cut so that the whole object stays below 10 KiB."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from casebook_analyzer.models import (
    Conclusion,
    FamilyRecord,
    Feedback,
    FittingKnowledge,
    FixSource,
    Imported,
    ProposedFix,
    Resolution,
    SimilarIncident,
    Withdrawn,
)
from casebook_analyzer.text import at_word
from casebook_operator.investigation.alerts import annotation
from casebook_operator.investigation.manifest import Investigation, manifest
from casebook_operator.kube import Object
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.settings import Visibility

OBJECT_BYTES = 10 * 1024
"""KEP-95: up to this size, 10,000 objects are no load for etcd."""

SERVER_BYTES = 2048
"""What the API server adds to an object: UID, times and ``managedFields``."""

SUMMARY_LENGTH = 1024
"""The bound of crds/investigations.yaml. The longest of 608 conclusions (golden cases and sets written blind) has 595
characters, and what is said last is often what decides."""
RUNBOOK_LENGTH = 512
LINK_LENGTH = 512

SHRINKABLE = {
    "alerts": 0,
    "absorbed": 1,
    "followers": 1,
    "affectedEntities": 0,
    "environmentTags": 0,
    "missingEvidence": 0,
    "ruledOut": 0,
    "alternatives": 0,
    "revisions": 1,
    "tried": 1,
    "actions": 0,
    "causalChain": 1,
    "similarIncidents": 0,
    "knowledge": 0,
    "secondOpinion": 2,
    "suggestedFixes": 0,
    "proposedFixes": 0,
    "runbook": 20,
    "summary": 80,
}
"""Fields that may lose their ends, and the length that is left to them.

Of ``absorbed`` and ``followers``, the count stands first; of ``secondOpinion`` what it answers.
"""


def cut(text: str, length: int) -> str:
    """The text, or its first words with an ellipsis at the end: ``length`` characters at most."""
    return at_word(text, length)


def fit(case: Investigation, status: Object) -> Object:
    """A whole status, shortened until the Investigation has at most :data:`OBJECT_BYTES` as JSON.

    The bounds of single fields count characters, of which one may take four bytes, and are wide, because a real
    conclusion reaches few of them. One that reaches many loses the ends of its largest fields (:data:`SHRINKABLE`).
    """
    spec = manifest(case.signal, case.subject, key=case.key, episode=case.episode, namespace=case.namespace)
    room = OBJECT_BYTES - SERVER_BYTES - _size(spec) - (_size(annotation(case.alerts)) if case.alerts else 0)
    fitted = dict(status)
    while _size(fitted) > room and (shrinkable := _shrinkable(fitted)):
        largest = max(shrinkable, key=lambda name: _size(fitted[name]))
        fitted[largest] = _shorter(fitted[largest])
    if "similarCount" in fitted:
        fitted["similarCount"] = len(fitted.get("similarIncidents") or ())
    return fitted


def _shorter(value: Any) -> Any:
    if isinstance(value, str):
        return cut(value, len(value) // 2)
    return dict(list(value.items())[:-1]) if isinstance(value, dict) else value[:-1]


def _shrinkable(status: Object) -> list[str]:
    return [name for name, least in SHRINKABLE.items() if len(status.get(name) or "") > least]


def _size(value: Any) -> int:
    return len(msgspec.json.encode(value))


def conclusion_status(conclusion: Conclusion) -> Object:
    """The fields that a conclusion fills, each within its bound of crds/investigations.yaml or a tighter one."""
    # Half an address leads nowhere: it is left out, and the report has the whole of it.
    runbook = {"runbookURL": conclusion.runbook} if 0 < len(conclusion.runbook) <= RUNBOOK_LENGTH else {}
    named = (
        {} if conclusion.nothing_wrong else {"category": conclusion.category.value, "confidence": conclusion.confidence}
    )
    return (
        runbook
        | named
        | {
            "summary": cut(conclusion.summary, SUMMARY_LENGTH),
            "causalChain": [
                {"role": step.role.value, "text": cut(step.text, 400), "facts": list(step.facts[:5])}
                for step in conclusion.chain[:10]
            ],
            "affectedEntities": [
                _filled(kind=entity.kind, namespace=entity.namespace, name=cut(entity.name, 253), role=entity.role)
                for entity in conclusion.entities[:20]
            ],
            "environmentTags": [cut(tag, 80) for tag in conclusion.environment_tags[:12]],
            "alternatives": [
                {"category": other.category.value, "confidence": other.confidence, "reason": cut(other.reason, 160)}
                for other in conclusion.alternatives[:3]
            ],
            "ruledOut": [
                {"category": ruled.category.value, "reason": cut(ruled.reason, 160)}
                for ruled in conclusion.ruled_out[:4]
            ],
            "missingEvidence": [cut(missing, 160) for missing in conclusion.missing[:6]],
            "actions": [cut(action.do, 200) for action in conclusion.actions[:5]],
            "taxonomyVersion": conclusion.taxonomy_version,
            **_filled(severity=conclusion.severity, runbook=cut(conclusion.runbook, 500)),
        }
    )


def similar_status(
    similar: Iterable[SimilarIncident], *, namespace: str, visibility: Visibility, log_text: bool = False
) -> Object:
    """Similar incidents as readers of ``namespace`` may see them.

    Whoever may read this Investigation need not be allowed to read that of another namespace: unless
    ``memory.visibility`` is ``Cluster``, those show category, age and score, and nothing else: no id, which is the UID
    of an object that they may not read, not what people say of it, and not whether it is over. Of another cluster there
    is no more, and its name.
    Why two are alike quotes what both have said, and is left out without ``log_text``.
    """
    shown = []
    for incident in list(similar)[:5]:
        entry: dict[str, Any] = {
            "category": incident.category.value,
            "scorePermille": incident.score_permille,
            "band": incident.band.value,
            "openedTime": to_rfc3339(incident.opened_at),
            **_filled(cluster=incident.cluster),
        }
        if not incident.cluster and (visibility is Visibility.CLUSTER or incident.namespace == namespace):
            entry |= _named(incident) | (_compared(incident) if log_text else {})
        shown.append(entry)
    return {"similarIncidents": shown, "similarCount": len(shown)}


def _named(incident: SimilarIncident) -> Object:
    return _filled(
        id=incident.id,
        investigation=f"{incident.namespace}/{incident.name}",
        subject=cut(incident.subject, 200),
        title=cut(incident.title, 160),
        resolution=cut(incident.resolution, 256),
        fixed=incident.fixed,
        resolutionSeconds=incident.seconds_to_resolve,
        verdict=incident.verdict,
        importedFrom=cut(_origin(incident.imported), 320),
    )


def _origin(imported: Imported | None) -> str:
    return " ".join(filter(None, (imported.origin, imported.link))) if imported is not None else ""


def _compared(incident: SimilarIncident) -> Object:
    return _filled(
        why=[cut(reason, 160) for reason in incident.why[:4]],
        differs=[cut(difference, 120) for difference in incident.differs[:3]],
    )


def knowledge_status(found: FittingKnowledge | None, *, log_text: bool = False) -> Object:
    """``knowledge``: passages that fit, as readers of the Investigation may see them.

    What is for the readers of other namespaces was not even compared. Why a passage fits has words of the case, and is
    left out without ``log_text``. An empty list says that nothing fits; the report says why. There is no field at all
    where nobody has written anything.
    """
    if found is None:
        return {}
    return {
        "knowledge": [
            _filled(
                source=cut(one.source, 63),
                path=cut(one.path, 253),
                line=one.start_line,
                title=cut(one.title, 160),
                link=one.link if len(one.link) <= LINK_LENGTH else "",
                scorePermille=one.score_permille,
                band=one.band.value,
                why=[cut(reason, 160) for reason in one.why[:3]] if log_text else [],
            )
            for one in found.passages[:3]
        ]
    }


def tried_status(withdrawn: Iterable[Withdrawn]) -> Object:
    """``tried``: what was done while the failure went on, the last five, of which it failed again."""
    tried = [one for one in withdrawn if one.tried][-5:]
    return {
        "tried": [
            {
                "summary": cut(one.summary, 256),
                "failedTime": to_rfc3339(one.relapsed_at),
                **_filled(afterSeconds=int((one.relapsed_at - one.resolved_at).total_seconds()) or None),
            }
            for one in tried
        ]
    }


def family_status(family: FamilyRecord | None) -> Object:
    """``family`` and ``suggestedFixes``; both are empty without a family, so that those of an earlier one go."""
    if family is None:
        return {"family": {}, "suggestedFixes": []}
    best = family.best
    shown = _filled(
        id=family.id,
        category=family.category.value,
        count=family.count,
        clusters=len(family.clusters) if len(family.clusters) > 1 else None,
        open=family.open,
        resolved=family.resolved,
        firstSeen=to_rfc3339(family.first_seen),
        lastSeen=to_rfc3339(family.last_seen),
        medianSecondsToResolve=family.median_seconds_to_resolve,
    )
    if best is not None:
        shown |= {
            "fix": cut(best.fix, 100),
            "fixTried": best.tried,
            "fixSucceeded": best.succeeded,
            "fixBoundPercent": best.bound_percent,
        }
    suggested = [fix for fix in family.fixes if fix.succeeded or (not fix.tried and fix.source is not FixSource.AGENT)][
        :3
    ]
    return {
        "family": shown,
        "suggestedFixes": [
            {
                "fix": cut(fix.fix, 200),
                "tried": fix.tried,
                "succeeded": fix.succeeded,
                "boundPercent": fix.bound_percent,
                "source": fix.source.value,
            }
            for fix in suggested
        ],
    }


def proposed_status(waiting: Sequence[ProposedFix]) -> Object:
    """``proposedFixes``: what agents passed on and no person has confirmed, the last three."""
    return {
        "proposedFixes": [
            _filled(
                number=one.number,
                fix=cut(one.fix, 200),
                author=cut(one.author, 64),
                givenTime=to_rfc3339(one.given_at),
            )
            for one in waiting[-3:]
        ]
    }


def feedback_status(word: Feedback) -> Object:
    """``feedback``: who has said what. The free text is left out; annotations and memory have it."""
    return {
        "feedback": _filled(
            verdict=word.verdict.value,
            category=word.category,
            author=cut(word.author, 64),
            client=cut(word.client, 64),
            givenTime=to_rfc3339(word.given_at),
        )
    }


def alerts_status(case: Investigation) -> Object:
    """``alerts``: those that were noted on a case. No field at all when there never was one."""
    if not case.alerts and "alerts" not in case.status:
        return {}
    return {
        "alerts": [
            _filled(
                name=cut(alert.name, 128),
                fingerprint=alert.fingerprint,
                severity=cut(alert.severity, 64),
                summary=cut(alert.summary, 160),
                startedTime=to_rfc3339(alert.starts_at),
                endedTime=to_rfc3339(alert.ends_at) if alert.ends_at is not None else "",
                generatorURL=alert.generator_url,
            )
            for alert in case.alerts
        ]
    }


def resolution_status(resolution: Resolution) -> Object:
    return {
        "resolution": _filled(
            kind=resolution.kind.value,
            summary=cut(resolution.summary, 512),
            changes=[cut(change.text, 256) for change in resolution.changes[:10]],
            fix=cut(resolution.fix, 512),
            resolvedTime=to_rfc3339(resolution.resolved_at),
            secondsToResolve=max(0, resolution.seconds_to_resolve),
        )
    }


def _filled(**fields: Any) -> Object:
    return {name: value for name, value in fields.items() if value not in (None, "", [])}
