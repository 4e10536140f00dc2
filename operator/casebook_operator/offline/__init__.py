"""Everything that works without a cluster: bundles of files in its place, and the same path from evidence to report.

A bundle is whatever somebody could save of a failure: a ``status.yaml``, the folder of ``kubectl cluster-info dump``, a
tree like OpenShift's must-gather, or the text of a kernel log. Files may be missing, broken or hostile; every bound is
a constant with its reason, and what is left out is a Gap.
"""

from casebook_operator.offline.analysis import Analysis, Analyst
from casebook_operator.offline.bundle import Bundle, BundleTrigger
from casebook_operator.offline.finding import Finding
from casebook_operator.offline.opening import open_bundle, open_text
from casebook_operator.offline.snapshot import Snapshot
from casebook_operator.offline.triage import Triage

__all__ = [
    "Analysis",
    "Analyst",
    "Bundle",
    "BundleTrigger",
    "Finding",
    "Snapshot",
    "Triage",
    "open_bundle",
    "open_text",
]
