"""How long the stages of an investigation take."""

from collections.abc import Iterator
from contextlib import contextmanager

from casebook_operator import metrics


@contextmanager
def timed(stage: str) -> Iterator[None]:
    """Measure how many seconds the block takes, in the metric of this stage."""
    with metrics.STAGE_SECONDS.labels(stage=stage).time():
        yield
