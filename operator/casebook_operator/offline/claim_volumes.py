"""Volumes of a StatefulSet's pods that a sparse bundle leaves out: those of its claim templates."""

from casebook_operator.kube import Object
from casebook_operator.kube.objects import controller_of, name_of, namespace_of
from casebook_operator.kube.values import mappings, text

Key = tuple[str, str, str]
_CLAIM = "PersistentVolumeClaim"


def claim_templates(objects: dict[Key, Object]) -> None:
    """Give pods the volumes that their StatefulSet's controller gives them (stateful_set_utils.go, ``updateStorage``).

    A claim that is not there although others of its namespace are is not made up: its absence would be a finding.
    """
    for pod in [obj for obj in objects.values() if obj["kind"] == "Pod" and obj.get("spec")]:
        reference = controller_of(pod) or {}
        owner = objects.get((text(reference, "kind"), namespace_of(pod), text(reference, "name")))
        templates = mappings(owner, "spec", "volumeClaimTemplates") if owner else []
        given = {text(volume, "name") for volume in mappings(pod, "spec", "volumes")}
        named = [name_of(template) for template in templates if name_of(template) not in given]
        volumes = [{"name": name, "persistentVolumeClaim": {"claimName": f"{name}-{name_of(pod)}"}} for name in named]
        known = [one for one in volumes if _may_be_there(objects, pod, f"{one['name']}-{name_of(pod)}")]
        if known:
            pod["spec"]["volumes"] = [*mappings(pod, "spec", "volumes"), *known]


def _may_be_there(objects: dict[Key, Object], pod: Object, claim: str) -> bool:
    held = {name for kind, namespace, name in objects if (kind, namespace) == (_CLAIM, namespace_of(pod))}
    return not held or claim in held
