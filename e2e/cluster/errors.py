"""The errors that the cluster tool raises on purpose."""


class ClusterError(Exception):
    """A cluster cannot be had; the text is one sentence for the person at the terminal."""


class ClusterBusyError(ClusterError):
    """Another command works on the same cluster."""
