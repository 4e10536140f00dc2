"""A real HTTP server on the loopback, which behaves as endpoints do, and as none should."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.reflection.answers import NoAnswerError
from casebook_operator.reflection.endpoint import (
    ANSWER_BYTES,
    EndpointRefusedError,
    EndpointUnavailableError,
    ModelEndpoint,
)
from casebook_operator.reflection.question import question_of
from casebook_operator.reflection.reply import Reply
from tests.operator.kubeconfigs import nobody_listens
from tests.operator.reflection.cases import SMALL, bundle, settings
from tests.operator.reflection.scripted import (
    USAGE,
    ScriptedModels,
    answer,
    completion,
    floods,
    is_silent,
    responds,
    says,
    serving,
    trickles,
)

QUESTION = question_of(bundle())
KEY = "sk-s3cr3ts3cr3ts3cr3t"


@pytest.fixture
async def models() -> AsyncIterator[ScriptedModels]:
    async with serving() as scripted:
        yield scripted


async def asked(url: str, **changes: Any) -> Reply:
    endpoint = ModelEndpoint(settings(url, **changes))
    try:
        return await endpoint.ask(SMALL, QUESTION)
    finally:
        await endpoint.close()


async def test_facts_go_there_as_data_with_a_schema_and_nothing_else(models: ScriptedModels) -> None:
    reply = await asked(models.url)
    (body,) = models.asked
    assert [one["role"] for one in body["messages"]] == ["system", "user"]
    assert body["messages"][1]["content"] == QUESTION.data
    assert body["response_format"]["json_schema"]["strict"] is True
    assert body["max_tokens"] == 1024
    assert body.keys() == {"model", "messages", "response_format", "max_tokens"}
    assert reply.usage is not None
    assert reply.usage.prompt_tokens == USAGE["prompt_tokens"]
    await asked(models.url, limit_field="max_completion_tokens")
    assert models.asked[1]["max_completion_tokens"] == 1024


async def test_the_key_is_read_from_its_file_at_each_request_and_stands_in_no_error(
    models: ScriptedModels, tmp_path: Path
) -> None:
    path = tmp_path / "key"
    path.write_text(f"{KEY}\n")
    endpoint = ModelEndpoint(settings(models.url, key_file=str(path)))
    await endpoint.ask(SMALL, QUESTION)
    path.write_text("another")
    await endpoint.ask(SMALL, QUESTION)
    assert [one["Authorization"] for one in models.headers] == [f"Bearer {KEY}", "Bearer another"]
    path.write_text(f"{KEY}\nX-Other: 1")
    with pytest.raises(ConfigurationError) as error:
        await endpoint.ask(SMALL, QUESTION)
    assert KEY not in str(error.value)
    models.steps = [responds(f'{{"error": "{KEY} is wrong"}}'.encode(), 401)]
    path.write_text(KEY)
    with pytest.raises(EndpointRefusedError) as refused:
        await endpoint.ask(SMALL, QUESTION)
    assert "401" in str(refused.value)
    assert KEY not in str(refused.value)
    await endpoint.close()


async def test_without_a_key_none_is_sent(models: ScriptedModels) -> None:
    await asked(models.url)
    assert "Authorization" not in models.headers[0]


async def test_where_it_redirects_to_nobody_goes(models: ScriptedModels) -> None:
    async with serving() as elsewhere:
        models.steps = [responds(b"", 307, Location=f"{elsewhere.url}/chat/completions")]
        with pytest.raises(EndpointRefusedError, match="307"):
            await asked(models.url)
        assert elsewhere.asked == []


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_an_endpoint_in_trouble_is_away_for_as_long_as_it_says(models: ScriptedModels, status: int) -> None:
    models.steps = [responds(b"later", status, **{"Retry-After": "7"})]
    with pytest.raises(EndpointUnavailableError, match=str(status)) as error:
        await asked(models.url)
    assert (error.value.retryable, error.value.retry_after, error.value.begun) == (True, 7, False)


async def test_one_that_is_dead_is_away() -> None:
    with nobody_listens() as port, pytest.raises(EndpointUnavailableError) as error:
        await asked(f"http://127.0.0.1:{port}/v1")
    assert not error.value.begun


@pytest.mark.parametrize("step", [is_silent, trickles])
async def test_an_answer_that_does_not_end_in_time_is_none_and_may_have_to_be_paid(
    models: ScriptedModels, step: Any
) -> None:
    models.steps = [step]
    with pytest.raises(EndpointUnavailableError, match="in time") as error:
        await asked(models.url, timeout_seconds=0.3)
    assert error.value.begun


async def test_an_answer_without_end_is_read_up_to_its_bound(models: ScriptedModels) -> None:
    models.steps = [floods]
    with pytest.raises(NoAnswerError, match="too long"):
        await asked(models.url)
    models.steps = [says("x" * ANSWER_BYTES)]
    with pytest.raises(NoAnswerError, match="too long"):
        await asked(models.url)


@pytest.mark.parametrize(
    "body",
    [b"", b"<html>", b"[]", b"{}", b'{"choices": []}', b'{"choices": [{"message": {"content": null}}]}', b"\xff\xfe"],
)
async def test_what_is_none_of_this_api_is_no_answer(models: ScriptedModels, body: bytes) -> None:
    models.steps = [responds(body)]
    with pytest.raises(NoAnswerError):
        await asked(models.url)


@pytest.mark.parametrize(
    "usage",
    [None, {}, "many", {"prompt_tokens": -5, "completion_tokens": 1}, {"prompt_tokens": 1}, {"prompt_tokens": 1e30}],
)
async def test_what_is_said_of_tokens_and_cannot_be_is_as_if_nothing_was_said(
    models: ScriptedModels, usage: Any
) -> None:
    models.steps = [says("text", usage)]
    assert (await asked(models.url)).usage is None


async def test_one_that_broke_off_in_the_midst_is_away(models: ScriptedModels) -> None:
    async def breaks_off(_: ScriptedModels, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Length": "1000"})
        await response.prepare(request)
        await response.write(completion("x")[:20])
        assert request.transport is not None
        request.transport.abort()
        return response

    models.steps = [breaks_off]
    with pytest.raises(EndpointUnavailableError) as error:
        await asked(models.url)
    assert error.value.begun


async def test_after_failures_in_a_row_it_is_left_alone(models: ScriptedModels) -> None:
    models.steps = [responds(b"", 500)]
    endpoint = ModelEndpoint(settings(models.url))
    for _ in range(5):
        with pytest.raises(EndpointUnavailableError):
            await endpoint.ask(SMALL, QUESTION)
    assert len(models.asked) == 3
    await endpoint.close()


async def test_who_is_cancelled_leaves_no_connection(models: ScriptedModels) -> None:
    models.steps = [is_silent, answer({})]
    endpoint = ModelEndpoint(settings(models.url))
    asking = asyncio.create_task(endpoint.ask(SMALL, QUESTION))
    while not models.asked:
        await asyncio.sleep(0.01)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await endpoint.close()
