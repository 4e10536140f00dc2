"""Kopf storages that store nothing.

Casebook's handlers are all ``on.event``, which need neither the last handled state nor progress. Without these, Kopf
copies every body for its essence (measured: 1.2 ms an event against 0.57 ms) and could write annotations.
"""

import copy
from collections.abc import Iterable
from typing import Any

import kopf
from typing_extensions import override


class NoDiffBase(kopf.DiffBaseStorage):
    """Every object looks as if it was never handled."""

    @override
    def build(self, *, body: kopf.Body, extra_fields: Iterable[Any] | None = None) -> Any:
        return {}

    @override
    def fetch(self, *, body: kopf.Body) -> None:
        return None

    @override
    def store(self, *, body: kopf.Body, patch: kopf.Patch, essence: Any) -> None:
        return None


class NoProgress(kopf.ProgressStorage):
    """No handler has ever made progress."""

    @override
    def fetch(self, *, key: Any, body: kopf.Body) -> None:
        return None

    @override
    def store(self, *, key: Any, record: Any, body: kopf.Body, patch: kopf.Patch) -> None:
        return None

    @override
    def purge(self, *, key: Any, body: kopf.Body, patch: kopf.Patch) -> None:
        return None

    @override
    def touch(self, *, body: kopf.Body, patch: kopf.Patch, value: str | None) -> None:
        return None

    @override
    def clear(self, *, essence: Any) -> Any:
        return copy.copy(essence)
