"""What a fork does to be ``casebook web``."""

import os
import sys

from casebook_operator import (
    logs,  # noqa: F401 - what the command imports when it runs
    opening_watch,
)
from casebook_operator.cli import main
from casebook_operator.web import serve as _serve  # noqa: F401


def serve(environment: dict[str, str], log: str) -> None:
    """Be the command with this environment, until it ends; what it says goes to the file."""
    os.environ.clear()
    os.environ.update(environment)
    said = os.open(log, os.O_WRONLY | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(said, stream)
    opening_watch.FLUSH_SECONDS = 3600.0  # nothing is written between two answers that a test compares
    sys.argv = ["casebook", "web"]
    main()
