"""Puts a changed Taxonomy in force while the operator runs, and tells its author what became of it."""

import asyncio
from collections.abc import Mapping
from contextlib import aclosing
from datetime import UTC, datetime

import structlog

from casebook_analyzer.taxonomy import TaxonomyHolder
from casebook_operator import metrics
from casebook_operator.kube import Object
from casebook_operator.taxonomies.layers import LayerResult, Layers
from casebook_operator.taxonomies.status import status_of
from casebook_operator.taxonomies.store import TaxonomyStore
from casebook_operator.work import KeyedWork

log = structlog.get_logger(__name__)

SETTLE_SECONDS = 0.2
"""A pipeline applies several Taxonomies at once; together they are one change."""
FILES_SECONDS = 2.0
"""How often files are looked at. A ConfigMap's volume changes a minute after the ConfigMap, so this adds nothing."""


class Reload:
    """Takes in Taxonomies and files, composes them and hands the result to the holder."""

    def __init__(self, *, layers: Layers, holder: TaxonomyHolder, store: TaxonomyStore, tells: bool = True) -> None:
        """``tells`` says whether it is this operator that writes their statuses."""
        self._tells = tells
        self._layers = layers
        self._holder = holder
        self._store = store
        self._told: dict[str, Object | None] = {}
        """What the watch told since the last look, by name; None for a Taxonomy that was deleted."""
        self._changed = asyncio.Event()
        self._statuses: KeyedWork[LayerResult] = KeyedWork("taxonomy status", self._write, concurrency=2)
        metrics.WORK_ERRORS.labels(work="taxonomies")  # begins at 0, so that Prometheus sees the first one

    async def restore(self) -> None:
        """Put the files and the Taxonomies that exist in force. Call it before the first case is classified.

        Raises:
            ClusterUnavailableError: The API server does not answer.
            ClusterRefusedError: It refuses to list Taxonomies for another reason than missing rights.
        """
        async with aclosing(self._store.bodies()) as bodies:
            async for body in bodies:
                self._layers.put(body)
        self._layers.read_files()
        await self._compose()

    def taxonomy(self, body: Object, *, deleted: bool) -> None:
        """Take in what a watch tells of one Taxonomy."""
        self._told[body["metadata"]["name"]] = None if deleted else body
        self._changed.set()

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            changed = False
            try:
                async with asyncio.timeout(FILES_SECONDS):  # wait_for would pass over being cancelled just then
                    await self._changed.wait()
            except TimeoutError:
                changed = await asyncio.to_thread(self._layers.read_files)
                if not changed:
                    continue
            await asyncio.sleep(SETTLE_SECONDS)
            self._changed.clear()
            told, self._told = self._told, {}
            try:
                if await asyncio.to_thread(self._take_in, told) or changed:
                    await self._compose()
            except Exception:  # whatever somebody wrote, the taxonomy that is in force stays
                metrics.WORK_ERRORS.labels(work="taxonomies").inc()
                log.exception("the taxonomies cannot be composed")

    async def close(self) -> None:
        await self._statuses.close()

    def _take_in(self, told: Mapping[str, Object | None]) -> bool:
        """Whether anything is other than before. A megabyte of rules takes half a second."""
        taken = [self._layers.remove(name) if body is None else self._layers.put(body) for name, body in told.items()]
        return any(taken)

    async def _compose(self) -> None:
        composition, results = await asyncio.to_thread(self._layers.compose)
        for problem in self._layers.file_problems:
            log.error("a taxonomy file is left out", problem=str(problem))
        refused = [result for result in results if not result.accepted]
        for result in refused:
            log.warning("a Taxonomy is refused", taxonomy=result.object.name, problem=str(result.errors[0]))
        metrics.TAXONOMY_REFUSED.labels(source="resource").set(len(refused))
        metrics.TAXONOMY_REFUSED.labels(source="file").set(len({one.overlay for one in self._layers.file_problems}))
        before = self._holder.version
        if self._holder.replace(composition.taxonomy):
            log.info("another taxonomy is in force", version=self._holder.version, before=before)
        for result in results if self._tells else ():
            self._statuses.submit(result.object.uid, result)

    async def _write(self, result: LayerResult) -> None:
        status = status_of(result, self._holder.version, datetime.now(UTC))
        if status != {name: result.object.status.get(name) for name in status}:
            await self._store.write_status(result.object, status)
