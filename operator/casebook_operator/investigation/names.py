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
CAUSED_BY_LABEL = f"{GROUP}/caused-by"
"""The name of the Investigation that one hangs on. All others are selected by ``-l '!casebook.dev/caused-by'``."""
FIELD_MANAGER = "casebook"

_WORKLOAD_PART = 40
_DEVICE_PART = 16
"""Of them at most: a PCI address with its function, the beginning of a UUID."""
_FIRST_DOMAIN = "0000:"
"""Of PCI addresses: most machines have no other, and ``lspci`` leaves it out, too."""
_KEY_DIGITS = 10
_NOT_IN_NAMES = re.compile(r"[^a-z0-9.-]+")
_AROUND_DOTS = re.compile(r"(?<![.-])[.-]*\.[.-]*")
"""Every part between dots begins and ends with a letter or a digit."""


def case_key(cluster: str, subject: SubjectRef, failure_class: str) -> str:
    """Ten hexadecimal digits that stand for one failure class of one subject, or of one of its devices, of one cluster.

    The UID of the *owner* is in it, not that of a pod: every pod of a bad rollout has the same key. A workload that
    was deleted and created anew has another UID, and so is another case. Among 10,000 cases two keys of 40 bits are
    equal with a probability of 5e-5, and it matters only between workloads of one name in one namespace.
    """
    owner = subject.uid or f"{subject.kind}/{subject.namespace}/{subject.name}"
    device = (subject.device,) if subject.device else ()
    return stable_digest(cluster, owner, subject.container, failure_class, *device)


def stable_digest(*parts: str) -> str:
    """Ten hexadecimal digits that stand for these strings together, the same in every process."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:_KEY_DIGITS]


def investigation_name(subject: SubjectRef, key: str, episode: int) -> str:
    """``<workload>-<key>-<episode>`` or ``<node>-<device>-<key>-<episode>``: a DNS subdomain, at most 62 characters."""
    short = readable(subject.device.removeprefix(_FIRST_DOMAIN))
    device = f"-{short}"[:_DEVICE_PART].rstrip("-.") if short else ""
    name = readable(subject.name)[: _WORKLOAD_PART - len(device)].strip("-.")
    return f"{name or 'case'}{device}-{key}-{episode}"


def report_url(base: str, namespace: str, name: str) -> str:
    """Where the report of an Investigation is, below the address of Casebook's pages. Alerts make it as well."""
    return f"{base.rstrip('/')}/reports/{namespace}/{name}"


def readable(name: str) -> str:
    """As much of a name as the name of an Investigation may have."""
    return _AROUND_DOTS.sub(".", _NOT_IN_NAMES.sub("-", name.lower())).strip("-.")
