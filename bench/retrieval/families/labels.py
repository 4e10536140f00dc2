"""Which golden cases are the same failure in other words. Written by hand: the classifier's rules are no labels."""

COUSINS = (
    ("config-error-missing-env-go", "config-error-missing-env-python", "config-error-missing-env-shell"),
    ("config-error-missing-configmap", "config-error-volume-configmap"),
    ("config-error-init-container", "config-error-missing-file"),
    ("hardware-failure-machine-check", "hardware-failure-memory-uncorrected"),
    ("hardware-failure-unhealthy-device", "hardware-failure-xid-48-then-95"),
    ("network-partition-refused-noise", "network-partition-timeout"),
    ("network-partition-cni-not-ready", "network-partition-sandbox-calico"),
    ("pcie-error-xid-79", "pcie-error-xid-79-printed-last", "pcie-error-fallen-off-without-xid"),
    ("resource-exhaustion-init-oom", "resource-exhaustion-oom", "resource-exhaustion-oom-state-only"),
    ("scheduling-failure-gpus-in-use", "scheduling-failure-insufficient-cpu"),
    ("software-bug-go-nil-pointer", "software-bug-panic-after-an-oom"),
)
"""Two programming errors that one rule names ("a Go program panicked") are no cousins: what fixed one does not fix the
other. They are among the hardest negatives."""

_GROUPS = {case: group[0] for group in COUSINS for case in group}


def cause(family: str) -> str:
    """What all failures with one cause share."""
    return _GROUPS.get(family, family)
