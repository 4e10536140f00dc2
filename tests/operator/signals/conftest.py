"""Lives that open something, and lives that open nothing."""

from collections.abc import Iterator

import pytest

from tests.operator.signals.life import Life


@pytest.fixture
def healthy() -> Iterator[Life]:
    """A life that opens nothing."""
    life = Life()
    yield life
    assert life.opened == {}


@pytest.fixture
def sick() -> Iterator[Life]:
    """A life that opens something."""
    life = Life()
    yield life
    assert life.opened
