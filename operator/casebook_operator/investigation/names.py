"""The identity of a case: names that are the same however often, and by whomever, they are computed."""

import hashlib
import re

from casebook_analyzer.models import SubjectRef

GROUP = "casebook.dev"
VERSION = "v1alpha1"
API_VERSION = f"{GROUP}/{VERSION}"
KIND = "Investigation"
CASE_LABEL = f"{GROUP}/case"
"""Carries the key of the case, so that all its episodes are found by one label selector."""
STATE_LABEL, CATEGORY_LABEL, SEVERITY_LABEL = (f"{GROUP}/{name}" for name in ("state", "category", "severity"))
"""Say again what the status says, for those who select by labels."""
FIELD_MANAGER = "casebook"

_WORKLOAD_PART = 40
_KEY_DIGITS = 10
_NOT_IN_NAMES = re.compile(r"[^a-z0-9.-]+")
_AROUND_DOTS = re.compile(r"(?<![.-])[.-]*\.[.-]*")
"""Every part between dots begins and ends with a letter or a digit."""


def case_key(cluster: str, subject: SubjectRef, failure_class: str) -> str:
    """Ten hexadecimal digits that stand for one failure class of one subject of one cluster.

    The UID of the *owner* is in it, not that of a pod: every pod of a bad rollout has the same key. A workload that
    was deleted and created anew has another UID, and so is another case. Among 10,000 cases two keys of 40 bits are
    equal with a probability of 5e-5, and it matters only between workloads of one name in one namespace.
    """
    owner = subject.uid or f"{subject.kind}/{subject.namespace}/{subject.name}"
    return stable_digest(cluster, owner, subject.container, failure_class)


def stable_digest(*parts: str) -> str:
    """Ten hexadecimal digits that stand for these strings together, the same in every process."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:_KEY_DIGITS]


def investigation_name(subject: SubjectRef, key: str, episode: int) -> str:
    """``<workload>-<key>-<episode>``: a valid DNS subdomain of at most 62 characters."""
    readable = _AROUND_DOTS.sub(".", _NOT_IN_NAMES.sub("-", subject.name.lower()))[:_WORKLOAD_PART]
    return f"{readable.strip('-.') or 'case'}-{key}-{episode}"
