"""What is read before any collector runs: the objects around a failure are looked up, see :mod:`.prepare`."""

from casebook_operator.kube import paths
from casebook_operator.reading.misfits import ROUTES
from casebook_operator.reading.needs import Needs, gets, lists

AROUND: Needs = gets(
    "Pod",
    "Node",
    "Service",
    "PersistentVolumeClaim",
    "HorizontalPodAutoscaler",
    "PodDisruptionBudget",
    *ROUTES,
    *paths.WORKLOADS,
) | lists("Pod", "ReplicaSet", "Job")
