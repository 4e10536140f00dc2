"""When a switch or a zone is the cause that its nodes share, and when they only stand in the same place.

Each silent node names its switch and its zone. Most clusters have one zone, and then that says nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterable

import structlog

from casebook_analyzer.classify.shared_causes import PLACES
from casebook_operator.cases.crowds import ENOUGH
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.told_causes import Cause
from casebook_operator.kube import ApiStatusError, NotHeldError, Object, ObjectReader, paths
from casebook_operator.kube.objects import condition_of
from casebook_operator.reading.nodes.environment import environment_of

log = structlog.get_logger(__name__)

LEAST = 3
"""Nodes that fail with their place. Two silent nodes are two machines."""
_HALF, _FIFTH = 2, 5
"""At least every second node of the place is silent, and at most every fifth of the others: else it is the control
plane, or the network between all of them, that is lost."""

_EVERYWHERE = ("", "")

Enough = Callable[[Cause, int], bool]
"""Whether so many subjects that name a cause are one failure."""


async def enough_in(kube: ObjectReader, cases: Iterable[Investigation]) -> Enough:
    """How many make a crowd, by what the nodes say now. They are read where a case names a place, and only then.

    Raises:
        ClusterUnavailableError: The API server does not answer.
    """
    if not any(cause.kind in PLACES for case in cases for cause in case.causes):
        return Roster(()).enough
    try:
        return Roster(await kube.list(paths.collection("Node"))).enough
    except (ApiStatusError, NotHeldError) as error:
        log.warning("nodes cannot be listed, so that no place is an outage", error=str(error))
        return Roster(()).enough


class Roster:
    """Where the nodes of the cluster stand, and which of them are not ready."""

    def __init__(self, nodes: Iterable[Object]) -> None:
        self._all, self._silent = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        for node in nodes:
            tags = environment_of(node)
            places = [_EVERYWHERE, *((kind, tags[tag]) for kind, tag in PLACES.items() if tag in tags)]
            self._all.update(places)
            if condition_of(node, "Ready").get("status") != "True":
                self._silent.update(places)

    def enough(self, cause: Cause, subjects: int) -> bool:
        """Whether so many subjects that name a cause are one failure."""
        if cause.kind not in PLACES:
            return subjects >= ENOUGH
        place = (cause.kind, cause.name)
        inside, silent = self._all[place], self._silent[place]
        outside, others = self._all[_EVERYWHERE] - inside, self._silent[_EVERYWHERE] - silent
        return subjects >= LEAST and silent * _HALF >= inside and others * _FIFTH <= outside and outside > 0
