"""Every Prometheus metric of Casebook.

Label budget: ``category`` 10, ``trigger`` 27, ``outcome`` 3, ``stage`` 6, ``band`` 2, ``stream`` 4, ``work`` 3,
``state`` 3. Only ``casebook_investigation_open`` names an Investigation, and only while it is open.
"""

from contextlib import suppress

from prometheus_client import Counter, Gauge, Histogram

SIGNALS = Counter("casebook_signals_total", "Signals observed, repeats of one state included.", ["trigger"])
SIGNALS_WAITING = Gauge("casebook_signals_waiting", "Objects with a symptom that is a failure only if it lasts.")
SIGNALS_TURNED_AWAY = Counter(
    "casebook_signals_turned_away_total",
    "Symptoms that found the waiting room full, and wait for their object's next change.",
)
FOLDED = Counter(
    "casebook_signals_folded_total",
    "Signals that count for an open Investigation of another failure class.",
    ["trigger"],
)
SUPPRESSED = Counter(
    "casebook_investigations_suppressed_total",
    "Investigations that the cap kept from being opened when their failure was seen; an Overflow stands for them.",
    ["trigger"],
)
OPENED = Counter("casebook_investigations_opened_total", "Investigations created by the operator.", ["trigger"])
CONCLUDED = Counter(
    "casebook_investigations_concluded_total",
    "Conclusions: the first one (outcome=concluded), none (failed), or another one by a new taxonomy (revised).",
    ["category", "outcome"],
)
RESOLVED = Counter("casebook_investigations_resolved_total", "Episodes closed by recovery.", ["category", "resolution"])
SIMILAR = Counter("casebook_similar_incidents_total", "Similar incidents attached to Investigations.", ["band"])
MEMORY_INCIDENTS = Gauge(
    "casebook_memory_incidents",
    "Incidents in memory by the state of their vectors: pending, embedded or failed in the space of the current model.",
    ["state"],
)
OPEN = Gauge(
    "casebook_investigation_open",
    "1 while an Investigation is open; the series ends when it is resolved or deleted.",
    ["namespace", "investigation", "category"],
)
STAGE_SECONDS = Histogram(
    "casebook_investigation_stage_seconds",
    "Duration of each step of an investigation.",
    ["stage"],
    buckets=(0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
DETECTION_SECONDS = Histogram(
    "casebook_detection_seconds",
    "From the failure as the object tells it (whole seconds) to the Investigation.",
    buckets=(0.5, 1, 2, 5, 10, 30, 60, 300, 3600),
)
EVIDENCE_GAPS = Counter("casebook_evidence_gaps_total", "Evidence that could not be had.", ["reason"])
WORK_ERRORS = Counter("casebook_work_errors_total", "Items of work that were given up.", ["work"])
WATCH_LAST_EVENT = Gauge(
    "casebook_watch_last_event_timestamp_seconds", "When a watch last said anything, bookmarks included.", ["stream"]
)
WATCH_FAILURES = Counter("casebook_watch_failures_total", "Watch streams that broke and were started anew.", ["stream"])


def open_series(namespace: str, investigation: str, category: str) -> None:
    """Begin the series of an open Investigation."""
    OPEN.labels(namespace=namespace, investigation=investigation, category=category).set(1)


def close_series(namespace: str, investigation: str, category: str) -> None:
    """End the series of an Investigation, if it has one."""
    with suppress(KeyError):
        OPEN.remove(namespace, investigation, category)
