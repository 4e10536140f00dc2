"""Whether a symptom is over already, though the object that tells it does not take it back."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from casebook_analyzer.models import Signal
from casebook_operator.cases.hearsay import event_is_over
from casebook_operator.cases.pods import finished
from casebook_operator.cases.workloads import complete
from casebook_operator.kube import ApiStatusError, Object, ObjectReader, paths
from casebook_operator.kube.objects import controller_of

FRESH = timedelta(seconds=30)
"""A pod that failed within this time is told of, even when its successor is ready by now."""


class Past:
    """Asked once, before a case is opened.

    Events stay for an hour, and pods that were evicted or whose node was shut down until somebody removes them
    (``terminated-pod-gc-threshold`` is 12,500). Neither knows what has happened since.
    """

    def __init__(self, kube: ObjectReader, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._kube = kube
        self._clock = clock

    async def is_over(self, signal: Signal, obj: Object) -> bool:
        if "involvedObject" in obj:
            return await event_is_over(self._kube, signal)
        if signal.origin.kind == "Pod" and finished(obj) and self._clock() - signal.occurred_at >= FRESH:
            return await self._made_good(obj)
        return False

    async def _made_good(self, pod: Object) -> bool:
        """Whether the controller of a dead pod has all the pods that it wants, or is gone itself."""
        owner = controller_of(pod)
        if owner is None or not paths.known(owner["kind"]):
            return False
        try:
            path = paths.item(owner["kind"], pod["metadata"]["namespace"], owner["name"])
            return complete(owner["kind"], await self._kube.get(path)) or False
        except ApiStatusError as error:
            return error.not_found
