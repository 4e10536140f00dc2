"""The ten root cause categories. The set is fixed in code; which evidence leads to which is data."""

from enum import StrEnum


class Category(StrEnum):
    """Root cause categories, spelled in the CRD, the database, metric labels and reports alike.

    They are snake_case and not CamelCase as Kubernetes enums usually are, because the same word is a metric label
    and a key in taxonomy files.
    """

    RESOURCE_EXHAUSTION = "resource_exhaustion"
    CONFIG_ERROR = "config_error"
    NETWORK_PARTITION = "network_partition"
    HARDWARE_FAILURE = "hardware_failure"
    PCIE_ERROR = "pcie_error"
    DRIVER_ISSUE = "driver_issue"
    SOFTWARE_BUG = "software_bug"
    PERMISSION_DENIED = "permission_denied"
    SCHEDULING_FAILURE = "scheduling_failure"
    UNKNOWN = "unknown"
