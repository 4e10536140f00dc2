"""How much a run leaves to chance: little in `make test`, much in `make soak`."""

import os

ROUNDS = int(os.environ.get("CASEBOOK_SOAK_ROUNDS", "1"))
"""What takes long is tried so many times as often. `make soak` sets it."""
