"""From a failure to a message with a link that opens its report, with real Prometheus, Alertmanager and Chromium."""
