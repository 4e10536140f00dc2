"""Time for token buckets that passes when a test says so."""

import pytest

from casebook_operator.token_bucket import TokenBucket


class Watch:
    """A monotonic clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """The clock of every bucket that is made from now on."""
    made = Watch()
    monkeypatch.setitem(TokenBucket.__init__.__kwdefaults__, "clock", made)
    return made
