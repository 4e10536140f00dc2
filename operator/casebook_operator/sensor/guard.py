"""Keeps Kopf's watches alive through everything that an API server may do.

Kopf 1.45.2 ends the whole operator on an ERROR in the stream other than 410, on HTTP 410 or 404, on a line that was cut
in the middle, and after 54 s of 5xx. For Casebook none of these is a reason to stop looking.
"""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from typing import Any

import structlog
from kopf._cogs.clients import errors, watching
from kopf._cogs.structs import references

from casebook_operator import metrics
from casebook_operator.scope import EVERYWHERE
from casebook_operator.sensor.backoff import LONGEST_PAUSE_SECONDS
from casebook_operator.sensor.protocol import StreamHealth

log = structlog.get_logger(__name__)

RESTART_PAUSE_SECONDS = 1.0
"""A relist costs the API server something; a watch that breaks at once, again and again, costs one a second.

One that is refused (a kind that is not installed, or may not be listed) waits twice as long each time, up to
``LONGEST_PAUSE_SECONDS``: then it is there half a minute after somebody has changed that.
"""


@contextlib.contextmanager
def guarded_watches(health: StreamHealth) -> Iterator[None]:
    """Within this context, every watch of Kopf reports its health and is started anew when it breaks."""
    original = watching.continuous_watch
    refusals: Counter[str] = Counter()

    async def guarded(*, resource: Any, namespace: references.Namespace, **kwargs: Any) -> AsyncIterator[Any]:
        stream = resource.plural
        try:
            async for event in original(resource=resource, namespace=namespace, **kwargs):
                if event is watching.Bookmark.LISTED:
                    refusals.pop(stream, None)
                    health.listed(stream, EVERYWHERE)
                else:
                    health.heard(stream, EVERYWHERE)
                yield event
        except (asyncio.CancelledError, GeneratorExit):
            raise
        except Exception as error:  # noqa: BLE001 (the boundary: whatever broke, Kopf's outer loop lists and watches anew)
            metrics.WATCH_FAILURES.labels(stream=stream).inc()
            refused = isinstance(error, errors.APIClientError)
            refusals[stream] += refused
            tell = log.debug if refused and refusals[stream] > 1 else log.warning
            tell("watch broke, starting anew", stream=stream, error=str(error) or type(error).__name__)
            await asyncio.sleep(_pause(refusals[stream] if refused else 0))

    watching.continuous_watch = guarded
    try:
        yield
    finally:
        watching.continuous_watch = original


def _pause(refusals: int) -> float:
    longest = max(RESTART_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)
    return min(longest, RESTART_PAUSE_SECONDS * 2.0 ** min(refusals, 10)) * random.uniform(0.5, 1.0)  # noqa: S311
