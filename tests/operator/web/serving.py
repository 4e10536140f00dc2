"""What a fork does to be ``casebook web``."""

import os
import sys

from casebook_operator import logs  # noqa: F401 - what the command imports when it runs
from casebook_operator.cli import main
from casebook_operator.web import serve as _serve  # noqa: F401


def serve(environment: dict[str, str], log: str) -> None:
    """Be the command with this environment, until it ends; what it says goes to the file."""
    os.environ.clear()
    os.environ.update(environment)
    said = os.open(log, os.O_WRONLY | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(said, stream)
    sys.argv = ["casebook", "web"]
    main()
