"""What the API server writes down of the requests of ServiceAccounts: who asked for what, and the answer's code."""

from __future__ import annotations

import json
from pathlib import Path

from e2e.cluster.state import StateDir

_MEGABYTES = 50
_OLDER_FILES = 3
"""With the current file at most 200 MB, gone with the cluster."""


def log_of(where: StateDir) -> Path:
    """Return the audit log, a JSON object a line; older parts lie beside it as ``audit-<time>.log``."""
    return where.logs / "audit.log"


def policy() -> str:
    """Return the audit policy in JSON: no bodies, and nothing of people, nodes and Kubernetes' own controllers."""
    rules = [
        {"level": "None", "userGroups": ["system:serviceaccounts:kube-system"]},
        {"level": "Metadata", "userGroups": ["system:serviceaccounts"]},
        {"level": "None"},
    ]
    kind = {"apiVersion": "audit.k8s.io/v1", "kind": "Policy"}
    # A watch that is still open has begun to answer and not ended, so that stage stays.
    return json.dumps(kind | {"omitStages": ["RequestReceived"], "omitManagedFields": True, "rules": rules})


def arguments(where: StateDir) -> list[str]:
    """Return the arguments of the API server, which finds the policy in the cluster's folder."""
    return [
        f"--audit-policy-file={where.path}/audit-policy.json",
        f"--audit-log-path={log_of(where)}",
        f"--audit-log-maxsize={_MEGABYTES}",
        f"--audit-log-maxbackup={_OLDER_FILES}",
    ]
