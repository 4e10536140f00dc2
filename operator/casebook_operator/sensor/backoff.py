"""How long to wait before a stream that broke is asked for again."""

import random
from collections.abc import Iterator

FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 30.0


class JitteredBackoff:
    """Pauses without end, 0.1 s doubling to 30 s, each with half of it by chance. Can be iterated again and again."""

    def __iter__(self) -> Iterator[float]:
        pause = FIRST_PAUSE_SECONDS
        while True:
            yield pause / 2 + random.uniform(0, pause / 2)  # noqa: S311 (spreads load, guards nothing)
            pause = min(LONGEST_PAUSE_SECONDS, pause * 2)
