"""The pure half of Casebook: evidence in, conclusion, report and similar incidents out.

Nothing here may know Kubernetes clients or Kopf; the operator imports this package, never the other way round.
"""
