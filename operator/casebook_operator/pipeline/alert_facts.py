"""The alerts of a case as evidence: what a monitoring system said, and nothing that a conclusion rests on by itself."""

from casebook_analyzer.evidence import Collected
from casebook_analyzer.models import FactKind
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.alerts import NotedAlert
from casebook_operator.reading.findings import Findings

COLLECTOR = "alerts"


def alert_facts(case: Investigation) -> Collected:
    """One fact for each alert that was noted when the evidence was gathered."""
    findings = Findings(COLLECTOR)
    for alert in case.alerts:
        findings.fact(
            FactKind.ALERT,
            f"alert {alert.name} {alert.generator_url}".rstrip(),
            _told(alert),
            {
                "alertname": alert.name,
                "reason": alert.name,
                "severity": alert.severity,
                "state": "resolved" if alert.ends_at is not None else "firing",
                **{f"label.{name}": value for name, value in alert.labels.items()},
            },
            time=alert.starts_at,
        )
    return findings.collected()


def _told(alert: NotedAlert) -> str:
    said = f": {alert.summary}" if alert.summary else ""
    labels = ", ".join(f"{name}={value}" for name, value in alert.labels.items())
    return f"Alert {alert.name} fires{said}" + (f" [{labels}]" if labels else "")
