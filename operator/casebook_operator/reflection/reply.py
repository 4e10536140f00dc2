"""What an endpoint with OpenAI's API is sent, and what its answer holds (Chat Completions). Pure."""

from typing import Any

import msgspec

from casebook_operator.reflection.answers import NoAnswerError, schema
from casebook_operator.reflection.question import ModelQuestion

_MOST_TOKENS = 10**9
"""Of one answer, whatever an endpoint says it took."""


class TokenUsage(msgspec.Struct, frozen=True):
    """What an endpoint says that an answer took; anything but two numbers is as if it said nothing."""

    prompt_tokens: int = -1
    completion_tokens: int = -1

    @property
    def plausible(self) -> bool:
        """Whether both are numbers of tokens."""
        return all(0 <= tokens <= _MOST_TOKENS for tokens in (self.prompt_tokens, self.completion_tokens))


class Reply(msgspec.Struct, frozen=True):
    """One answer as it came."""

    text: str
    usage: TokenUsage | None
    """None where the endpoint says nothing of it."""


class _Message(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    message: _Message


class _Completion(msgspec.Struct):
    choices: list[_Choice]
    usage: Any = None


def request_of(model: str, question: ModelQuestion, *, limit_field: str, answer_tokens: int) -> bytes:
    """The body of a request. Nothing is streamed, and nothing but the schema is asked of the endpoint."""
    body = {
        "model": model,
        "messages": [
            {"role": "system", "content": question.instruction},
            {"role": "user", "content": question.data},
        ],
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "second_opinion", "strict": True, "schema": schema()},
        },
        limit_field: answer_tokens,
    }
    return msgspec.json.encode(body)


def read_reply(content: bytes) -> Reply:
    """The answer in the body of a response.

    Raises:
        NoAnswerError: There is none in it.
    """
    try:
        found = msgspec.json.decode(content, type=_Completion)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise NoAnswerError("the endpoint's response is none of this API") from error
    if not found.choices or not found.choices[0].message.content:
        raise NoAnswerError("the endpoint's response has no answer in it")
    return Reply(found.choices[0].message.content, _usage(found.usage))


def _usage(told: Any) -> TokenUsage | None:
    try:
        usage = msgspec.convert(told, TokenUsage)
    except msgspec.ValidationError:
        return None
    return usage if usage.plausible else None
