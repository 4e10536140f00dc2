"""What asking may take in a month, of all and of one namespace: paid before, corrected after."""

import math
from collections.abc import Callable
from datetime import UTC, datetime

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.write.opinions import (
    MICROS,
    Amount,
    SpendingAccount,
    SpendingBounds,
    month_of,
    reserve,
    settle,
)
from casebook_operator import metrics
from casebook_operator.reflection.question import ModelQuestion
from casebook_operator.reflection.reply import TokenUsage
from casebook_operator.reflection_settings import ModelSettings, ReflectionSettings, SpendingSettings


class OverBudgetError(CasebookError):
    """What is left of the month does not suffice for one more answer."""


class Reservation:
    """What one answer may take at most, paid in advance."""

    def __init__(self, memory: Memory, account: SpendingAccount, model: ModelSettings, most: Amount) -> None:
        self._memory, self._account, self._model, self._most = memory, account, model, most

    async def pay(self, usage: TokenUsage | None) -> None:
        """Say what it took; None: nobody says, so it was all."""
        if usage is None:
            return
        read, written = usage.prompt_tokens, usage.completion_tokens
        await self._settle(Amount(read + written, _micros(self._model, read, written)))
        for direction, tokens in (("read", read), ("written", written)):
            metrics.REFLECTION_TOKENS.labels(model=self._model.name, direction=direction).inc(tokens)
        metrics.REFLECTION_COST.labels(model=self._model.name).inc(_micros(self._model, read, written) / MICROS)

    async def give_back(self) -> None:
        """Say that it took nothing."""
        await self._settle(Amount())

    async def _settle(self, took: Amount) -> None:
        await settle(self._memory.session, self._account, self._most, took)


class Budget:
    """The accounts of this cluster, which memory keeps: several operators share them, and a restart changes nothing."""

    def __init__(
        self, memory: Memory, settings: ReflectionSettings, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._memory, self._settings, self._clock = memory, settings, clock
        self._bounds = _bounds(settings.spending)

    async def reserve(self, namespace: str, model: ModelSettings, question: ModelQuestion) -> Reservation:
        """Pay for one answer in advance.

        Raises:
            OverBudgetError: Not so much is left.
            CasebookError: The database does not answer.
        """
        account = SpendingAccount(month=month_of(self._clock()), namespace=namespace)
        read, written = question.most_tokens, self._settings.answer_tokens
        most = Amount(read + written, _micros(model, read, written))
        if not await reserve(self._memory.session, account, most, self._bounds):
            raise OverBudgetError(f"What models may take in {account.month} is used up for this namespace, or for all.")
        return Reservation(self._memory, account, model, most)


def _micros(model: ModelSettings, read: int, written: int) -> int:
    """Prices are for a million tokens, so that many tokens cost as many millionths."""
    return math.ceil(read * model.input_price + written * model.output_price)


def _bounds(settings: SpendingSettings) -> SpendingBounds:
    everybody = Amount(settings.tokens, math.floor(settings.cost * MICROS))
    share = settings.namespace_percent / 100
    return SpendingBounds(
        everybody=everybody,
        # At least one, as 0 is no bound.
        namespace=Amount(_part(everybody.tokens, share), _part(everybody.cost_micros, share)),
    )


def _part(whole: int, share: float) -> int:
    return max(1, math.floor(whole * share)) if whole else 0
