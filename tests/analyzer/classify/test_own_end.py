"""Whether a program that ended with 0 says that an error ended it."""

import pytest

from casebook_analyzer.classify.own_end import ended_by_an_error
from tests.analyzer.classify.builders import bundle, log


@pytest.mark.parametrize(
    "words",
    [
        "crit: A BackgroundService has thrown an unhandled exception, and the IHost instance is stopping.",
        "Uncaught exception, shutting down",
        "fatal error in consumer 3: exiting",
        "[FTL] Host terminated unexpectedly",
        "the registered exception handler opted to SHUTDOWN_CLIENT",
    ],
)
def test_a_program_says_that_an_error_ends_it(words: str) -> None:
    assert ended_by_an_error(bundle(log("listening"), log(words), log("bye")))


@pytest.mark.parametrize(
    "words",
    [
        "unhandled exception in request 17, answered 500",
        "fatal protocol error, terminating the client connection",
        "SIGTERM received, shutting down",
        "row 17 is left out: ValueError: could not convert string to float",
    ],
)
def test_what_ends_a_request_or_a_connection_ends_no_program(words: str) -> None:
    assert not ended_by_an_error(bundle(log(words), log("bye")))
