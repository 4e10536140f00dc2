"""A Kubernetes cluster for the demo and the tests, from what the machine has.

The order: a kubeconfig that is named for it, kind, the binaries of KUBEBUILDER_ASSETS, programs built from Go modules
(as root on Linux with a real node). The default kubeconfig is never used: it may be production.
"""

from e2e.cluster.errors import ClusterError
from e2e.cluster.images import WORKLOAD
from e2e.cluster.lifecycle import current, down, load_image, name_image, restart, stop, up
from e2e.cluster.model import Cluster
from e2e.cluster.options import Options, for_this_process

WORKLOAD_IMAGE = WORKLOAD.name
"""The image that fails as it is told to."""

__all__ = [
    "WORKLOAD_IMAGE",
    "Cluster",
    "ClusterError",
    "Options",
    "current",
    "down",
    "for_this_process",
    "load_image",
    "name_image",
    "restart",
    "stop",
    "up",
]
