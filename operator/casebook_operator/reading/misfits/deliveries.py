"""An Application of Argo CD that its controller cannot deliver as it is written.

Nothing fails for it yet: what was delivered last goes on, and what is written since never comes. A repository server
that restarts is such an error, too, until the next comparison, which comes within three minutes
(``timeout.reconciliation`` in docs/operator-manual/argocd-cm.yaml): whoever asks waits for longer than that.
"""

from casebook_analyzer.models import Entity
from casebook_operator.kube import Object, ObjectReader
from casebook_operator.kube.objects import name_of, namespace_of
from casebook_operator.kube.values import mappings, text
from casebook_operator.reading.misfits.misfit import Misfit


async def application_misfits(_: ObjectReader, application: Object) -> list[Misfit]:
    """What its controller says that it cannot do."""
    about = Entity(kind="Application", namespace=namespace_of(application), name=name_of(application))
    return [_misfit(about, application, condition) for condition in errors_of(application)]


def _misfit(about: Entity, application: Object, condition: Object) -> Misfit:
    reason = text(condition, "type")
    said = text(condition, "message")
    if reason == "SyncError" and (failed := _failed_part(application)):
        said = f"{said.rstrip('.')}. {failed}"
    return Misfit(
        reason=reason,
        about=about,
        finding="delivery-refused",
        text=f"Argo CD cannot deliver Application {about.namespace}/{about.name} ({reason}): {said}",
        field="status.conditions",
        attributes={"reason": reason},
    )


def _failed_part(application: Object) -> str:
    """What the last sync could not apply, or which hook failed: the condition often says only that something did."""
    for part in mappings(application, "status", "operationState", "syncResult", "resources"):
        if part.get("status") == "SyncFailed" or part.get("hookPhase") in ("Failed", "Error"):
            where = "/".join(word for word in (text(part, "namespace"), text(part, "name")) if word)
            return f"{text(part, 'kind')} {where}: {text(part, 'message')}"
    return ""


def errors_of(application: Object) -> list[Object]:
    """Its conditions of error; the others are warnings.

    Their name tells (Argo CD pkg/apis/application/v1alpha1/types.go, ``ApplicationCondition.IsError``).
    """
    return [one for one in mappings(application, "status", "conditions") if text(one, "type").endswith("Error")]
