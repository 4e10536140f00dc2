"""Which objects a workload has made."""

from casebook_operator.kube import Object
from casebook_operator.kube.objects import controller_of, metadata_of, name_of, refers_to, uid_of


def belongs(obj: Object, owner: Object) -> bool:
    """Whether ``owner`` has made an object, itself or by way of a ReplicaSet or a Job.

    It is told by owner references, because selectors of workloads may overlap.
    """
    reference, name = controller_of(obj), name_of(owner)
    if reference is None:
        shortened = not uid_of(obj) and name_of(obj).startswith(f"{name}-")
        return shortened and not metadata_of(obj).get("ownerReferences")
    between = reference["kind"] in ("ReplicaSet", "Job") and str(reference.get("name")).startswith(f"{name}-")
    return refers_to(reference, owner) or between
