"""The chart's alerts as Prometheus reads them."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import yaml

ALERTS = Path(__file__).parents[2] / "charts" / "casebook" / "alerts"


def group(*, external_url: str, runbook_url: str, namespace: str, without: Collection[str] = ()) -> dict[str, Any]:
    """Return all alerts in one group, with their tokens replaced as the chart does it.

    Those of parts that do not run are named in ``without``.
    """
    rules = []
    for path in sorted(ALERTS.glob("*.yaml")):
        if path.stem in without:
            continue
        text = path.read_text(encoding="utf-8")
        for token, value in (
            ("__EXTERNAL_URL__", external_url),
            ("__RUNBOOK_URL__", runbook_url),
            ("__NAMESPACE__", namespace),
        ):
            text = text.replace(token, value)
        rules.append(yaml.safe_load(text))
    return {"groups": [{"name": "casebook", "rules": rules}]}
