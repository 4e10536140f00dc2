"""From an alert to the runbook that a person on call would want."""
