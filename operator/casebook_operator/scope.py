"""Where Casebook looks: the whole cluster, or some namespaces. Whoever lists, watches or asks for rights asks here.

A pure function of the settings. Evidence is not asked for here: what may not be read becomes a gap of its case.
"""

from typing import Self

import msgspec
from typing_extensions import override

from casebook_operator.kube import Object, paths
from casebook_operator.kube.objects import mapping, metadata_of, text
from casebook_operator.settings import ClusterSettings, Settings, WatchSettings

EVERYWHERE = ""
"""Stands for all namespaces, and for objects that are in none, as it does in :mod:`casebook_operator.kube.paths`."""

NODE_EVENTS_NAMESPACE = "default"
"""Events of objects without a namespace are kept here (client-go: tools/record/event.go, ``makeEvent``)."""

_IDENTITY = "kube-system"
"""No cluster is without this namespace, or gets it anew."""


class Scope(msgspec.Struct, frozen=True):
    """What an operator, or a web, with these settings looks at."""

    cluster: ClusterSettings = ClusterSettings()
    watch: WatchSettings = WatchSettings()

    @classmethod
    def of(cls, settings: Settings) -> Self:
        return cls(settings.cluster, settings.watch)

    @property
    def home(self) -> str:
        """Where the cases of what has no namespace live. Nothing else of it is watched unless it is listed."""
        return self.cluster.namespace

    @property
    def whole(self) -> bool:
        """Whether all namespaces are watched."""
        return not self.watch.namespaces

    @property
    def identity(self) -> str:
        """The namespace whose UID tells memory who remembers.

        Of a cluster of which only some namespaces are watched it is the own one: no other is sure to be readable.
        """
        return _IDENTITY if self.whole else self.home

    def places(self, kind: str) -> tuple[str, ...]:
        """The namespaces in which objects of a kind are listed and watched. None where they are nowhere."""
        if kind in paths.CLUSTER_SCOPED:
            watched = {"Node": self.watch.nodes, "Taxonomy": self.watch.taxonomies}.get(kind, self.whole)
            return (EVERYWHERE,) if watched else ()
        if self.whole:
            return (EVERYWHERE,)
        if kind == "Investigation":
            return self._and(self.home)
        if kind == "Event" and self.watch.nodes:
            return self._and(NODE_EVENTS_NAMESPACE)
        return self.watch.namespaces

    def told_places(self) -> tuple[str, ...]:
        """The namespaces in which Casebook writes Events: those of Investigations, and of what they are about."""
        if self.whole:
            return (EVERYWHERE,)
        return self._and(self.home, *((NODE_EVENTS_NAMESPACE,) if self.watch.nodes else ()))

    def named_places(self) -> tuple[str, ...]:
        """The namespaces whose own object is read: for its labels, and for its UID."""
        return (EVERYWHERE,) if self.whole else self._and(self.home)

    def watches(self, kind: str, namespace: str) -> bool:
        """Whether it is Casebook's business when an object fails. ``namespace`` is empty for those that have none."""
        if kind == "Node":
            return self.watch.nodes
        return self.whole or (kind not in paths.CLUSTER_SCOPED and namespace in self.watch.namespaces)

    def shows(self, kind: str, obj: Object) -> bool:
        """Whether what a watch delivers counts. Where Events of nodes are, there are others as well."""
        if kind != "Event":
            return True
        about = text(mapping(obj.get("involvedObject")).get("kind"))
        return self.watches(about, text(metadata_of(obj).get("namespace")))

    @override
    def __str__(self) -> str:
        """For people: which mode is on."""
        where = "all namespaces" if self.whole else f"the namespaces {', '.join(self.watch.namespaces)}"
        left_out = [name for name in ("nodes", "taxonomies") if not getattr(self.watch, name)]
        return f"{where}, without {' and '.join(left_out)}" if left_out else where

    def _and(self, *others: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.watch.namespaces, *others)))
