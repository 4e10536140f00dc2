"""Looks again at nodes when another table of conditions is in force: what they report has not changed, but counts now.

A node's next own write may be five minutes away (kubelet: ``nodeStatusReportFrequency``).
"""

import asyncio
from collections.abc import Callable

import structlog

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.taxonomy import ConditionTable, Taxonomy, TaxonomyHolder
from casebook_operator.kube import KubeClient, Object, paths
from casebook_operator.scope import Scope

log = structlog.get_logger(__name__)

NODE_EVENTS = "involvedObject.kind=Node,type=Warning"
_PAGES = 100
"""10,000 nodes: twice what Kubernetes is tested with (kubernetes.io, setup/best-practices/cluster-large)."""


class SignalRefresh:
    """Reads nodes and their Warning Events, and looks for signals in them."""

    def __init__(
        self, *, kube: KubeClient, scope: Scope, holder: TaxonomyHolder, look: Callable[[str, Object], None]
    ) -> None:
        self._kube = kube
        self._scope = scope
        self._look = look
        self._seen: ConditionTable = holder.current().conditions
        self._newest = self._seen
        self._changed = asyncio.Event()
        holder.subscribe(self._told)

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                await self.look_again()
            except CasebookError as error:
                log.warning("nodes are looked at when they change", error=str(error))

    async def look_again(self) -> None:
        """Look once, if the table of conditions is another one than the last time."""
        if self._newest == self._seen:
            return
        self._seen = self._newest
        if not self._scope.watch.nodes:
            return
        for node in await self._kube.list(paths.collection("Node"), pages=_PAGES):
            self._look("Node", node)
        for place in self._scope.places("Event"):
            for event in await self._kube.list(
                paths.collection("Event", place), pages=_PAGES, fieldSelector=NODE_EVENTS
            ):
                self._look("Event", event)

    def _told(self, taxonomy: Taxonomy) -> None:
        self._newest = taxonomy.conditions
        self._changed.set()
