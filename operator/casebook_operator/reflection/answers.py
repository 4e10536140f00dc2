"""What a model has to answer, as a schema and as a type. Pure."""

from typing import Annotated, Any

import msgspec

from casebook_analyzer.models import Category

LONGEST_CAUSE = 400
LONGEST_REASONING = 1200
"""Characters. What is longer is refused and not cut: half a sentence may say the opposite."""

_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=253)]


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One answer, of the right form and not checked further."""

    category: Category
    cause: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_CAUSE)]
    reasoning: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_REASONING)]
    facts: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=30)]
    entities: Annotated[tuple[_Name, ...], msgspec.Meta(max_length=30)]


class NoAnswerError(ValueError):
    """A text is no answer of this form. The message says why, and quotes nothing."""


def schema() -> dict[str, Any]:
    """What endpoints are told. Lengths are left out: strict modes of OpenAI's API know none (structured outputs)."""
    texts = {"type": "array", "items": {"type": "string"}}
    return {
        "type": "object",
        "properties": {
            "category": {"type": "string", "enum": [category.value for category in Category]},
            "cause": {"type": "string"},
            "reasoning": {"type": "string"},
            "facts": texts,
            "entities": texts,
        },
        "required": ["category", "cause", "reasoning", "facts", "entities"],
        "additionalProperties": False,
    }


def read_answer(text: str) -> Answer:
    """The answer in a text that is one JSON object and nothing else.

    Raises:
        NoAnswerError: It is none.
    """
    try:
        return msgspec.json.decode(text, type=Answer)
    except msgspec.ValidationError as error:
        # It names the field and what is wrong with it; values that it would quote are those of the enumeration.
        raise NoAnswerError(f"it does not follow the schema ({_field(str(error))})") from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise NoAnswerError("it is no JSON") from error


def _field(message: str) -> str:
    _, found, path = message.rpartition(" - at `$")
    known = path.strip("`.").partition("[")[0]
    return f"in {known}" if found and known in Answer.__struct_fields__ else "a field is missing, unknown or wrong"
