"""Which endpoints can be set, and what is refused before anybody is asked."""

from typing import Any

import pytest
from pydantic import ValidationError

from casebook_operator.reflection_settings import ReflectionSettings
from tests.rows import of_every

MODELS = [{"name": "small"}]
URL = "https://models.example.com/v1"

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"url": "file:///etc/passwd", "models": MODELS}, "url must be"),
    ({"url": "https://", "models": MODELS}, "url must be"),
    ({"url": "https://me:secret@models.example.com", "models": MODELS}, "url must be"),
    ({"url": f"{URL}?key=1", "models": MODELS}, "url must be"),
    ({"url": f"{URL}#x", "models": MODELS}, "url must be"),
    ({"url": "https://models.example.com:x/v1", "models": MODELS}, "ort"),
    ({"url": URL}, "models must name"),
    ({"url": "http://models.ai.svc/v1", "models": MODELS, "key_file": "/key"}, "https only"),
    ({"url": URL, "models": MODELS * 5}, "at most 4"),
    ({"agreement": {"answers": 2, "least": 3}}, "3 of 2"),
    ({"key": "sk-secret"}, "key"),
]


@of_every(("given", "said"), REFUSED)
def test_what_cannot_be_used_is_refused_with_what_would_do(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError) as error:
        ReflectionSettings.model_validate(given)
    assert said in str(error.value)


def test_it_is_off_until_it_has_an_address() -> None:
    assert not ReflectionSettings().on
    assert ReflectionSettings.model_validate({"url": URL, "models": MODELS, "key_file": "/key"}).on
    assert ReflectionSettings.model_validate({"url": "http://models.ai.svc:8000/v1", "models": MODELS}).on
    assert ReflectionSettings.model_validate({"url": "http://[::1]:1/v1", "models": MODELS, "key_file": "/key"}).on
