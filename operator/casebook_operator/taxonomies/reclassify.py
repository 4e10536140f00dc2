"""Judges open Investigations again when another taxonomy is in force."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec
import structlog

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory import Memory
from casebook_analyzer.taxonomy import Taxonomy, TaxonomyHolder
from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.investigation import Investigation
from casebook_operator.pipeline.reviser import Reviser
from casebook_operator.taxonomies.replay import by_taxonomy, reclassified

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 0.1
"""Between two cases: with at most ten writes a second a new taxonomy does not disturb new cases."""
SWEEP_SECONDS = 60.0
"""How often cases are looked for that no change of the taxonomy led to: concluded by the old one while it changed,
or while the database was away."""


@dataclass(eq=False, kw_only=True)
class Reclassify:
    """Works through open cases whose conclusion was made with another taxonomy, one after another."""

    holder: TaxonomyHolder
    memory: Memory
    index: InvestigationIndex
    reviser: Reviser

    def __post_init__(self) -> None:
        self._changed = asyncio.Event()
        self._skipped: set[tuple[str, str]] = set()
        """(case, version) of cases that memory does not have, or that cannot be judged: they are not tried again."""
        self.holder.subscribe(lambda _: self._changed.set())

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            self._changed.clear()
            await self.sweep()
            try:
                async with asyncio.timeout(SWEEP_SECONDS):  # wait_for would pass over being cancelled just then
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def sweep(self) -> None:
        """Classify every case that is due, once. If the taxonomy changes meanwhile, the rest gets the new one."""
        self._skipped = {(uid, version) for uid, version in self._skipped if version == self.holder.version}
        for case in list(self.index.unresolved()):
            if not self._due(case):
                continue
            try:
                await self.judge(case.uid, self.holder.current())
            except CasebookError as error:
                log.warning("a case is judged again later", investigation=case.name, error=str(error))
            except Exception:  # one case that breaks must not keep all others on the old taxonomy
                self._skipped.add((case.uid, self.holder.version))
                log.exception("a case cannot be judged again", investigation=case.name)
            await asyncio.sleep(PAUSE_SECONDS)

    async def judge(self, uid: str, taxonomy: Taxonomy) -> None:
        """Classify one case with this taxonomy, and publish the conclusion if it differs.

        Raises:
            DatabaseUnavailableError: Memory does not answer.
            ClusterUnavailableError: The API server does not answer.
            ClusterRefusedError: It refuses the status.
        """
        incident = await self.memory.by_id(uid)
        if incident is None:
            self._skipped.add((uid, taxonomy.version))
            return
        again = await asyncio.to_thread(reclassified, incident, taxonomy)
        case = self.index.get(uid)
        if case is None or not case.open:
            return  # closed meanwhile: the past is not changed without being asked
        if not incident.conclusion.says_the_same(again.conclusion):
            await self.reviser.revise(case, by_taxonomy(again, datetime.now(UTC)))
            return
        await self.memory.confirm(uid, taxonomy.version)
        stamped = msgspec.structs.replace(incident.conclusion, taxonomy_version=taxonomy.version)
        if not await self.reviser.tell(case, msgspec.structs.replace(incident, conclusion=stamped)):
            await self.reviser.publisher.confirmed(case, taxonomy.version)

    def _due(self, case: Investigation) -> bool:
        version = self.holder.version
        return case.open and case.status.get("taxonomyVersion") != version and (case.uid, version) not in self._skipped
