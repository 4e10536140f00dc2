"""A family that was seen before, with a fix that helped and one that nobody tried."""

from datetime import timedelta
from typing import Any

from casebook_analyzer.models import Category, FamilyRecord, FixRecord, FixSource
from tests.analyzer.report.pages import NOW

RAISED = FixRecord(
    fix="raise the memory limit",
    tried=7,
    succeeded=6,
    success_percent=86,
    bound_percent=48,
    source=FixSource.OBSERVED,
    last_used=NOW,
)
PROPOSED = FixRecord(
    fix="stop the leak", tried=0, succeeded=0, success_percent=0, bound_percent=0, source=FixSource.PERSON
)

BY_AGENT = FixRecord(
    fix="drop the cache", tried=0, succeeded=0, success_percent=0, bound_percent=0, source=FixSource.AGENT
)


def family(**changes: Any) -> FamilyRecord:
    values: dict[str, Any] = {
        "id": "0123456789abcdef",
        "category": Category.RESOURCE_EXHAUSTION,
        "title": "Out of memory",
        "count": 8,
        "first_seen": NOW - timedelta(days=40),
        "last_seen": NOW,
        "open": 1,
        "resolved": 7,
        "disputed": 0,
        "recovered_by_itself": 0,
        "clusters": ("prod",),
        "namespaces": ("shop",),
        "elsewhere": 0,
        "median_seconds_to_resolve": 780,
        "fixes": (RAISED, PROPOSED),
    }
    return FamilyRecord(**(values | changes))
