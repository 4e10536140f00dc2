"""Addresses of the API about one incident: every attack on a page is tried on them, too."""

from urllib.parse import quote

from casebook_analyzer.models import Incident
from tests.operator.web.past import EXHIBIT

API = "/api/v1"
LIST = f"{API}/incidents"


def part(text: str) -> str:
    return quote(text, safe="")


def of_report(namespace: str, name: str) -> tuple[str, ...]:
    """What shows a report, or parts of it."""
    one = f"{LIST}/{part(namespace)}/{part(name)}"
    facts, similar = f"{one}/facts", f"{one}/similar"
    pair, exhibits = f"{similar}/{part(namespace)}/{part(name)}", f"{one}/exhibits/{EXHIBIT.digest}"
    history = f"{API}/history?namespace={part(namespace)}"
    return (one, facts, f"{facts}?id=F1", similar, pair, exhibits, history, f"{history}&name={part(name)}")


def of_subject(subject: str) -> str:
    return f"{API}/timelines/{quote(subject)}"


def of_incident(one: Incident) -> tuple[str, ...]:
    """Every address of the API, where it comes near this incident."""
    family, subject = one.conclusion.signature.key, str(one.bundle.subject)
    return (
        LIST,
        f"{LIST}?namespace={part(one.namespace)}",
        f"{API}/overview",
        f"{API}/overview?namespace={part(one.namespace)}",
        f"{LIST}?subject={part(subject)}&severity=Critical",
        *of_report(one.namespace, one.name),
        of_subject(subject),
        of_subject(f"Namespace/{one.namespace}"),
        f"{API}/search?q={part(one.conclusion.title[:200])}",
        f"{API}/knowledge?q={part(one.conclusion.title[:200])}",
        f"{API}/knowledge?q=x&namespace={part(one.namespace)}",
        f"{API}/knowledge/documents",
        f"{API}/knowledge/documents?text=x&namespace={part(one.namespace)}",
        f"{API}/history?since=2020-01-01T00:00:00Z",
        f"{API}/memory",
        f"{API}/families?namespace={part(one.namespace)}",
        f"{API}/families/{family}",
        f"{API}/families/{family}?namespace={part(one.namespace)}",
    )
