"""The Prometheus metrics of ``casebook web``.

Label budget: ``page`` 15, ``code`` those of HTTP that are answered, some fifteen.
"""

from prometheus_client import Counter, Histogram

REQUESTS = Counter("casebook_web_requests_total", "Requests that were answered.", ["page", "code"])
REQUEST_SECONDS = Histogram(
    "casebook_web_request_seconds",
    "From a request to the end of its answer.",
    ["page"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10),
)

_PAGES = frozenset(
    {"reports", "families", "subjects", "nodes", "namespaces", "overview", "feed.atom", "ask", "static", "api", "mcp"}
)


def page_of(path: str) -> str:
    """The metric's label of a path: its first part if that is a page of ours. The rest is chosen by clients."""
    first = path.lstrip("/").partition("/")[0]
    if not first:
        return "list"
    return first if first in _PAGES else "other"
