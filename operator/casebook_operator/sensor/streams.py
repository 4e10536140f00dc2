"""What is watched, and which of it the operator cannot do without."""

from typing import Literal

import msgspec

from casebook_operator.investigation.names import GROUP, VERSION
from casebook_operator.scope import Scope


class Stream(msgspec.Struct, frozen=True):
    """The objects of one kind, as a list and a watch give them."""

    kind: str
    group: str
    version: str
    plural: str
    namespaced: bool = True
    essential: bool = False
    """Without it the operator is not ready. What another one says is said by pods and Events as well, if less well."""
    many: bool = False
    """There may be so many of them that each must cost little: the informer watches them, and Kopf Taxonomies."""
    selector: str = ""
    """Of the fields of objects: only what it selects is listed and watched."""
    passing: bool = False
    """Nobody has to know which of them are there, or that one is gone. Of Events there may be a million in an hour."""
    kept: Literal["", "packed", "projected", "events"] = ""
    """How evidence finds them in memory: whole, or as signals see them where all are compared in every case; of Events
    those that are not about pods. A pod's own are asked for: there are too many of them."""
    evidence_alone: bool = False
    """No signal looks at them."""
    called: str = ""
    """What tells it from another stream of the same kind; otherwise the plural is its name."""

    @property
    def whole_alone(self) -> bool:
        """Whether nothing but the name of an object is read out of it before somebody needs it whole."""
        return self.evidence_alone and self.kept == "packed"

    @property
    def bookmarked(self) -> bool:
        """Whether the API server says that the watch lives while nothing happens.

        It keeps Events in no watch cache (kubernetes: pkg/kubeapiserver/default_storage_factory_builder.go,
        ``DefaultWatchCacheSizes``), and bookmarks come from there.
        """
        return self.kind != "Event"

    @property
    def name(self) -> str:
        return self.called or self.plural


TAXONOMIES = Stream("Taxonomy", GROUP, VERSION, "taxonomies", namespaced=False)

STREAMS = (
    Stream("Pod", "", "v1", "pods", essential=True, many=True),
    Stream("Node", "", "v1", "nodes", namespaced=False, essential=True, many=True, kept="projected"),
    Stream(
        "Event", "", "v1", "events", essential=True, many=True, passing=True, selector="type!=Normal", kept="events"
    ),
    Stream(
        "Event",
        "",
        "v1",
        "events",
        called="normal events",
        many=True,
        passing=True,
        selector="type=Normal,involvedObject.kind!=Pod",
        kept="events",
        evidence_alone=True,
    ),
    Stream("Investigation", GROUP, VERSION, "investigations", essential=True, many=True),
    Stream("Deployment", "apps", "v1", "deployments", many=True, kept="packed"),
    Stream("StatefulSet", "apps", "v1", "statefulsets", many=True, kept="packed"),
    Stream("DaemonSet", "apps", "v1", "daemonsets", many=True, kept="packed"),
    Stream("Job", "batch", "v1", "jobs", many=True, kept="packed"),
    Stream("CronJob", "batch", "v1", "cronjobs", many=True, kept="packed"),
    Stream("PersistentVolumeClaim", "", "v1", "persistentvolumeclaims", many=True, kept="packed"),
    Stream("HorizontalPodAutoscaler", "autoscaling", "v2", "horizontalpodautoscalers", many=True, kept="packed"),
    Stream("PodDisruptionBudget", "policy", "v1", "poddisruptionbudgets", many=True, kept="packed"),
    Stream("ReplicaSet", "apps", "v1", "replicasets", many=True, kept="packed", evidence_alone=True),
    Stream("Service", "", "v1", "services", many=True, kept="packed", evidence_alone=True),
    Stream(
        "NetworkPolicy", "networking.k8s.io", "v1", "networkpolicies", many=True, kept="packed", evidence_alone=True
    ),
    Stream("ResourceQuota", "", "v1", "resourcequotas", many=True, kept="packed", evidence_alone=True),
    Stream("LimitRange", "", "v1", "limitranges", many=True, kept="packed", evidence_alone=True),
    TAXONOMIES,
)

ESSENTIAL = tuple(stream.plural for stream in STREAMS if stream.essential)


def streams_of(scope: Scope) -> tuple[Stream, ...]:
    """The streams that are watched in at least one namespace."""
    return tuple(stream for stream in STREAMS if scope.places(stream.kind))


def many(scope: Scope) -> tuple[Stream, ...]:
    """Those of them that the informer watches."""
    return tuple(stream for stream in streams_of(scope) if stream.many)
