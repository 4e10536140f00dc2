"""The Prometheus metrics of the way back from Alertmanager.

Label budget: ``outcome`` 12 of alerts, 7 of notifications.
"""

from prometheus_client import Counter, Gauge

RECEIVED = Counter("casebook_alerts_received_total", "Alerts of Alertmanager by what became of them.", ["outcome"])
NOTIFICATIONS = Counter(
    "casebook_alert_notifications_total",
    "Requests of Alertmanager: accepted, busy, forbidden, invalid, retried, too_large or unauthenticated.",
    ["outcome"],
)
WAITING = Gauge("casebook_alert_notifications_waiting", "Requests of Alertmanager that wait or are worked on.")
