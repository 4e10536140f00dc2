"""Builds the parts that ask models, and connects them."""

from casebook_analyzer.memory import Memory
from casebook_operator.cases.wiring import CaseWiring
from casebook_operator.pseudonyms import PseudonymsOf
from casebook_operator.reflection.adviser import Adviser
from casebook_operator.reflection.budget import Budget
from casebook_operator.reflection.endpoint import ModelEndpoint
from casebook_operator.reflection.sync import ReflectionSync
from casebook_operator.settings import LogAudience, Settings


class ReflectionWiring:
    """Second opinions of one operator. Where they are off, only the answer to who asks is left of them."""

    def __init__(self, *, wiring: CaseWiring, memory: Memory, pseudonyms: PseudonymsOf, settings: Settings) -> None:
        wanted = settings.reflection
        self._endpoint = ModelEndpoint(wanted)
        self.sync = ReflectionSync(
            adviser=Adviser(self._endpoint, Budget(memory, wanted), wanted) if wanted.on else None,
            memory=memory,
            writer=wiring.writer,
            cases=wiring.cases,
            pseudonyms=pseudonyms,
            below=wanted.below,
            log_text=settings.evidence.log_text is LogAudience.INVESTIGATION_READERS,
        )

    async def close(self) -> None:
        """Stop asking, then close connections."""
        await self.sync.close()
        await self._endpoint.close()
