"""``status`` of an Investigation: a conclusion cut so that the whole object stays below 10 KiB."""

from collections.abc import Iterable
from typing import Any

from casebook_analyzer.models import Conclusion, Resolution, SimilarIncident
from casebook_operator.investigation.times import to_rfc3339
from casebook_operator.kube import Object
from casebook_operator.settings import Visibility

ELLIPSIS = "…"


def cut(text: str, length: int) -> str:
    """At most ``length`` characters, with a mark where something was left out."""
    return text if len(text) <= length else text[: length - 1] + ELLIPSIS


def conclusion_status(conclusion: Conclusion) -> Object:
    """The fields that a conclusion fills. Bounds are those of crds/investigations.yaml, and often tighter.

    Ten steps, twenty entities and five similar incidents at full length would pass 10 KiB together (KEP-95: the limit
    up to which 10,000 objects are no load for etcd), so texts get less room than the schema would allow.
    """
    return {
        "category": conclusion.category.value,
        "confidence": conclusion.confidence,
        "summary": cut(conclusion.summary, 512),
        "causalChain": [
            {"role": step.role.value, "text": cut(step.text, 200), "facts": list(step.facts[:5])}
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
        "missingEvidence": [cut(missing, 160) for missing in conclusion.missing[:6]],
        "actions": [cut(action, 200) for action in conclusion.actions[:5]],
        "taxonomyVersion": conclusion.taxonomy_version,
    }


def similar_status(similar: Iterable[SimilarIncident], *, namespace: str, visibility: Visibility) -> Object:
    """Similar incidents as readers of ``namespace`` may see them.

    Whoever may read this Investigation need not be allowed to read that of another namespace: unless
    ``memory.visibility`` is ``Cluster``, those show category, age and score, and nothing that names anything.
    """
    shown = []
    for incident in list(similar)[:5]:
        entry: dict[str, Any] = {
            "id": incident.id,
            "category": incident.category.value,
            "scorePermille": incident.score_permille,
            "band": incident.band.value,
            "openedTime": to_rfc3339(incident.opened_at),
        }
        if visibility is Visibility.CLUSTER or incident.namespace == namespace:
            entry |= _named(incident)
        shown.append(entry)
    return {"similarIncidents": shown, "similarCount": len(shown)}


def _named(incident: SimilarIncident) -> Object:
    return _filled(
        investigation=f"{incident.namespace}/{incident.name}",
        subject=cut(incident.subject, 200),
        title=cut(incident.title, 160),
        why=[cut(reason, 160) for reason in incident.why[:4]],
        resolution=cut(incident.resolution, 256),
        resolutionSeconds=incident.seconds_to_resolve,
    )


def resolution_status(resolution: Resolution) -> Object:
    return {
        "resolution": _filled(
            kind=resolution.kind.value,
            summary=cut(resolution.summary, 512),
            changes=[cut(change, 256) for change in resolution.changes[:10]],
            resolvedTime=to_rfc3339(resolution.resolved_at),
            secondsToResolve=max(0, resolution.seconds_to_resolve),
        )
    }


def _filled(**fields: Any) -> Object:
    return {name: value for name, value in fields.items() if value not in (None, "", [])}
