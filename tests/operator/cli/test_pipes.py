"""Commands whose reader has seen enough, as in ``casebook list | head -1``, end as other programs do."""

import os
import subprocess
import sys

import pytest

from tests.operator.cli.conftest import Remembered
from tests.patience import PATIENCE
from tests.rows import of_every


def unread(*command: str, **environment: str) -> tuple[int, str]:
    """Exit code and standard error of a command whose standard output nobody reads."""
    reads, writes = os.pipe()
    os.close(reads)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "casebook_operator", *command],
            env=dict(os.environ) | environment,
            stdout=writes,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    finally:
        os.close(writes)
    return done.returncode, done.stderr


@of_every(
    ("command", "environment"),
    [
        (("list",), {}),
        (("list",), {"COLUMNS": "80"}),
        (("list",), {"PYTHONUNBUFFERED": "1"}),
        (("--help",), {}),
        (("doctor",), {}),
        (("memory", "export", "-"), {}),
    ],
)
def test_nothing_is_said_and_the_exit_code_is_that_of_a_closed_pipe(
    much: Remembered, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], environment: dict[str, str]
) -> None:
    """What is written at once and what is left for the end; a table of any width; also where something is wrong."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)
    assert unread(*command, **environment) == (141, "")


def test_what_fails_says_so_all_the_same(much: Remembered) -> None:
    code, said = unread("show", "nothing")
    assert code == 1
    assert said.startswith("Error: ")
