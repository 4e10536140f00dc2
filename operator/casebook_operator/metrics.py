"""Every Prometheus metric of the operator.

Which values a label may have stands in ``docs/metrics.md``. Three name an Investigation: only while it is open, and of
a thousand at most.
"""

import platform
from importlib.metadata import version
from typing import NamedTuple

from prometheus_client import Counter, Gauge, Histogram
from prometheus_client.core import GaugeMetricFamily


class ComputedGauge(NamedTuple):
    """A gauge that is computed whenever Prometheus asks, so that its value is never older than the request."""

    name: str
    documentation: str
    labels: tuple[str, ...] = ()

    def family(self) -> GaugeMetricFamily:
        """The gauge with name, help and labels, and no samples yet."""
        return GaugeMetricFamily(self.name, self.documentation, labels=self.labels)


BUILD = Gauge("casebook_build_info", "1, with what runs here as labels.", ["component", "version", "python"])
SHARDS = Gauge("casebook_shards", "Into how many shards the cluster is divided.")
SHARD_HELD = Gauge("casebook_shard_held", "1 for each shard that this operator holds now, 0 for the others.", ["shard"])
SIGNALS = Counter("casebook_signals_total", "Signals observed, repeats of one state included.", ["trigger"])
SIGNALS_WAITING = Gauge("casebook_signals_waiting", "Objects with a symptom that is a failure only if it lasts.")
SIGNALS_TURNED_AWAY = Counter(
    "casebook_signals_turned_away_total",
    "Symptoms that found the delay queue full, and wait for their object's next change.",
)
FOLDED = Counter(
    "casebook_signals_folded_total",
    "Signals that count for an open Investigation of another failure class.",
    ["trigger"],
)
SUPPRESSED = Counter(
    "casebook_investigations_suppressed_total",
    "Investigations that the ceiling kept from being opened when their failure was seen; an Overflow stands for them.",
    ["trigger"],
)
OPENED = Counter("casebook_investigations_opened_total", "Investigations created by the operator.", ["trigger"])
CONCLUDED = Counter(
    "casebook_investigations_concluded_total",
    "Conclusions: the first one (outcome=concluded, nothing_wrong), none (failed), or one by a new taxonomy (revised).",
    ["category", "outcome"],
)
RESOLVED = Counter("casebook_investigations_resolved_total", "Episodes closed by recovery.", ["category", "resolution"])
REOPENED = Counter(
    "casebook_investigations_reopened_total",
    "Episodes that were closed and opened again, as the failure was back within the reopen window.",
    ["trigger"],
)
NOTIFICATIONS = Counter(
    "casebook_notifications_total",
    "Messages that an address took (outcome=sent) or did not take (failed), and news that ceased to be (suppressed).",
    ["outcome"],
)
NOTIFICATIONS_WAITING = Gauge("casebook_notifications_waiting", "Investigations that wait to be told.")
NOTIFICATIONS_BEYOND_RATE = Gauge(
    "casebook_notifications_beyond_rate", "Investigations that wait to be told because notify.per_hour is used up."
)
DELETED = Counter(
    "casebook_investigations_deleted_total",
    "Closed Investigations that were deleted after their time; memory has them.",
)
SIMILAR = Counter("casebook_similar_incidents_total", "Similar incidents attached to Investigations.", ["band"])
MEMORY_INCIDENTS = Gauge(
    "casebook_memory_incidents",
    "Incidents in memory by the state of their vectors: pending, embedded or failed in the space of the current model.",
    ["state"],
)
KNOWLEDGE_SYNCED = Gauge(
    "casebook_knowledge_synced_timestamp_seconds",
    "When memory last had of a source of what people wrote all that it has.",
    ["source"],
)
KNOWLEDGE_WATCHED = Gauge(
    "casebook_knowledge_watch_interval_seconds", "How often who watches a source has said to look at it.", ["source"]
)
KNOWLEDGE_UNUSABLE = Gauge(
    "casebook_knowledge_unusable_files", "Files of a source that could not be used the last time.", ["source"]
)
CONNECTIONS_SHED = Counter(
    "casebook_connections_shed_total",
    "Connections that were cut off: too slow (limit=time), or in favour of others when there were too many (number).",
    ["limit"],
)
OPEN = ComputedGauge(
    "casebook_investigation_open",
    "1 while an Investigation is open; the series ends when it is resolved or deleted.",
    ("namespace", "investigation", "category", "severity", "caused_by"),
)
OPEN_FOLLOWERS = ComputedGauge(
    "casebook_investigation_followers",
    "How many open Investigations hang on an open one, the head of an outage.",
    ("namespace", "investigation", "category"),
)
OPEN_FAMILY = ComputedGauge(
    "casebook_investigation_family_incidents",
    "How often the failure of an open Investigation was seen, this time included; for failures that are known.",
    ("namespace", "investigation", "category"),
)
OPEN_OVERFLOW = ComputedGauge(
    "casebook_investigation_open_overflow", "Open Investigations without series of their own, as there are too many."
)
HELD_BACK = Gauge(
    "casebook_investigations_held_back",
    "Failures that wait for an Investigation until the ceiling lets them in.",
)
ASKED_WAITING = Gauge(
    "casebook_investigations_waiting",
    "Investigations that people or alerts made and that wait for the budget of their namespace.",
)
DATABASE_UP = Gauge(
    "casebook_database_up", "Whether the database answered when memory was last looked after: 1 or 0.", ["component"]
)
STANDBY_READ = Gauge(
    "casebook_database_standby_read", "Whether casebook web sends its reads to the hot standby now: 1 or 0."
)
STANDBY_LAG = Gauge(
    "casebook_database_standby_lag_seconds",
    "How far the hot standby is behind; NaN while it or its primary does not answer.",
)
DATABASE_READS = Counter(
    "casebook_database_reads_total",
    "Reads of casebook web where a hot standby is set, by who answered: it, or the primary in its stead.",
    ["server"],
)
REFLECTIONS = Counter(
    "casebook_reflections_total",
    "Second opinions: taken over (outcome=taken), refused, known already, over_budget, not_asked or unavailable.",
    ["outcome"],
)
REFLECTION_ANSWERS = Counter(
    "casebook_reflection_answers_total", "Answers of models, which passed the checks or failed.", ["model", "outcome"]
)
REFLECTION_TOKENS = Counter(
    "casebook_reflection_tokens_total", "Tokens that models have read and written.", ["model", "direction"]
)
REFLECTION_COST = Counter("casebook_reflection_cost_total", "What these cost by the prices in the settings.", ["model"])
REFLECTION_MONTH_TOKENS = Gauge(
    "casebook_reflection_month_tokens", "Tokens of this month in this cluster, with what is paid in advance."
)
REFLECTION_MONTH_COST = Gauge("casebook_reflection_month_cost", "The same by the prices in the settings.")
REFLECTION_UP = Gauge("casebook_reflection_up", "Whether the endpoint of models answered when it was last asked.")
SPOOLED = Gauge("casebook_spool_cases", "Cases whose evidence lies on disk and is not in the database yet.")
SPOOL_ERRORS = Counter("casebook_spool_errors_total", "Evidence that could not be written to disk.")
TAXONOMY_REFUSED = Gauge(
    "casebook_taxonomy_refused",
    "Taxonomies whose newest version is not in force, because of errors in it.",
    ["source"],
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
_LAG_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15, 60)
LOOP_LAG = Histogram(
    "casebook_event_loop_lag_seconds",
    "How late the event loop was, looked at twenty times a second, four times without work.",
    ["component"],
    buckets=_LAG_BUCKETS,
)
LOOP_HELD = Histogram(
    "casebook_event_loop_held_seconds",
    "The same without the time for which other processes had the processors.",
    ["component"],
    buckets=_LAG_BUCKETS,
)
WORK_LIMIT = Gauge(
    "casebook_work_limit",
    "How much of a kind of work is done at once now: halved when the API server or the database can take no more.",
    ["work"],
)
WORK_ERRORS = Counter("casebook_work_errors_total", "Items of work that were given up.", ["work"])
WATCH_LAST_EVENT = Gauge(
    "casebook_watch_last_event_timestamp_seconds", "When a watch last said anything, bookmarks included.", ["stream"]
)
WATCH_ESSENTIAL = Gauge("casebook_watch_essential_streams", "Kinds without whose watch Casebook is not ready.")
WATCH_GAPS = Counter(
    "casebook_watch_gaps_total",
    "Changes that a watch left out, found when all was listed again.",
    ["stream"],
)
WATCH_FAILURES = Counter("casebook_watch_failures_total", "Watch streams that broke and were started anew.", ["stream"])


def announce(component: str) -> None:
    """Set the metric that says which component (``operator``, ``web`` or ``notify``) and version this process is."""
    about = {"version": version("kube-casebook"), "python": platform.python_version()}
    BUILD.labels(component=component, **about).set(1)
