"""From a case to an opinion: tiers, agreement, and what it takes, with a real server and a real memory."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from prometheus_client import REGISTRY

from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.memory.write.opinions import Amount, spent
from casebook_analyzer.models import Category, Incident, Opinion
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.reflection.adviser import Adviser
from casebook_operator.reflection.budget import Budget, OverBudgetError
from casebook_operator.reflection.endpoint import EndpointRefusedError, EndpointUnavailableError, ModelEndpoint
from casebook_operator.reflection.question import question_of
from tests.operator.builders import CLUSTER, at
from tests.operator.reflection.cases import fact, settings, unknown_incident
from tests.operator.reflection.scripted import GOOD, ScriptedModels, answer, is_silent, responds, says, serving

SANITIZER = Sanitizer(b"k" * 32, SECRETS_AND_EMAILS)
CASE = unknown_incident()
OTHER = {"category": "network_partition"}
INVENTED = {"entities": ["payments-db"]}


@pytest.fixture
async def models() -> AsyncIterator[ScriptedModels]:
    async with serving() as scripted:
        yield scripted


@pytest.fixture
async def memory(dsn: str) -> AsyncIterator[Memory]:
    async with open_memory(dsn, tenant=CLUSTER, embedder=None) as opened:
        yield opened


class Desk:
    """Asks, and knows what it took."""

    def __init__(self, memory: Memory, models: ScriptedModels) -> None:
        self.memory, self.models, self.now = memory, models, at()

    async def ask(self, *names: str, case: Incident = CASE, **changes: Any) -> Opinion:
        wanted = settings(self.models.url, *names, **changes)
        endpoint = ModelEndpoint(wanted)
        adviser = Adviser(endpoint, Budget(self.memory, wanted, clock=lambda: self.now), wanted)
        try:
            return await adviser.opinion(case, SANITIZER)
        finally:
            await endpoint.close()

    async def spent(self, month: str = "2026-03") -> Amount:
        return await spent(self.memory.session, month)


@pytest.fixture
def desk(memory: Memory, models: ScriptedModels) -> Desk:
    return Desk(memory, models)


def most_of(case: Incident = CASE) -> int:
    """Tokens that are paid in advance for one answer."""
    return question_of(case.bundle).most_tokens + 1024


async def test_answers_that_agree_are_an_opinion_with_the_words_of_the_first(desk: Desk) -> None:
    desk.models.steps = [answer(GOOD), answer(GOOD | OTHER), answer(GOOD | {"cause": "Something else."})]
    said = await desk.ask()
    assert (said.category, said.agreeing, said.asked) == (Category.CONFIG_ERROR, 2, 3)
    assert (said.cause, said.facts, said.model) == (GOOD["cause"], ("F1", "F2"), "small")
    assert said.refused == ""
    assert (await desk.spent()).tokens == 3 * 960


async def test_answers_that_failed_count_as_asked_and_agree_with_nobody(desk: Desk) -> None:
    desk.models.steps = [answer(GOOD), says("prose"), answer(GOOD)]
    said = await desk.ask()
    assert (said.agreeing, said.asked) == (2, 3)
    desk.models.steps = [says("prose"), answer(GOOD), says("prose")]
    assert not (await desk.ask()).taken


async def test_a_better_model_is_asked_where_the_answers_of_a_cheap_one_fail_the_checks(desk: Desk) -> None:
    desk.models.steps = [answer(GOOD | INVENTED), answer(GOOD | INVENTED), answer(GOOD)]
    said = await desk.ask("small", "large")
    assert (said.model, said.agreeing) == ("large", 3)
    assert desk.models.models == ["small", "small", "large", "large", "large"]


async def test_or_where_they_do_not_agree(desk: Desk) -> None:
    desk.models.steps = [answer(GOOD), answer(GOOD | OTHER), says("prose"), answer(GOOD)]
    assert (await desk.ask("small", "large")).model == "large"


async def test_where_no_model_passes_nothing_is_taken_and_it_is_said_why(desk: Desk) -> None:
    desk.models.steps = [answer(GOOD | INVENTED)]
    said = await desk.ask("small", "large")
    assert (said.taken, said.model, said.cause, said.facts) == (False, "large", "", ())
    assert 'names "payments-db"' in said.refused
    desk.models.steps = [answer(GOOD), answer(GOOD | OTHER), answer(GOOD | {"category": "unknown"})]
    assert "fewer than 2 of 3" in (await desk.ask()).refused


async def test_words_of_a_model_are_redacted_and_made_harmless(desk: Desk) -> None:
    secret = "AKIA" + "Q7ZX3MNB2VKL5RTW"
    case = unknown_incident((*CASE.bundle.facts, fact(f"key {secret} \u202e ")))
    desk.models.steps = [answer(GOOD | {"cause": f"The key {secret}\n is \u202e wrong."})]
    said = await desk.ask(case=case)
    assert said.taken
    assert secret not in said.cause
    assert not {"\n", "\u202e"} & set(said.cause)
    desk.models.steps = [answer(GOOD | {"entities": [f"{secret}\x1b[2J"]})]
    refused = await desk.ask()
    assert refused.refused
    assert secret not in refused.refused
    assert "\x1b" not in refused.refused


async def test_a_short_trouble_is_waited_out_within_one_question(desk: Desk) -> None:
    desk.models.steps = [responds(b"", 429, **{"Retry-After": "0"}), answer(GOOD), responds(b"", 503), answer(GOOD)]
    assert (await desk.ask()).agreeing == 3
    assert (await desk.spent()).tokens == 3 * 960


async def test_an_endpoint_that_is_away_costs_nothing_and_one_that_refuses_neither(desk: Desk) -> None:
    desk.models.steps = [responds(b"", 503, **{"Retry-After": "60"})]
    with pytest.raises(EndpointUnavailableError):
        await desk.ask()
    assert len(desk.models.asked) == 1
    desk.models.steps = [responds(b"", 404)]
    with pytest.raises(EndpointRefusedError):
        await desk.ask()
    assert await desk.spent() == Amount()


async def test_what_nobody_says_the_price_of_costs_what_was_paid_in_advance(desk: Desk) -> None:
    desk.models.steps = [answer(GOOD, None)]
    await desk.ask(agreement={"answers": 1, "least": 1})
    assert (await desk.spent()).tokens == most_of()
    desk.models.steps = [is_silent]
    with pytest.raises(EndpointUnavailableError):
        await desk.ask(timeout_seconds=0.2)
    assert (await desk.spent()).tokens >= 2 * most_of()


async def test_a_namespace_ends_at_its_share_and_others_go_on(desk: Desk) -> None:
    bound = {"tokens": 4 * (most_of() + 960), "namespace_percent": 25}
    one = {"answers": 1, "least": 1}
    await desk.ask(spending=bound, agreement=one)
    with pytest.raises(OverBudgetError):
        await desk.ask(spending=bound, agreement={"answers": 2, "least": 2})
    asked = len(desk.models.asked)
    with pytest.raises(OverBudgetError):
        await desk.ask(spending=bound, agreement=one)
    assert len(desk.models.asked) == asked
    other = unknown_incident(namespace="other")
    await desk.ask(spending=bound, agreement=one, case=other)
    desk.now = datetime(2026, 4, 1, tzinfo=UTC)
    await desk.ask(spending=bound, agreement=one)


async def test_all_namespaces_together_end_at_the_bound(desk: Desk) -> None:
    bound = {"tokens": 2 * most_of(), "namespace_percent": 100}
    desk.models.steps = [answer(GOOD, None)]
    one = {"answers": 1, "least": 1}
    for namespace in ("a", "b"):
        await desk.ask(spending=bound, agreement=one, case=unknown_incident(namespace=namespace))
    with pytest.raises(OverBudgetError):
        await desk.ask(spending=bound, agreement=one, case=unknown_incident(namespace="c"))
    assert (await desk.spent()).tokens == 2 * most_of()


async def test_a_bound_of_money_holds_by_the_prices_of_the_models(desk: Desk) -> None:
    priced = [{"name": "small", "input_price": 2.0, "output_price": 10.0}]
    await desk.ask(models=priced, agreement={"answers": 1, "least": 1})
    assert (await desk.spent()).cost_micros == 900 * 2 + 60 * 10
    with pytest.raises(OverBudgetError):
        await desk.ask(models=priced, spending={"tokens": 0, "cost": 0.003, "namespace_percent": 100})


async def test_tokens_are_in_metrics(desk: Desk) -> None:
    def tokens(direction: str) -> float:
        labels = {"model": "metered", "direction": direction}
        return REGISTRY.get_sample_value("casebook_reflection_tokens_total", labels) or 0.0

    await desk.ask("metered")
    assert (tokens("read"), tokens("written")) == (2700, 180)
