"""Paths in settings. An empty one would be the current directory, which nobody means who leaves a variable empty."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator


def _is_empty(given: Any) -> bool:
    return isinstance(given, str) and not given.strip()


def _or_unset(given: Any) -> Any:
    return None if _is_empty(given) else given


def _named(given: Any) -> Any:
    if _is_empty(given):
        raise ValueError("it is empty, and has to name a path")
    return given


OptionalPath = Annotated[Path | None, BeforeValidator(_or_unset)]
"""Empty is not set."""
NamedPath = Annotated[Path, BeforeValidator(_named)]
"""Empty is refused."""
