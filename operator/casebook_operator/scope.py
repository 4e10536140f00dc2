"""Where Casebook looks: the whole cluster, or some namespaces. Whoever lists, watches or asks for rights asks here.

A pure function of the settings. Evidence is not asked for here: what may not be read becomes a gap of its case.
"""

from typing import Self

import msgspec
from typing_extensions import override

from casebook_operator.kube import Object, paths
from casebook_operator.kube.objects import namespace_of
from casebook_operator.kube.values import text
from casebook_operator.settings import ClusterSettings, Settings, WatchSettings

EVERYWHERE = ""
"""Stands for all namespaces, and for objects that are in none, as it does in :mod:`casebook_operator.kube.paths`."""

NODE_EVENTS_NAMESPACE = "default"
"""Events of objects without a namespace are kept here (client-go: tools/record/event.go, ``makeEvent``)."""

_IDENTITY = "kube-system"
"""No cluster is without this namespace, or gets it anew."""


class Scope(msgspec.Struct, frozen=True):
    """What ``casebook operator`` and ``casebook web`` look at with these settings."""

    cluster: ClusterSettings = ClusterSettings()
    watch: WatchSettings = WatchSettings()

    @classmethod
    def of(cls, settings: Settings) -> Self:
        return cls(settings.cluster, settings.watch)

    @property
    def home(self) -> str:
        """The namespace of cases of nodes and other objects that have none.

        Beside Investigations nothing in it is watched, unless ``watch.namespaces`` names it.
        """
        return self.cluster.namespace

    @property
    def whole(self) -> bool:
        """Whether all namespaces are watched."""
        return not self.watch.namespaces

    @property
    def identity(self) -> str:
        """The namespace whose UID tells memory which cluster this is.

        Where only some namespaces are watched it is :attr:`home`: no other is sure to be readable.
        """
        return _IDENTITY if self.whole else self.home

    def places(self, kind: str) -> tuple[str, ...]:
        """The namespaces in which objects of a kind are listed and watched.

        ``("",)`` stands for the whole cluster; an empty tuple means that the kind is not watched.
        """
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
        """The namespaces in which Casebook posts Events, about Investigations and failing objects; ``""``: all."""
        if self.whole:
            return (EVERYWHERE,)
        return self._and(self.home, *((NODE_EVENTS_NAMESPACE,) if self.watch.nodes else ()))

    def named_places(self) -> tuple[str, ...]:
        """The namespaces whose ``Namespace`` object is read, for its labels and its UID; ``""`` stands for all."""
        return (EVERYWHERE,) if self.whole else self._and(self.home)

    def watches(self, kind: str, namespace: str) -> bool:
        """Whether a failing object of this kind and namespace opens a case; ``namespace`` is empty if it has none."""
        if kind == "Node":
            return self.watch.nodes
        return self.whole or (kind not in paths.CLUSTER_SCOPED and namespace in self.watch.namespaces)

    def shows(self, kind: str, obj: Object) -> bool:
        """Whether an object that a watch delivered counts.

        The namespace of Events about nodes has Events about other objects too, which may not be watched.
        """
        if kind != "Event":
            return True
        about = text(obj, "involvedObject", "kind")
        return self.watches(about, namespace_of(obj))

    @override
    def __str__(self) -> str:
        """For people: which mode is on."""
        where = "all namespaces" if self.whole else f"the namespaces {', '.join(self.watch.namespaces)}"
        left_out = [name for name in ("nodes", "taxonomies") if not getattr(self.watch, name)]
        return f"{where}, without {' and '.join(left_out)}" if left_out else where

    def _and(self, *others: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.watch.namespaces, *others)))
