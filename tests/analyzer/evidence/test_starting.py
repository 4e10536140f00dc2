"""The end of a log tells a program that still starts from one that serves, fails or waits."""

import pytest

from casebook_analyzer.evidence.starting import ends_while_starting


@pytest.mark.parametrize(
    "log",
    [
        ["ranker: loading weights of 4 GB"],
        ["INFO boot", "INFO Loading checkpoint shards:  33%"],
        ["Applying migration orders.0031... OK", "Applying migration orders.0032..."],
        ["Warming up the cache", "received SIGTERM, stopping"],
    ],
)
def test_what_is_still_done_to_start(log: list[str]) -> None:
    assert ends_while_starting(log) is not None


@pytest.mark.parametrize(
    "log",
    [
        ["loading weights", "listening on :9000"],
        ["listening on :9000", "reloading settings", "loading rates"],
        ["loading weights", "waiting for db:5432"],
        ["loading weights: retry 3 of 5"],
        ["loading weights", "cannot read weights.bin: permission denied"],
        ["loading weights", "GET /orders 200"],
        ["shutting down"],
        [],
    ],
)
def test_what_serves_waits_or_fails_does_not_only_start(log: list[str]) -> None:
    assert ends_while_starting(log) is None
