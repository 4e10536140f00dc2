"""Short texts that came out as they went in, so that they are not searched again.

Most texts of a bundle are names, kinds, reasons and images that stand in a hundred others: in a storm of 1,000 cases
searching them took an eighth of all processor time (``bench/storm.py``). What has no secret in it has none whatever the
key, so all namespaces share them; what has one is not kept.
"""

import threading
from functools import lru_cache

from cachetools import LRUCache

from casebook_analyzer.redaction_policy import RedactionPolicy

LONGEST = 160
"""Characters of a text and of the field that it stands in. Longer ones are seldom the same twice."""

_KEPT = 8192
"""Texts: 4 MiB when each is as long as it may be."""


class Harmless:
    """The texts in which nothing was found lately, with the fields that they stood in."""

    def __init__(self) -> None:
        self._texts: LRUCache[tuple[str, str], bool] = LRUCache(_KEPT)
        self._lock = threading.Lock()

    def knows(self, field: str, text: str) -> bool:
        with self._lock:
            return self._texts.get((field, text), False)

    def add(self, field: str, text: str) -> None:
        """Remember a text that came out unchanged. Long ones are not kept."""
        if len(text) <= LONGEST and len(field) <= LONGEST:
            with self._lock:
                self._texts[field, text] = True


@lru_cache(maxsize=4)
def harmless_by(_policy: RedactionPolicy) -> Harmless:
    """What is harmless by a policy: another one finds other things."""
    return Harmless()
