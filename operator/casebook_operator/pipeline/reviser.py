"""Puts another conclusion in the place of the one that stands: in memory first, then in the status."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Conclusion, FamilyRecord, Incident
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.revisions import has_revision
from casebook_operator.investigation.status import conclusion_status
from casebook_operator.pipeline.publisher import Publisher


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviser:
    """The one way to revise, whatever led to it.

    It may be cut off between memory and the status: memory then has the revision, and whoever judges again finds that
    the status does not say so yet.
    """

    memory: Memory
    publisher: Publisher
    view: Callable[[str], View]
    """What the readers of a namespace may learn from."""

    async def revise(self, case: Investigation, again: Incident) -> None:
        """Have an open case say what was concluded again, and keep what it said before.

        Raises:
            DatabaseUnavailableError: Memory does not answer.
            ClusterUnavailableError: The API server does not answer.
            ClusterRefusedError: It refuses the status.
        """
        found = await self.memory.recollect(again, self.view(case.namespace))
        again = msgspec.structs.replace(again, similar=found.similar.incidents, knowledge=found.knowledge)
        await self.memory.judge_again(again)
        await self.publisher.revised(case, again, found.similar.reason, await self._family(case, again))

    async def tell(self, case: Investigation, known: Incident) -> bool:
        """Have an open case say what memory says of it, and tell whether it did not.

        Raises what :meth:`revise` raises.
        """
        if _says(case, known.conclusion):
            return False
        await self.publisher.revised(case, known, "", await self._family(case, known))
        return True

    async def _family(self, case: Investigation, again: Incident) -> FamilyRecord | None:
        return await self.memory.family(again.conclusion.signature.key, self.view(case.namespace))


def _says(case: Investigation, conclusion: Conclusion) -> bool:
    """Whether the Investigation says so already.

    `casebook taxonomy rejudge` may have changed the record alone, as does a revision that is cut off.
    """
    said = conclusion_status(conclusion)
    told = conclusion.revision is None or has_revision(case, conclusion.revision)
    return told and all(case.status.get(name) == said.get(name) for name in ("category", "confidence"))
