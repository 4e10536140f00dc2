"""How old what memory has of each source is, as metrics: whoever syncs may be no server that Prometheus could ask."""

from collections.abc import Sequence
from typing import final

from casebook_analyzer.memory.knowledge.sources import SourceState
from casebook_operator import metrics

MOST = 50
"""Sources that have series: people choose their names. A folder is one."""

AGES = (metrics.KNOWLEDGE_SYNCED, metrics.KNOWLEDGE_WATCHED, metrics.KNOWLEDGE_UNUSABLE)


@final
class KnowledgeAge:
    """The series of one process. Those of a source end with it."""

    def __init__(self) -> None:
        self._shown: dict[str, SourceState] = {}

    def show(self, sources: Sequence[SourceState]) -> None:
        """Set the metrics of the first :data:`MOST` sources by name, and remove those of others."""
        new = {one.source: one for one in sources[:MOST]}
        for name in self._shown.keys() - new.keys():
            for gauge in AGES:
                gauge.remove(name)
        for name, one in new.items():
            metrics.KNOWLEDGE_SYNCED.labels(source=name).set(one.synced_at.timestamp())
            metrics.KNOWLEDGE_UNUSABLE.labels(source=name).set(one.unusable)
            if one.every_seconds is None:
                metrics.KNOWLEDGE_WATCHED.remove(name)
            else:
                metrics.KNOWLEDGE_WATCHED.labels(source=name).set(one.every_seconds)
        self._shown = new
